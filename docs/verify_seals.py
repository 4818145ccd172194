#!/usr/bin/env python3
"""Verifies the seals of every business day that an API key may read, by docs/seals.md alone.

    TILLHOUSE_KEY=th_... python3 verify_seals.py https://tills.example
"""
import decimal, hashlib, json, os, sys, urllib.request

decimal.getcontext().prec = 1000
DAY = "id company_id location_id name date opened_at closed_at snapshot late_z_reports totals data".split()
RECEIPT = """id active name businessday_id location_id pos_id receipt_num type completed_at cashier customer_id currency
    total total_net total_tax rounding removed company_id created_at data""".split()
HEAD = "at businessday_id by content contents location_id number previous reason".split()


class Number(str):
    """A number of the JSON text with all of its digits."""


def canonical(value):
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, Number):
        number = decimal.Decimal(value)
        return format(number.normalize(), "f") if number else "0"
    return json.dumps(value, ensure_ascii=False)


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def only(record, fields, without):
    data = {name: value for name, value in record["data"].items() if name not in without}
    return {name: record[name] for name in fields if name in record} | {"data": data}


def content_of(report):
    day = only(report["businessday"], DAY, ("modified_at", "note", "voucher_num"))
    receipts = [only(receipt, RECEIPT, ("modified_at",)) for receipt in report["transactions"]]
    return sha256(canonical({"businessday": day, "contents": Number(1), "transactions": receipts}))


def get(path):
    request = urllib.request.Request(sys.argv[1] + path, headers={"Authorization": "Bearer " + os.environ["TILLHOUSE_KEY"]})
    return json.loads(urllib.request.urlopen(request).read(), parse_int=Number, parse_float=Number)


faults, chains, page = [], {}, 1
while days := get(f"/api/secure/businessday?pageSize=1000&page={page}"):
    page += 1
    for day in days:
        report = get("/api/secure/report/businessdaytx/" + day["id"])
        for seal in report["seals"]:
            chains.setdefault(seal["location_id"], {})[int(seal["number"])] = seal
        if day["status"] != "open" and (not report["seals"] or report["seals"][-1]["content"] != content_of(report)):
            faults.append(f"{day['date']} {day['id']}: the day is not what was sealed")
for location, seals in chains.items():
    for number in range(1, max(seals) + 1):
        seal, before = seals.get(number), seals.get(number - 1)
        if seal is None or seal["previous"] != (before["hash"] if before else None):
            faults.append(f"location {location}: seal {number} does not follow from the one before it")
        elif sha256(canonical({name: seal[name] for name in HEAD})) != seal["hash"]:
            faults.append(f"location {location}: the hash of seal {number} is not that of what it says")
print("\n".join(faults) or f"{sum(map(len, chains.values()))} seals of {len(chains)} locations hold.")
sys.exit(1 if faults else 0)
