import { parseArgs } from 'node:util';
import { client, ensure, refusal } from './api.mjs';
import { receiptsOf, sellings } from './bakery-receipts.mjs';
import { readCsv } from './csv.mjs';

const usage = `node scripts/lab/bakery.mjs --base-url http://127.0.0.1:4000 --key KEY --file bakery-receipts.csv

Posts real receipts (columns Date, Time, Transaction, Item) as business days through arrays, with made-up prices at two
tax rates, and proves that every day adds up and that what the reports count is what the file holds. Run again on
the same file it posts the same receipts, which changes nothing.`;

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string', default: 'http://127.0.0.1:4000' },
    key: { type: 'string' },
    file: { type: 'string' },
  },
});
const { key, file } = values;
if (!key || !file) {
  console.error(usage);
  process.exit(2);
}
const send = client(values['base-url'], key);
const sold = await sellings(readCsv(file));
const location_id = await ensure(send, 'location', {
  name: 'The bakery of the file',
  data: { timezone: 'Europe/London', currency: 'GBP' },
});
// Rates and prices are invented; cash is rounded to five pence.
for (const rate of ['5', '20']) await ensure(send, 'tax', { name: `VAT ${rate}`, rate });
await ensure(send, 'tender', {
  name: 'Cash, rounded',
  type: 'cash',
  data: { rounding: { unit: '0.05', mode: 'half_up' } },
});
const pos_id = await ensure(send, 'pos', { name: 'The bakery’s till', location_id });

const pence = (/** @type {string} */ text) => Math.round(Number(text) * 100);
/** @type {string[]} */
const wrong = [];
const must = (/** @type {boolean} */ holds, /** @type {string} */ what) => {
  if (!holds) wrong.push(what);
};
const began = performance.now();
const seen = { days: 0, receipts: 0, lines: 0, none: 0, empty: 0, missing: 0, gross: 0 };
/** What the reports of a month's days come to, in pence. @type {Map<string, { count: number, gross: number, tax: number }>} */
const months = new Map();
/** @type {string[]} */
const open = [];
/** @type {{ id: string, receipts: Record<string, unknown>[] } | null} */
let first = null;
let last = 0;
let float = 20_000;
for (const [date, transactions] of sold) {
  const { day, receipts, cash } = receiptsOf({ date, transactions, location_id, pos_id, float });
  float += cash;
  const known = await send('GET', `/api/secure/businessday/${day.id}`);
  if (known.status === 404) {
    const made = await send('POST', '/api/secure/businessday', day);
    if (made.status !== 201) throw refusal('POST businessday', made);
  }
  for (const time of ['first', 'again']) {
    const answer = await send('POST', '/api/secure/sales', receipts);
    if (answer.status !== 200) throw refusal(`POST sales, ${date}, ${time}`, answer);
  }
  first ??= { id: day.id, receipts };
  const { body: report, status } = await send('GET', `/api/secure/report/businessdaytx/${day.id}`);
  must(status === 200, `${date}: the report is answered with ${status}`);
  // A number that the file lacks is a gap, the only finding that is allowed.
  const numbers = transactions.map(({ number }) => number);
  const missing = numbers.filter((number, at) => number !== (numbers[at - 1] ?? last) + 1);
  last = numbers.at(-1) ?? last;
  for (const { code, ok, faults } of report.checks) {
    if (code === 'receipt_sequence') {
      const gaps = faults.map((/** @type {{ actual: string }} */ { actual }) => Number(actual));
      must(
        String(gaps) === String(missing),
        `${date}: gaps before ${gaps.join(', ')}, in the file before ${missing.join(', ')}`,
      );
    } else must(ok, `${date}: ${code} does not hold`);
  }
  const items = transactions.flatMap((one) => one.items);
  const byItem = new Map(items.map((item) => [item, items.filter((other) => other === item).length]));
  must(
    report.totals.count === transactions.length,
    `${date}: ${report.totals.count} of ${transactions.length} receipts`,
  );
  must(
    report.totals.by_plu.length === byItem.size,
    `${date}: ${report.totals.by_plu.length} of ${byItem.size} items`,
  );
  for (const { name, qty } of report.totals.by_plu)
    must(Number(qty) === byItem.get(name), `${date}: ${qty} of ${byItem.get(name)} ${name}`);
  seen.days += 1;
  seen.receipts += transactions.length;
  seen.lines += items.length;
  seen.none += byItem.get('NONE') ?? 0;
  seen.empty += transactions.filter((one) => one.items.every((item) => item === 'NONE')).length;
  seen.missing += missing.length;
  seen.gross += pence(report.totals.gross);
  const month = months.get(date.slice(0, 7)) ?? { count: 0, gross: 0, tax: 0 };
  months.set(date.slice(0, 7), {
    count: month.count + report.totals.count,
    gross: month.gross + pence(report.totals.gross),
    tax: month.tax + pence(report.totals.tax),
  });
  if (report.businessday.status === 'open') open.push(day.id);
}
if (first) await refusals(first);
// Only closed days are part of a month.
for (const id of open) await send('PUT', `/api/secure/businessday/${id}`, { status: 'closed' });
for (const [month, days] of months) {
  const { body, status } = await send(
    'GET',
    `/api/secure/report/month?month=${month}&location_id=${location_id}&currency=GBP`,
  );
  must(status === 200, `${month}: the month is answered with ${status}`);
  for (const from of [body.totals, body.sealed]) {
    const found = { count: from.count, gross: pence(from.gross), tax: pence(from.tax) };
    must(
      JSON.stringify(found) === JSON.stringify(days),
      `${month}: ${JSON.stringify(found)}, its days come to ${JSON.stringify(days)}`,
    );
  }
  must(body.equal === true, `${month}: the two computations differ`);
}
console.log(`${seen.days} days, ${seen.receipts} receipts, ${seen.lines} lines, each posted twice; ${((performance.now() - began) / 1000).toFixed(1)} s
£${(seen.gross / 100).toFixed(2)} in all. Every day adds up, to the penny: lines, tax, tenders, breakdowns, drawer;
  and each of ${months.size} months is its days, from the seals and from the receipts.
NONE: ${seen.none} lines name no item. Each is kept as a line of no product at 0.00, so that the counts are the file's;
  ${seen.empty} receipts have no other line: they are receipts of 0.00 without a tender.
Numbers: the file's transactions leave ${seen.missing} gaps; the check of the sequence found each of them and no other.`);
if (wrong.length > 0) {
  console.error(`\n${wrong.length} WRONG:\n${wrong.slice(0, 20).join('\n')}`);
  process.exit(1);
}

/**
 * Checks that a changed receipt is refused by name, and that nothing of its array is written.
 *
 * @param {{ id: string, receipts: Record<string, unknown>[] }} day
 */
async function refusals({ id, receipts }) {
  const [one, two] = receipts;
  if (!one || !two) return;
  const changed = { ...two, total: '999.99' };
  const fresh = { ...one, id: crypto.randomUUID() };
  const answer = await send('POST', '/api/secure/sales', [one, fresh, changed]);
  must(
    answer.status === 409 && answer.body.errors?.[0]?.pointer === '/2',
    `A changed receipt is answered with ${answer.status} ${JSON.stringify(answer.body.errors)}`,
  );
  const found = await send('GET', `/api/secure/sales/${fresh.id}`);
  must(found.status === 404, 'A receipt beside a changed one was written');
  const { body } = await send('GET', `/api/secure/report/businessdaytx/${id}`);
  must(body.totals.count === receipts.length, 'The day has another number of receipts after a refusal');
}
