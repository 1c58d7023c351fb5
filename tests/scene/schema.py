"""Every example scene satisfies docs/scene.schema.json, and the schema refuses what the reader refuses.

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
if len(scenes) < 6:
    failures.append(f"only {len(scenes)} example scenes")
for scene in scenes:
    for error in validator.iter_errors(json.loads(scene.read_text())):
        failures.append(f"{scene.name}: {error.json_path}: {error.message}")

good = {
    "name": "n", "description": "d", "world": {"gravity": [0, -1], "substeps": 4, "sleep": True},
    "run": {"dt": 0.5, "steps": 3}, "view": {"lower": [0, 0], "upper": [1, 1]},
    "materials": {"ice": {"friction": 0}},
    "bodies": [{
        "name": "b", "type": "dynamic", "position": [0, 0], "angle": 1, "velocity": [0, 0], "locks": ["x"],
        "material": "ice", "mass": {"mass": 1, "inertia": 1}, "repeat": {"count": 2, "step": [1, 0]},
        "shapes": [{"kind": "circle", "radius": 1}, {"kind": "capsule", "from": [0, 0], "to": [1, 0], "radius": 1},
                   {"kind": "segment", "from": [0, 0], "to": [1, 0]}, {"kind": "box", "width": 1, "height": 1},
                   {"kind": "polygon", "corners": [[0, 0], [1, 0], [0, 1]], "sensor": True,
                    "filter": {"category": 1, "mask": 2**64 - 1, "group": -1}}]}],
    "goals": [{"name": "g", "from": [0, 0], "to": [1, 0], "inward": [0, 1], "counts": ["b"]}],
}
for error in validator.iter_errors(good):
    failures.append(f"refused: {error.json_path}: {error.message}")

# Each is one change of the scene above: the way to the value, and the value (None: take it away).
bad = [
    (["bodies"], None), (["gravity"], [0, 0]), (["world", "substeps"], 0), (["world", "substeps"], 1.5),
    (["world", "gravity"], [0]), (["world", "gravity"], [0, 1e38]), (["run", "dt"], 0), (["run", "dt"], -1),
    (["run", "rate"], 60), (["run", "steps"], -1), (["view", "upper"], None), (["name"], "a\u0001b"),
    (["materials", "ice"], "snow"), (["bodies", 0, "type"], "static"), (["bodies", 0, "rotation"], [1, 0]),
    (["bodies", 0, "shape"], {"kind": "circle", "radius": 1}), (["bodies", 0, "position"], [0, "0"]),
    (["bodies", 0, "locks"], ["x", "x"]), (["bodies", 0, "locks"], ["z"]), (["bodies", 0, "mass", "mass"], 0),
    (["bodies", 0, "mass", "inertia"], None), (["bodies", 0, "repeat", "count"], 0), (["bodies", 0, "positon"], [0, 0]),
    (["bodies", 0, "linear_damping"], -1), (["bodies", 0, "user_data"], 2**64),
    (["bodies", 0, "material"], {"density": 0}), (["bodies", 0, "material"], {"restitution": -1}),
    (["bodies", 0, "shapes", 0, "radius"], 0), (["bodies", 0, "shapes", 0, "radius"], None),
    (["bodies", 0, "shapes", 0, "kind"], "disc"), (["bodies", 0, "shapes", 0, "width"], 1),
    (["bodies", 0, "shapes", 1, "to"], None), (["bodies", 0, "shapes", 2, "radius"], 1),
    (["bodies", 0, "shapes", 3, "width"], -1), (["bodies", 0, "shapes", 4, "corners"], [[0, 0], [1, 0]]),
    (["bodies", 0, "shapes", 4, "filter", "mask"], -1), (["goals", 0, "inward"], None), (["goals", 0, "counts"], []),
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

print("\n".join(failures) or f"{len(scenes)} scenes, {len(bad)} bad ones")
sys.exit(1 if failures else 0)
