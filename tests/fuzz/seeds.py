#!/usr/bin/env python3
"""Writes the seed corpora of the fuzz targets, the same on every run: tests/fuzz/corpus/<target>/*.

usage: tests/fuzz/seeds.py [FOLDER]    FOLDER: where to write (default: corpus beside this file)

A seed for geometry, sweep, world, joints and api is a string of bytes as tests/fuzz/input.hpp reads them: the kind of a shape, then
its numbers, and so on. Small numbers are one byte that says so and one for the number, in eighths about 128.
"""

import pathlib
import random
import sys


def eighths(*numbers):
    """Numbers as Input::number() reads them: in eighths, or whole where that is too small."""
    return b"".join(bytes([0, 128 + round(8 * x)]) if abs(x) < 15 else bytes([3, 128 + x]) for x in numbers)


YES, NO = b"\x01", b"\x00"
SHAPES = {
    "circle": bytes([0]) + eighths(1) + NO,
    "capsule": bytes([1]) + eighths(-1, 0, 1, 0, 0.5),
    "segment": bytes([2]) + eighths(-1, 0, 1, 0.5),
    "box": bytes([3]) + eighths(3, 2) + NO + NO + NO,
    "rounded": bytes([3]) + eighths(3, 2) + NO + NO + YES + eighths(0.25),
    "triangle": bytes([5, 0]) + eighths(-2, -1, 2, -1, 0.5, 1.5) + NO,
    "twelve": bytes([6, 9]) + eighths(2, 1.5, 0) + NO,
}
UPRIGHT, TURNED = bytes([0]), bytes([4]) + eighths(0.75)


def pose(x, y, turn=UPRIGHT):
    return eighths(x, y) + turn


def pairs():
    for a in SHAPES:
        for b, (x, y), turn in (("box", (2, 0.5), UPRIGHT), ("triangle", (0.25, 0), TURNED)):
            yield f"{a}_{b}", SHAPES[a] + YES + SHAPES[b] + pose(x, y, turn) + pose(0, 0) + b"\x01" + eighths(3, 1, -4, -2)


# As tests/fuzz/composite.cpp reads them: the kind, then what it is made of.
COMPOSITES = {
    "ell": bytes([0, 3]) + eighths(-2, -2, 2, -2, 2, -1, -1, -1, -1, 2, -2, 2),
    "pieces": bytes([1, 2]) + SHAPES["circle"] + SHAPES["box"] + SHAPES["triangle"],
    "chain": bytes([2, 2]) + eighths(-4, 1, -2, 0, 1, 0, 2, -1, 4, 2) + NO,
    "room": bytes([3]) + SHAPES["twelve"],
    "tiles": bytes([4, 2, 1]) + eighths(1) + NO + bytes([2, 3, 4, 8, 16, 5, 4, 12, 0, 2]),
    "pixels": bytes([5, 3, 2]) + eighths(0.5) + NO + NO + bytes([0b10110111, 0b0110]),
    "simple": bytes([6]) + SHAPES["rounded"],
}


def composites():
    for a in COMPOSITES:
        for b, (x, y), turn in (("simple", (2, 0.5), UPRIGHT), ("ell", (0.25, 0), TURNED), ("tiles", (1, -1), UPRIGHT)):
            yield f"{a}_{b}", COMPOSITES[a] + pose(x, y, turn) + COMPOSITES[b] + pose(0, 0) + NO + eighths(3, 1, -4, -2)


def sweeps():
    for a in SHAPES:
        turning = YES + eighths(2) + NO + NO + NO + NO + NO + YES + eighths(0.5)
        yield f"{a}_box", SHAPES[a] + SHAPES["box"] + pose(8, 1) + pose(0, 0, TURNED) + eighths(-12, -1) + turning


def body(kind, shape, x, y):
    return bytes([0, kind]) + pose(x, y) + NO * 5 + SHAPES[shape] + bytes([4, 4]) + NO + NO


def worlds():
    floor = body(0, "box", 0, -2)
    step = bytes([3, 0, 0])
    gravity = eighths(0, -10) + YES
    yield "drop", gravity + floor + body(2, "circle", 0, 3) + step * 20
    yield "stack", gravity + floor + body(2, "box", 0, 0.5) + body(2, "box", 0, 3) + step * 12
    yield "gas", eighths(0, 0) + NO + b"".join(body(2, s, 4 * i, 0) for i, s in enumerate(SHAPES)) + step * 6
    push = bytes([6, 1, 5]) + eighths(4, 2)
    yield "pushed", gravity + floor + body(2, "triangle", 0, 2) + push + step * 8 + push + step * 4
    yield "removed", gravity + floor + body(2, "capsule", 0, 2) + step * 4 + bytes([6, 0, 3]) + step * 4
    yield "asked", gravity + floor + bytes([7]) + SHAPES["circle"] + pose(0, 3) + eighths(0, 4, 0, -8) + step


# As tests/fuzz/joints.cpp reads them: gravity, whether bodies sleep, the ledger, then orders.
def tied_worlds():
    def tied(kind, shape, x, y):
        return bytes([0, kind]) + pose(x, y) + NO * 2 + SHAPES[shape] + bytes([4, 4]) + NO * 2

    def tie(a, b, kind, anchor, drives=NO * 3, rest=b""):
        return bytes([3, a, b, kind]) + eighths(*anchor) + drives + NO + rest

    gravity, free = eighths(0, -10) + YES * 2, eighths(0, 0) + NO * 2
    step, slow = bytes([7, 0, 0]), bytes([7, 15, 0])
    wall, bar = tied(0, "box", 0, 0), tied(2, "rounded", 4, 0)
    spring = YES + eighths(2) + bytes([0]) + NO + NO * 2
    motor = NO + YES + eighths(3, 8) + NO
    limits = NO * 2 + YES + eighths(-0.5, 1) + bytes([2])
    for name, drives in (("plain", NO * 3), ("spring", spring), ("motor", motor), ("limits", limits)):
        yield f"hinge_{name}", gravity + wall + bar + tie(0, 1, 0, (2, 0), drives, YES) + step * 8
        yield f"slider_{name}", gravity + wall + bar + tie(0, 1, 1, (2, 0), drives, eighths(1, 1)) + slow * 4
        yield f"wheel_{name}", gravity + wall + bar + tie(0, 1, 2, (4, 0), drives, eighths(0, 1)) + slow * 4
        yield f"rod_{name}", gravity + wall + bar + tie(0, 1, 3, (0, 0), drives, NO) + slow * 4
    yield "weld", gravity + wall + bar + tie(0, 1, 4, (2, 0), NO * 3, NO) + step * 4
    yield "filter", gravity + wall + bar + tie(0, 1, 5, (2, 0)) + step * 4
    chain = b"".join(tied(2, "box", 3 * i, 0) for i in range(4))
    links = b"".join(tie(i, i + 1, 0, (3 * i + 1.5, 0), NO * 3, YES) for i in range(3))
    yield "chain", free + chain + links + slow * 6
    yield "loop", free + chain + links + tie(0, 3, 3, (0, 0), NO * 3, NO) + slow * 6
    yield "open", gravity + chain + links + tie(0, 3, 0, (1, 0), NO * 3, NO + eighths(2, 2)) + slow * 6
    yield "removed", gravity + wall + bar + tie(0, 1, 0, (2, 0), NO * 3, YES) + step * 2 + bytes([14, 1, 0]) + step * 2
    yield "changed", gravity + wall + bar + tie(0, 1, 0, (2, 0), NO * 3, YES) + step * 2 + bytes([12, 0, 3]) + motor[1:] + step


# As tests/fuzz/api.cpp reads them: gravity, whether bodies sleep, the ledger, then orders.
def sessions():
    simple = YES
    still = NO * 2 + YES * 3
    floor = bytes([10, 0]) + pose(0, -2) + still + YES + simple + SHAPES["box"] + bytes([4, 4]) + NO * 2
    ball = bytes([10, 2]) + pose(0, 1) + still + YES + simple + SHAPES["circle"] + bytes([4, 4]) + NO * 2
    tiles = bytes([10, 0]) + pose(0, -3) + still + YES + NO + COMPOSITES["tiles"] + bytes([4, 4]) + NO * 2
    gravity = eighths(0, -10) + YES + YES
    step, keep, back, reload = bytes([0, 15, 0]), bytes([20]), bytes([23, 0]), bytes([18])
    question = bytes([15]) + simple + SHAPES["circle"] + pose(0, 0) + eighths(0, 4, 0, -8) + NO
    push = bytes([25, 0, 0]) + bytes([26, 1, 0, 1]) + eighths(1, 2, 0, 0) + UPRIGHT + eighths(1)
    yield "drop", gravity + floor + ball + (step * 3 + reload) * 4
    yield "kept", gravity + floor + ball + (keep + step * 2) * 4 + back + step + keep + step
    yield "recorded", gravity + floor + ball + step + push + bytes([0]) * 4 + bytes([25, 0])
    yield "asked", gravity + floor + ball + question + step * 2 + question
    yield "predicted", gravity + floor + ball + bytes([28, 1]) + eighths(2, 1) + bytes([15, 0, 3]) + step * 4
    yield "gone", gravity + floor + ball + step * 4 + bytes([31, 0, 0]) + step + keep + step + reload
    yield "dug", gravity + tiles + ball + step * 4 + bytes([31, 0, 3, 0, 4, 1, 0, 0]) + step * 2
    yield "crowded", gravity + floor + ball * 4 + bytes([29, 3, 2]) + step * 2 + bytes([29, 3, 200]) + step * 3


# As tests/fuzz/history.cpp reads them: which world, then changes of its bytes, each an order, a place and a value.
def saved_worlds():
    for kind in range(40):
        yield f"world_{kind:02}", bytes([kind])
    for order in range(6):
        for place in (40, 300, 500):
            yield f"order_{order}_{place}", bytes([7 * order, order, place >> 8, place & 255, 3])


def texts():
    yield "ball", ('{"name": "n", "world": {"gravity": [0, -9.81], "substeps": 4}, "run": {"dt": 0.01, "steps": 3}, '
                   '"bodies": [{"type": "fixed", "shape": {"kind": "box", "width": 4, "height": 1}}, '
                   '{"position": [0, 2], "shape": {"kind": "circle", "radius": 0.5}, "material": {"restitution": 0.8}}]}')
    yield "shapes", ('{"materials": {"ice": {"friction": 0}}, "bodies": [{"angle": 30, "velocity": [1, 2], '
                     '"material": "ice", "locks": ["x"], "shapes": ['
                     '{"kind": "capsule", "from": [0, 0], "to": [1, 0], "radius": 0.5}, '
                     '{"kind": "segment", "from": [0, 0], "to": [1, 0]}, '
                     '{"kind": "polygon", "corners": [[0, 0], [2, 0], [0, 1]], "sensor": true, "filter": {"group": -1}}]}]}')
    yield "copies", ('{"bodies": [{"repeat": [{"count": 3, "step": [1, 0]}, {"count": 2, "step": [0, 1], "shrink": 1}], '
                     '"mass": {"mass": 1, "inertia": 2}, "shape": {"kind": "circle", "radius": 1}}]}')
    yield "goal", ('{"view": {"lower": [0, 0], "upper": [1, 1]}, "bodies": [{"name": "b"}], "goals": [{"name": "g", '
                   '"from": [0, 0], "to": [1, 0], "inward": [0, 1], "counts": ["b"]}]}')
    yield "pair", ('{"a": {"position": [1, 0], "angle": 15, "shape": {"kind": "box", "width": 2, "height": 1}}, '
                   '"b": {"rotation": [0, 1], "shape": {"kind": "circle", "radius": 1}}}')
    yield "escapes", '{"name": "\\u00e9\\n", "bodies": [{"user_data": 18446744073709551615, "position": [1e-3, -0.0]}]}'
    yield "cut", '{"bodies": [{"shape": {"kind": "circle", "rad'
    yield "deep", "[" * 70


def noise(count):
    generator = random.Random(20261120)
    for i in range(count):
        yield f"noise_{i}", bytes(generator.randrange(256) for _ in range(16 << (i % 5)))


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "corpus"
    corpora = {
        "geometry": [*pairs(), *noise(10)],
        "composite": [*composites(), *noise(10)],
        "sweep": [*sweeps(), *noise(10)],
        "world": [*worlds(), *noise(10)],
        "joints": [*tied_worlds(), *noise(10)],
        "api": [*sessions(), *noise(10)],
        "history": [*saved_worlds(), *noise(10)],
        "scene_file": [(name, text.encode()) for name, text in texts()],
    }
    for target, seeds in corpora.items():
        place = folder / target
        place.mkdir(parents=True, exist_ok=True)
        for old in place.iterdir():
            old.unlink()
        for name, content in seeds:
            (place / name).write_bytes(content)


if __name__ == "__main__":
    main()
