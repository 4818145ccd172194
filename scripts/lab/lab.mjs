import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../steps.mjs';

// `npm run bench -- NAME …` measures, `npm run proof -- NAME …` proves; without a name, the list. docs/benchmarks.md has the figures,
// docs/proofs.md what each proof promises.

/** What is measured, by name: what it says, and its file where that is not `NAME.mjs`. @type {Record<string, [says: string, file?: string]>} */
const measurements = {
  bulk: ['many records at once: arrays, a change set, record by record'],
  changes: ['change sets of up to 200,000 items'],
  'first-load': ['the script that the product grid loads, against its budget', '../first-load.mjs'],
  'first-hour': [
    'keys, clicks and seconds of a new customer, from an empty service to a receipt of a paired till',
  ],
  'first-visit': ['requests and bytes until a first visit is shown, on a slow line'],
  history: ['sales over years: five years by product, by department, by hour …'],
  house: ['the size of this repository: lines, files, decisions, words'],
  import: ['reading a file of products into the page, and applying it'],
  list: ['pages of a list, by each sort and filter'],
  load: ['requests a second, by kind'],
  'lowest-prices': ['the lowest price of the last days, for many products'],
  memory: ['memory of the service under load'],
  million: ['a catalogue of a million products'],
  notify: ['live changes to many pages'],
  partitions: ['layouts of receipts by month', 'partitions/partitions.mjs'],
  peers: ['the same work beside another product of the kind', 'peers/peers.mjs'],
  pictures: ['the pictures of the README, made from the demo'],
  report: ['the report of a business day'],
  scroll: ['scrolling a long list in a browser'],
  summary: ['the report of a period'],
  tasks: ['keys and clicks of the commonest tasks, in a browser'],
  tills: ['tills that post receipts'],
  turns: ['turns between tenants'],
  waits: ['what somebody waits for in a browser, also on a slow processor'],
  'whose-change': ['who changed a field, over a long trail'],
  year: ['a year of fifty stores', 'year/year.mjs'],
};

/** What is proven. Those without a file of their own are in proofs.mjs. @type {typeof measurements} */
const proofs = {
  bakery: ['a public set of receipts of a bakery adds up', 'bakery.mjs'],
  changes: ['change sets beside other writes, killed in the middle'],
  crash: ['no acknowledged write is lost when the service is killed'],
  events: ['one event for each write, in order'],
  failover: ['another PostgreSQL takes over, with Patroni'],
  faults: ['planted faults are found by the tests', 'faults.mjs'],
  image: ['the container image starts, and has what it needs', 'image.mjs'],
  mail: ['mail is sent once'],
  months: ['each month is what was sold, to the smallest unit', 'months.mjs'],
  move: ['a chain moves to another service while its tills sell'],
  office: ['LibreOffice reads what is exported', 'office.mjs'],
  openapi: ['the OpenAPI document by the rules of Spectral and Redocly', 'openapi.mjs'],
  outage: ['the database restarts, freezes, fills up, or fails under load'],
  pair: ['two services on one database'],
  pitr: ['the database goes back to a point in time'],
  pooler: ['PgBouncer between service and database'],
  powercut: ['no acknowledged write is lost when the power is cut'],
  proxies: ['nginx and Caddy before the service, with the files of deploy/'],
  races: ['writes at the same moment'],
  random: ['requests by chance against the OpenAPI document'],
  saft: ['a SAF-T file against the schema of the tax administration', 'books.mjs'],
  same: [
    'the product answers and shows the same as before a change that is meant to change nothing',
    'same.mjs',
  ],
  standby: ['reads of a standby are never older than what their client has seen'],
  stop: ['the service ends without losing a request'],
  versions: ['two versions of the service on one database'],
  webhooks: ['every event is delivered, in order, over kills and faulty receivers'],
};

const kinds = { bench: measurements, proof: proofs };
const [kind = '', name, ...args] = process.argv.slice(2);
const known = kind === 'bench' || kind === 'proof' ? kinds[kind] : undefined;
if (!known) throw new Error('bench or proof?');
const entry = name === undefined ? undefined : known[name];
if (name === undefined || !entry) {
  if (name !== undefined) console.error(`There is no ${kind} “${name}”.\n`);
  const width = Math.max(...Object.keys(known).map((each) => each.length));
  for (const [each, [says]] of Object.entries(known)) console.log(`${each.padEnd(width)}  ${says}`);
  process.exit(name === undefined ? 0 : 2);
}
const own = path.join(root, 'scripts/lab', entry[1] ?? `${name}.mjs`);
const isOwn = kind === 'bench' || entry[1] !== undefined;
if (isOwn && !existsSync(own)) throw new Error(`${own} is missing`);
const script = isOwn ? own : path.join(root, 'scripts/lab/proofs.mjs');
process.argv.splice(1, Infinity, script, ...(isOwn ? args : [name, ...args]));
await import(pathToFileURL(script).href);
