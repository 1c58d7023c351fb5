"""All records: those of tables are named here, those of campaigns in the pages."""

from . import code, measured, tables
from .campaigns import Campaign
from .pages import all_places

REST = ("rest-rooms", "rest-places")
FAMILIES = ("single-point", "flat-landing", "friction-angle", "rocking", "free-pairs", "throws", "closed-rooms", "bowl", "seams")
JOINTS = ("pendulum", "double-pendulum", "chain", "bridge", "loaded-bridge", "ragdoll", "spring", "motor", "slider", "four-bar",
          "pendulum-cradle", "pendulum-wall", "rope")
QUICK_JOINTS = ("pendulum", "spring", "motor", "slider", "rope", "ragdoll")
QUICK_LAWS = ("drop-disc", "restitution", "slow-ball", "momentum", "cradle", "cradle-floor", "valley", "billiard", "slide", "slope",
              "roll", "tower", "card-house", "ball-on-top")
QUICK_FAMILIES = ("single-point", "flat-landing", "friction-angle", "rocking", "throws", "seams")
OTHER_FOLDERS = "--folder world --folder broad --folder history --folder response --folder scene --folder simd --count 300"


def known_tables():
    readme = tables.Readme()
    laws = tables.Laws("laws", lambda name: name not in REST + FAMILIES + JOINTS, [], QUICK_LAWS)
    readme.laws = laws
    return [
        readme, laws,
        tables.Laws("laws-joints", lambda name: name in JOINTS, [], QUICK_JOINTS),
        tables.Laws("laws-rest", lambda name: name in REST, ["--quick"], REST),
        tables.Laws("laws-rest-all", lambda name: name in REST, ["--engine", "bankshot"], ("rest-places",)),
        tables.Laws("laws-families", lambda name: name in FAMILIES, [], QUICK_FAMILIES),
        tables.Bench(), *measured.known(), tables.PairsTable(),
        tables.Faults("mutants", "--folder query --folder shape"), tables.Faults("mutants-world", OTHER_FOLDERS),
    ]


def all_records(root):
    """Every record, in the order in which they are made: quick ones first. Second, what is wrong with the pages."""
    places, records, faults = all_places(root), [], []
    for record in known_tables():
        record.place = places.pop(record.name, None)
        if record.place is None or record.place.campaign:
            faults.append(f"{record.page}: has no line for the record {record.name}")
        elif record.place.page.name != record.page:
            faults.append(f"{record.place.where()}: the record {record.name} belongs into {record.page}")
        else:
            records.append(record)
    rows = []
    for place in places.values():
        if place.campaign:
            rows.append(Campaign(place))
        else:
            faults.append(f"{place.where()}: nothing makes the record {place.name}")
    slow = [record for record in records if record.kind == "table" and record.name.startswith("mutants")]
    quick = [record for record in records if record not in slow]
    quick.sort(key=lambda record: record.name == "readme-laws")  # after those that it is taken from
    return quick + sorted(rows, key=lambda row: row.cases) + slow, faults
