"""Prints the UTC offset of each zone at 9:00 of each day, by the zone data of PyPI's newest tzdata."""
import datetime
import json
import sys
import zoneinfo
from importlib import resources

given = json.loads(sys.argv[1])
zoneinfo.reset_tzpath(to=[])
first = datetime.datetime.fromisoformat(given["first"])
# Factory is what the database calls a zone that was not set.
names = [name for name in resources.files("tzdata").joinpath("zones").read_text().split() if name != "Factory"]


def starts(name):
    zone = zoneinfo.ZoneInfo(name)
    days = (first + datetime.timedelta(days=n) for n in range(given["days"]))
    return [int(day.replace(tzinfo=zone).timestamp()) for day in days]


print(json.dumps({name: starts(name) for name in names}))
