"""Every example scene and pair satisfies its schema in docs/, and the schemas refuse what the readers refuse.

Usage: schema.py SOURCE_FOLDER. Ends with 77 (skipped) when the module jsonschema is missing."""

import copy
import json
import os
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    system = "/usr/bin/python3"  # where Debian's packages are; another Python may come first in the path
    if os.path.exists(system) and os.path.realpath(sys.executable) != os.path.realpath(system):
        os.execv(system, [system] + sys.argv)
    print("the Python module jsonschema is missing (Debian: python3-jsonschema)")
    sys.exit(77)

source = pathlib.Path(sys.argv[1])
schema = json.loads((source / "docs/scene.schema.json").read_text())
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)

failures = []
scenes = sorted((source / "examples/scenes").glob("*.json"))
if len(scenes) < 16:
    failures.append(f"only {len(scenes)} example scenes")
for scene in scenes:
    for error in validator.iter_errors(json.loads(scene.read_text())):
        failures.append(f"{scene.name}: {error.json_path}: {error.message}")

good = {
    "name": "n", "description": "d", "world": {"gravity": [0, -1], "substeps": 4, "sleep": True, "impact_limits": {"per_pair": 1, "per_body": 2}},
    "run": {"dt": 0.5, "steps": 3}, "view": {"lower": [0, 0], "upper": [1, 1]},
    "materials": {"ice": {"friction": 0}},
    "bodies": [{
        "name": "b", "type": "dynamic", "position": [0, 0], "angle": 1, "velocity": [0, 0], "locks": ["x"],
        "material": "ice", "mass": {"mass": 1, "inertia": 1}, "repeat": {"count": 2, "step": [1, 0]},
        "shapes": [{"kind": "circle", "radius": 1}, {"kind": "capsule", "from": [0, 0], "to": [1, 0], "radius": 1},
                   {"kind": "segment", "from": [0, 0], "to": [1, 0]}, {"kind": "box", "width": 1, "height": 1},
                   {"kind": "polygon", "corners": [[0, 0], [1, 0], [0, 1]], "sensor": True, "sees_all": True,
                    "filter": {"category": 1, "mask": 2**64 - 1, "group": -1}},
                   {"kind": "simple_polygon", "corners": [[0, 0], [1, 0], [0, 1]]},
                   {"kind": "compound", "pieces": [{"kind": "circle", "radius": 1}, {"kind": "compound", "pieces": [
                       {"kind": "box", "width": 1, "height": 1}]}]},
                   {"kind": "chain", "points": [[0, 0], [1, 0]], "closed": False, "sides": "left"},
                   {"kind": "container", "room": {"kind": "circle", "radius": 1}},
                   {"kind": "grid", "cell": 2, "origin": [0, 0], "palette": ["ice"], "rows": ["#/", "##"], "legend": {
                       "/": {"form": "floor", "left": 0, "material": 1}, "-": "one_way_up"}},
                   {"kind": "mask", "pixel": [1, 2], "rows": ["#."]}, {"kind": "mask", "pixel": 1, "rows": ["#."]}]}],
    "joints": [
        {"kind": "revolute", "name": "j", "a": "b[0]", "b": "b[1]", "anchor": [0, 0], "angle": 1, "turned": 360, "radians": False,
         "spring": {"hertz": 1, "damping_ratio": 0, "rest": -1}, "motor": {"speed": -1, "largest": 0}, "user_data": 1,
         "limits": {"lower": -1, "upper": 1, "restitution": 1}, "collide_connected": True,
         "repeat": {"count": 1, "a": -1, "b": 1, "step": [0, 1]}},
        {"kind": "prismatic", "a": 0, "b": 1, "local_anchor_a": [0, 1], "axis": [0, 1], "rotation": [1, 0], "repeat": [{"count": 1}]},
        {"kind": "weld", "a": 0, "b": 1, "linear": {"hertz": 1}, "angular": {"damping_ratio": 1}},
        {"kind": "distance", "a": 0, "b": 1, "anchor_a": [0, 1], "local_anchor_b": [1, 0], "length": 1, "spring": {},
         "limits": {"lower": 0, "upper": 1}},
        {"kind": "wheel", "a": 0, "b": 1, "local_axis_a": [1, 1], "spring": {"rest": 1}},
        {"kind": "filter", "a": 0, "b": 1},
        {"kind": "target", "a": 0, "b": 1, "anchor": [0, 1], "spring": {"hertz": 2}, "largest_force": 1},
        {"kind": "gear", "a": 0, "b": 1, "local_anchor_b": [1, 0], "ratio": -2, "local_mark_a": [1, 0], "local_mark_b": [0, 1], "turned": 90},
        {"kind": "rack", "a": 0, "b": 1, "anchor": [0, 1], "axis": [0, 1], "radius": -0.5, "angle": 10},
        {"kind": "pulley", "a": 0, "b": 1, "wheel_a": [0, 5], "wheel_b": [1, 5], "wheel_radius": 0.1, "anchor_a": [0, 1], "local_anchor_b": [1, 0],
         "ratio": 2, "length": 9, "limits": {"lower": 0, "upper": 9}, "motor": {"largest": 1}}],
    "goals": [{"name": "g", "from": [0, 0], "to": [1, 0], "inward": [0, 1], "counts": ["b"]}],
}
for error in validator.iter_errors(good):
    failures.append(f"refused: {error.json_path}: {error.message}")

# Each is one change of the scene above: the way to the value, and the value (None: take it away).
bad = [
    (["bodies", 0, "shapes", 0, "sees_all"], True), (["bodies", 0, "shapes", 4, "sensor"], False), (["bodies"], None), (["gravity"], [0, 0]), (["world", "substeps"], 0), (["world", "substeps"], 1.5),
    (["world", "impact_limits", "per_pair"], 0), (["world", "impact_limits", "per_body"], 10001),
    (["world", "impact_limits", "pair"], 1),
    (["world", "gravity"], [0]), (["world", "gravity"], [0, 1e38]), (["run", "dt"], 0), (["run", "dt"], -1),
    (["run", "rate"], 60), (["run", "steps"], -1), (["view", "upper"], None), (["name"], "a\u0001b"),
    (["materials", "ice"], "snow"), (["bodies", 0, "type"], "static"), (["bodies", 0, "rotation"], [1, 0]),
    (["bodies", 0, "shape"], {"kind": "circle", "radius": 1}), (["bodies", 0, "position"], [0, "0"]),
    (["bodies", 0, "locks"], ["x", "x"]), (["bodies", 0, "locks"], ["z"]), (["bodies", 0, "mass", "mass"], 0),
    (["bodies", 0, "mass", "inertia"], None), (["bodies", 0, "repeat", "count"], 0), (["bodies", 0, "positon"], [0, 0]),
    (["bodies", 0, "linear_damping"], -1), (["bodies", 0, "table_friction"], {"linear": -1}),
    (["bodies", 0, "table_friction"], {"mu": 1}), (["bodies", 0, "user_data"], 2**64),
    (["bodies", 0, "material"], {"density": 0}), (["bodies", 0, "material"], {"restitution": -1}),
    (["bodies", 0, "shapes", 0, "radius"], 0), (["bodies", 0, "shapes", 0, "radius"], None),
    (["bodies", 0, "shapes", 0, "kind"], "disc"), (["bodies", 0, "shapes", 0, "width"], 1),
    (["bodies", 0, "shapes", 1, "to"], None), (["bodies", 0, "shapes", 2, "radius"], 1),
    (["bodies", 0, "shapes", 3, "width"], -1), (["bodies", 0, "shapes", 4, "corners"], [[0, 0], [1, 0]]),
    (["bodies", 0, "shapes", 4, "filter", "mask"], -1), (["bodies", 0, "shapes", 5, "corners"], [[0, 0], [1, 0]]),
    (["bodies", 0, "shapes", 5, "radius"], 1), (["bodies", 0, "shapes", 6, "pieces"], []),
    (["bodies", 0, "shapes", 6, "pieces", 0], {"kind": "segment", "from": [0, 0], "to": [1, 0]}),
    (["bodies", 0, "shapes", 6, "pieces", 0, "sensor"], True), (["bodies", 0, "shapes", 7, "points"], [[0, 0]]),
    (["bodies", 0, "shapes", 7, "sides"], "right"), (["bodies", 0, "shapes", 8, "room"], None),
    (["bodies", 0, "shapes", 8, "room", "kind"], "disc"), (["bodies", 0, "shapes", 9, "rows"], []),
    (["bodies", 0, "shapes", 9, "rows", 0], ""), (["bodies", 0, "shapes", 9, "cell"], 0),
    (["bodies", 0, "shapes", 9, "legend", "-"], "one_way"), (["bodies", 0, "shapes", 9, "legend", "ab"], "solid"),
    (["bodies", 0, "shapes", 9, "legend", "/", "left"], 17), (["bodies", 0, "shapes", 9, "legend", "/", "form"], "solid"),
    (["bodies", 0, "shapes", 9, "legend", "/", "material"], 256), (["bodies", 0, "shapes", 10, "rows", 0], "#o"),
    (["bodies", 0, "shapes", 10, "pixel"], [1, 0]), (["bodies", 0, "shapes", 11, "pixel"], 0), (["goals", 0, "inward"], None), (["goals", 0, "counts"], []),
    (["joints"], {}), (["joints", 0, "kind"], "hinge"), (["joints", 0, "kind"], None), (["joints", 0, "a"], None),
    (["joints", 0, "a"], -1), (["joints", 0, "b"], 0.5), (["joints", 0, "local_anchor_a"], [0, 0]), (["joints", 0, "rotation"], [1, 0]),
    (["joints", 0, "spring", "hertz"], -1), (["joints", 0, "motor", "largest"], -1), (["joints", 0, "limits", "upper"], None),
    (["joints", 0, "limits", "restitution"], 2), (["joints", 0, "axis"], [1, 0]), (["joints", 0, "repeat", "count"], 0),
    (["joints", 0, "repeat", "a"], 1000001), (["joints", 0, "radians"], 1), (["joints", 1, "axis"], [0, 0]),
    (["joints", 1, "local_axis_a"], [1, 0]), (["joints", 1, "repeat"], []), (["joints", 2, "linear", "rest"], 1),
    (["joints", 2, "motor"], {}), (["joints", 3, "length"], 0), (["joints", 3, "anchor_b"], [0, 0]),
    (["joints", 3, "limits", "lower"], -1), (["joints", 3, "spring"], {"rest": 1}), (["joints", 4, "angle"], 1),
    (["joints", 5, "collide_connected"], True), (["joints", 5, "anchor"], [0, 0]),
    (["joints", 7, "ratio"], 0), (["joints", 7, "local_mark_a"], None), (["joints", 7, "anchor"], [0, 0]),
    (["joints", 8, "radius"], 0), (["joints", 8, "ratio"], 1), (["joints", 9, "wheel_a"], None),
    (["joints", 9, "wheel_radius"], 0), (["joints", 9, "ratio"], -1), (["joints", 9, "anchor_b"], [0, 0]),
]
for path, value in bad:
    scene = copy.deepcopy(good)
    place = scene
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    if validator.is_valid(scene):
        failures.append(f"accepted: {path} = {value!r}")

# Pairs: their schema refers to that of scenes.
pair_text = (source / "docs/pair.schema.json").read_text().replace("scene.schema.json#/$defs/", "#/$defs/")
pair_schema = json.loads(pair_text)
pair_schema["$defs"].update(schema["$defs"])
jsonschema.Draft202012Validator.check_schema(pair_schema)
pair_validator = jsonschema.Draft202012Validator(pair_schema)
pairs = sorted((source / "examples/pairs").glob("*.json"))
if len(pairs) < 11:
    failures.append(f"only {len(pairs)} example pairs")
for pair in pairs:
    for error in pair_validator.iter_errors(json.loads(pair.read_text())):
        failures.append(f"{pair.name}: {error.json_path}: {error.message}")
disc = {"shape": {"kind": "circle", "radius": 1}}
bad_pairs = [
    {}, {"a": disc}, {"a": disc, "b": {}}, {"a": disc, "b": disc, "c": disc}, {"a": disc, "b": disc, "name": "a\nb"},
    {"a": disc, "b": {**disc, "angle": 1, "rotation": [1, 0]}}, {"a": disc, "b": {**disc, "velocity": [0, 0]}},
    {"a": disc, "b": {"shape": {"kind": "circle", "radius": 0}}}, {"a": disc, "b": {**disc, "position": [0]}},
]
for pair in bad_pairs:
    if pair_validator.is_valid(pair):
        failures.append(f"accepted: {pair}")

print("\n".join(failures) or f"{len(scenes)} scenes, {len(bad)} bad ones; {len(pairs)} pairs, {len(bad_pairs)} bad ones")
sys.exit(1 if failures else 0)
