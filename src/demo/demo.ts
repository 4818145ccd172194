import { articles } from './catalogue';
import { customers } from './customers';
import {
  departmentRecords,
  groupRecords,
  priceListRecords,
  supplierRecords,
  taxRecords,
} from './master-data';
import { locationRecords, registerRecords, tenderRecords, tills } from './places';
import { product } from './product';
import { lastTwelveMonths, monthSales, isSoldBy } from './sales';
import { uuidAt } from './seed';
import type { DemoCompany, DemoKey, DemoResource, DemoRecord } from './shape';
import { additionalFields, cinnamonBun } from './cinnamon-bun';
import {
  departments,
  discounts,
  groups,
  taxes,
  places,
  priceLists,
  suppliers as supplierWords,
  tenders,
  type Article,
  type Owner,
} from './words';
import { charts } from '@/resources/account/charts/charts';
import { accountBody } from '@/resources/account/charts/missing-rows';
import type { ChartRow } from '@/resources/account/charts/chart';

/** The reasons that the demo's tills write for cash that leaves the drawers, or comes into them. */
const reasonOf: Partial<Record<ChartRow['use'], string>> = {
  safe_drop: 'Deposit to the safe',
  bank_drop: 'Deposit to the bank',
};

/** Change that a shop gets from the bank on Saturdays. */
const change: ChartRow = {
  use: 'paid_in',
  code: '1940',
  name: 'Rahaa matkalla pankista',
  kind: 'Change from the bank',
  assumes: 'bank',
};

/** An account of a rate that has ended. */
const ended: ChartRow = {
  use: 'vat',
  tax_rate: '24',
  code: '29390',
  name: 'Myynnin ALV 24 %',
  assumes: 'vat',
};

/**
 * Returns the table of accounts of the company `of`: the Finnish chart, with the reasons that its tills write. The group sells
 * nothing itself.
 */
function accountRecords(of: Owner, idOf: (at: number) => string): DemoRecord[] {
  if (of === 'group') return [];
  return [...charts.FI.rows, change, ended].map((row, at) => ({
    ...accountBody({ ...row, ...(reasonOf[row.use] && { kind: reasonOf[row.use] }) }, 'en'),
    id: idOf(at),
    active: row !== ended,
  }));
}

interface Start {
  of: Owner;
  name: string;
  ident: string;
  customers: number;
  /** When the company's first record and first product were created; the ids are ordered by these. */
  began: string;
  catalogue: string;
  keys: DemoKey[];
}

const starts: Start[] = [
  {
    of: 'group',
    name: 'Rantakulma Group',
    ident: '9000001-1',
    customers: 0,
    began: '2024-04-15T06:00:00Z',
    catalogue: '2024-04-18T06:00:00Z',
    keys: [
      { name: 'Group administration', role: 'admin' },
      { name: 'Group bookkeeping', role: 'accountant' },
    ],
  },
  {
    of: 'helsinki',
    name: 'Rantakulma Helsinki',
    ident: '1234567-1',
    customers: 250,
    began: '2024-04-29T06:00:00Z',
    catalogue: '2024-05-02T17:48:38.641Z',
    keys: [
      { name: 'Administration', role: 'admin' },
      { name: 'Price import', role: 'manager' },
      { name: 'Bookkeeping', role: 'accountant' },
      { name: 'Webshop stock sync', role: 'terminal' },
      { name: 'Till 2, Hakaniemi', role: 'terminal' },
    ],
  },
  {
    of: 'tampere',
    name: 'Rantakulma Tampere',
    ident: '9000003-8',
    customers: 150,
    began: '2024-09-02T06:00:00Z',
    catalogue: '2024-09-05T06:00:00Z',
    keys: [
      { name: 'Administration', role: 'admin' },
      { name: 'Price import', role: 'manager' },
      { name: 'Till 1, Tampere, Tammela', role: 'terminal' },
    ],
  },
];

const minute = 60_000;
const day = 1440 * minute;

/**
 * Returns the Rantakulma group on the day `today` (YYYY-MM-DD): parents first, the records of each resource in the
 * order of their creation. The result is the same on every run; `today` changes only the month sales.
 */
export function demoCompany({ today }: { today: string }): DemoCompany[] {
  const all = articles();
  const months = lastTwelveMonths(today);
  const guids = vocabularyGuids();
  const guidOf = (resource: DemoResource, key: string) => {
    const id = guids.get(`${resource} ${key}`);
    if (id === undefined) throw new RangeError(`No ${resource} ${key} in the demo's words`);
    return id;
  };
  const pluIds = new Map(all.map((article, at) => [article.code, pluId(article, at)]));
  const pluIdOf = (article: Article) => pluIds.get(article.code) ?? '';
  const customerId = (of: Owner, at: number) =>
    uuidAt(Date.parse(startOf(of).catalogue) + (at + 2) * 2 * day + at * 37 * minute, `${of} customer ${at}`);
  return starts.map(({ of, name, ident, keys, customers: count }) => ({
    id: companyId(of),
    parent_id: of === 'group' ? null : companyId('group'),
    name,
    ident,
    data: {
      currency: 'EUR',
      locale: 'fi-FI',
      timezone: 'Europe/Helsinki',
      ...(of === 'helsinki' ? { additional_fields: additionalFields } : {}),
    },
    records: {
      tax: taxRecords(of, guidOf),
      grp: groupRecords(of, guidOf),
      dpt: departmentRecords(of, guidOf),
      pricelist: priceListRecords(of, guidOf),
      supplier: supplierRecords(of, guidOf),
      tender: tenderRecords(of, guidOf),
      account: accountRecords(of, (at) => accountId(of, at)),
      location: locationRecords(of, ident, guidOf),
      pos: registerRecords(of, guidOf),
      plu: all
        .filter((article) => article.of === of)
        .map((article) => product(article, pluIdOf(article), guidOf)),
      customer: of === 'group' ? [] : customers(of, count, (at) => customerId(of, at)),
      discount: discountRecords(of, {
        discount: (key) => guidOf('discount', key),
        dpt: (key) => guidOf('dpt', key),
        location: (key) => guidOf('location', key),
        plu: (code) => pluIds.get(code) ?? '',
        customer: (at) => customerId(of, at),
      }),
    },
    monthSales:
      of === 'group'
        ? []
        : all
            .filter((article) => isSoldBy(of, article))
            .flatMap((article) => monthSales(of, article, pluIdOf(article), months)),
    keys,
  }));
}

function startOf(of: Owner): Start {
  const start = starts.find((one) => one.of === of);
  if (start === undefined) throw new RangeError(`No company ${of}`);
  return start;
}

function companyId(of: Owner): string {
  return uuidAt(Date.parse(startOf(of).began), `company ${of}`);
}

/** The accounts came a day after the company; they have no words of the vocabulary, so that the ids of others stay. */
const accountId = (of: Owner, at: number): string =>
  uuidAt(Date.parse(startOf(of).began) + day + at * minute, `${of} account ${at}`);

/** `at` counts through all companies, so that the ids of one company are in order too. */
function pluId(article: Article, at: number): string {
  if (article.code === '2104') return cinnamonBun.id;
  return uuidAt(Date.parse(startOf(article.of).catalogue) + at * minute, `plu ${article.code}`);
}

function vocabularyGuids(): Map<string, string> {
  const rows: [DemoResource, Owner, string][] = [
    ...taxes.map(({ key }): [DemoResource, Owner, string] => ['tax', 'group', key]),
    ...groups.map(({ key }): [DemoResource, Owner, string] => ['grp', 'group', key]),
    ...departments.map(({ of, key }): [DemoResource, Owner, string] => ['dpt', of, key]),
    ...priceLists.map(({ of, key }): [DemoResource, Owner, string] => ['pricelist', of, key]),
    ...supplierWords.map(({ of, name }): [DemoResource, Owner, string] => ['supplier', of, name]),
    ...tenders.map(({ name }): [DemoResource, Owner, string] => ['tender', 'group', name]),
    ...places.map(({ of, key }): [DemoResource, Owner, string] => ['location', of, key]),
    ...tills.map(({ of, key }): [DemoResource, Owner, string] => ['pos', of, key]),
    ...discounts.map(({ of, name }): [DemoResource, Owner, string] => ['discount', of, name]),
  ];
  return new Map(
    rows.map(([resource, of, key], at) => [
      `${resource} ${key}`,
      uuidAt(Date.parse(startOf(of).began) + (at + 1) * 7 * minute, `${resource} ${key}`),
    ]),
  );
}

/** Functions that return the GUIDs for the keys of the vocabulary. */
interface Guids {
  discount: (name: string) => string;
  dpt: (key: string) => string;
  location: (key: string) => string;
  /** By the code of a product. */
  plu: (code: string) => string;
  /** By the index in the company's list. */
  customer: (at: number) => string;
}

/** Returns the discounts of the company `of`. */
function discountRecords(of: Owner, guids: Guids): DemoRecord[] {
  return discounts
    .filter((one) => one.of === of)
    .map(({ name, num, receipt, type, value, dpts, plus, places, customers, data, active = true }) => ({
      id: guids.discount(name),
      active,
      name,
      discount_num: num,
      receipt_name: receipt,
      type,
      value,
      data: {
        ...data,
        ...(dpts === undefined ? {} : { dpt_ids: dpts.split(' ').map(guids.dpt) }),
        ...(plus === undefined ? {} : { plu_ids: plus.split(' ').map(guids.plu) }),
        ...(customers === undefined ? {} : { customer_ids: customers.map(guids.customer) }),
        ...(places === undefined ? {} : { location_ids: places.split(' ').map(guids.location) }),
      },
    }));
}
