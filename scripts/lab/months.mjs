import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ensure, client, refusal } from './api.mjs';
import { receiptOfYear, years } from './months-receipts.mjs';
import { printTable } from './measure.mjs';
import { startService } from './service.mjs';

const usage = `node scripts/lab/months.mjs [--receipts 20] [--base-url http://127.0.0.1:4000 --key KEY]

Sells a year in a shop in Tokyo (yen, no decimals) and in one in Kuwait (dinars, three), so many receipts a day, and proves that each
month is what was sold, to the smallest unit: by rate and by tender, from the sealed days and from the receipts. Then the months are locked, no
day of them opens again, and their papers are the same bytes before and after an export. Without an address it starts a service of its own.`;

const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '20' },
    'base-url': { type: 'string' },
    key: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const year = 2025;
const service = values['base-url'] ? null : await startService({});
const base = values['base-url'] ?? service?.url ?? '';
const key = values.key ?? service?.key ?? '';
const send = client(base, key);
/** @type {string[]} */
const wrong = [];
const must = (/** @type {boolean} */ holds, /** @type {string} */ what) => {
  if (!holds) wrong.push(what);
};
/** @type {string[][]} */
const table = [];
try {
  for (const rate of new Set(years.flatMap(({ rates }) => rates)))
    await ensure(send, 'tax', { name: `Rate ${rate}`, rate });
  for (const shop of years) await sellYear(shop);
  for (let month = 1; month <= 12; month += 1) await lockMonth(`${year}-${String(month).padStart(2, '0')}`);
} finally {
  await service?.stop();
}
printTable(['month', 'currency', 'receipts', 'gross', 'VAT', 'equal'], table);
console.log(
  `${table.length} months, each computed three times: by this script, from the sealed days, from the receipts.`,
);
if (wrong.length > 0) {
  console.error(`\n${wrong.length} WRONG:\n${wrong.slice(0, 20).join('\n')}`);
  process.exit(1);
}

/** Sells and closes each day of the year, and holds each month against what was sold. @param {typeof years[number]} shop */
async function sellYear(shop) {
  const { currency, timezone, name, scale } = shop;
  const location_id = await ensure(send, 'location', { name, data: { timezone, currency } });
  const pos_id = await ensure(send, 'pos', { name: `${name}, till`, location_id });
  let number = 0;
  for (let month = 1; month <= 12; month += 1) {
    const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const called = `${year}-${String(month).padStart(2, '0')}`;
    /** @type {ReturnType<typeof receiptOfYear>[]} */
    const sold = [];
    for (let date = 1; date <= days; date += 1) {
      const day = { location_id, date: `${called}-${String(date).padStart(2, '0')}` };
      const made = await send('POST', '/api/secure/businessday', day);
      if (made.status !== 201) throw refusal(`POST businessday ${day.date}`, made);
      const own = Array.from({ length: Number(values.receipts) }, () =>
        receiptOfYear(shop, { ...day, pos_id, businessday_id: made.body.id, number: (number += 1) }),
      );
      sold.push(...own);
      const posted = await send(
        'POST',
        '/api/secure/sales',
        own.map(({ json }) => json),
      );
      if (posted.status !== 200) throw refusal(`POST sales ${day.date}`, posted);
      const closed = await send('PUT', `/api/secure/businessday/${made.body.id}`, { status: 'closed' });
      if (closed.status !== 200) throw refusal(`PUT businessday ${day.date}`, closed);
    }
    await holdMonth(called, { currency, scale }, sold);
  }
}

/**
 * Holds a month against the receipts that were sent.
 *
 * @param {string} month
 * @param {{ currency: string, scale: number }} money
 * @param {ReturnType<typeof receiptOfYear>[]} sold
 */
async function holdMonth(month, { currency, scale }, sold) {
  const { status, body } = await send('GET', `/api/secure/report/month?month=${month}&currency=${currency}`);
  if (status !== 200) throw refusal(`GET month ${month}`, { status, body, headers: new Headers() });
  const units = (/** @type {string} */ text) => Math.round(Number(text) * 10 ** scale);
  const add = (/** @type {(one: ReturnType<typeof receiptOfYear>) => number} */ of) =>
    sold.reduce((sum, one) => sum + of(one), 0);
  const gross = add((one) => one.gross);
  const tax = add((one) => one.tax);
  const at = `${month} ${currency}`;
  must(body.totals.count === sold.length, `${at}: ${body.totals.count} of ${sold.length} receipts`);
  for (const from of [body.totals, body.sealed]) {
    must(units(from.gross) === gross, `${at}: gross ${from.gross}, sold ${gross}`);
    must(units(from.tax) === tax, `${at}: tax ${from.tax}, sold ${tax}`);
    must(units(from.net) === gross - tax, `${at}: net ${from.net}`);
    for (const row of from.by_tax)
      must(units(row.tax) === add((one) => one.taxOf(row.rate)), `${at}: tax at ${row.rate} is ${row.tax}`);
  }
  for (const row of body.totals.by_tender)
    must(units(row.amount) === add((one) => (one.tender === row.type ? one.gross : 0)), `${at}: ${row.type}`);
  must(body.equal && units(body.difference.gross) === 0, `${at}: the two computations differ`);
  must(
    body.locations.length === 1 && units(body.locations[0].gross) === gross,
    `${at}: the location comes to ${body.locations[0]?.gross}`,
  );
  must(!body.totals.gross.includes('.') === (scale === 0), `${at}: ${body.totals.gross} has other decimals`);
  table.push([month, currency, String(sold.length), body.totals.gross, body.totals.tax, String(body.equal)]);
}

/** Locks a month of both shops, and holds its days and its papers. @param {string} month */
async function lockMonth(month) {
  const locked = await send('POST', `/api/secure/report/month/${month}/lock`, {});
  if (locked.status !== 201) throw refusal(`lock ${month}`, locked);
  const { body } = await send(
    'GET',
    `/api/secure/report/month?month=${month}&currency=${years[0]?.currency}`,
  );
  const day = body.days[0].id;
  const opened = await send('PUT', `/api/secure/businessday/${day}`, {
    status: 'open',
    data: { note: 'Again' },
  });
  must(
    opened.status === 409 && opened.body.code === 'month_locked',
    `${month}: a day opens: ${opened.status}`,
  );
  const before = await paper(month);
  const exported = { status: 'exported', data: { voucher_num: `M-${month}` } };
  const put = await send('PUT', `/api/secure/businessday/${day}`, exported);
  must(put.status === 200, `${month}: a day is exported: ${put.status}`);
  must((await paper(month)) === before, `${month}: its paper has other bytes after an export`);
}

/** Returns the hash of a month's paper. @param {string} month */
async function paper(month) {
  const currency = years[0]?.currency;
  const response = await fetch(`${base}/api/secure/report/month.pdf?month=${month}&currency=${currency}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  if (response.status !== 200) throw new Error(`month.pdf ${month}: ${response.status}`);
  return createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex');
}
