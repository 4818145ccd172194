import { centsText, roundShopPrice } from '../money';
import { between, chance, choice } from '../seed';
import type { DemoCompany, DemoRecord } from '../shape';

/** Price changes that somebody made in one request after the demo was set up. */
export interface DemoRound {
  readonly company: string;
  readonly at: Date;
  readonly who: string;
  /** The name of the change set that they were made by, if they came from a supplier's file. */
  readonly set?: string;
  readonly prices: readonly {
    readonly id: string;
    readonly old_price: string;
    readonly base_price: string;
  }[];
}

/** The products changed last, newest first: the top of a list sorted by time of change. */
const newest = [
  ['2104', '1012', '4310', '3021', '4122', '2111', '5203', '3012', '7010', '7014'],
  ['7015', '4210', '2130', '6001', '5118', '4405', '1018', '9100', '3007', '2119'],
].flat();

const minute = 60_000;
const day = 1440 * minute;
const people = ['Aino Lehtonen', 'Mikko Saarinen', 'Price import', 'Helmi Korhonen'];

/** Whether a product is one of those that were changed last. */
export const isNewest = (record: DemoRecord): boolean => newest.includes(String(record['productid']));

/** The supplier whose prices were imported last week, in the company of the pictures. */
const imported = { company: 'Rantakulma Helsinki', supplier: 'Uudenmaan Hedelmä Oy', days: 6 };

/**
 * Returns a history of price changes for some products, oldest first. The products are created at an older price, and
 * each change is an event. The final prices are those in `companies`.
 */
export function demoRounds(companies: readonly DemoCompany[], now: Date): DemoRound[] {
  const rounds = new Map<string, DemoRound>();
  const supplier = companies
    .flatMap(({ records }) => records.supplier)
    .find(({ name }) => name === imported.supplier)?.id;
  for (const company of companies) {
    for (const record of company.records.plu) {
      const place = newest.indexOf(String(record['productid']));
      if (place < 0 && company.name === imported.company && isSuppliedBy(record, supplier)) {
        const round = rounds.get(imported.supplier) ?? importRound(company.id, now);
        rounds.set(imported.supplier, { ...round, prices: [...round.prices, priceOf(record)] });
        continue;
      }
      if (place < 0 && !chance(`changed ${record.id}`, 30)) continue;
      // The newest changes are single ones within the last hours; the others are made several at a time in one company.
      const key = place < 0 ? `${company.id} ${between(`round ${record.id}`, 0, 34)}` : record.id;
      const round = rounds.get(key) ?? {
        company: company.id,
        at: timeOf(key, place, now),
        who: choice(key, people),
        prices: [],
      };
      rounds.set(key, { ...round, prices: [...round.prices, priceOf(record)] });
    }
  }
  return [...rounds.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

const importRound = (company: string, now: Date): DemoRound => ({
  company,
  at: new Date(now.getTime() - imported.days * day - 95 * minute),
  who: 'Aino Lehtonen',
  set: 'Uudenmaan Hedelmä, prices of the week',
  prices: [],
});

const isSuppliedBy = ({ data }: DemoRecord, supplier: string | undefined): boolean =>
  Array.isArray(data['supply']) &&
  data['supply'].some(
    (line: unknown) =>
      typeof line === 'object' && line !== null && 'supplier' in line && line.supplier === supplier,
  );

function timeOf(key: string, place: number, now: Date): Date {
  const week = Number(key.split(' ')[1] ?? 0);
  const back = place < 0 ? (week * 7 + 2) * day + between(key, 0, 600) * minute : (place + 1) * 41 * minute;
  return new Date(now.getTime() - back);
}

function priceOf(record: DemoRecord) {
  const price = String(record['base_price']);
  const cents = Number(price.replace('.', ''));
  const oldCents = roundShopPrice((cents * between(`was ${record.id}`, 86, 97)) / 100, 'shelf');
  return { id: record.id, old_price: centsText(oldCents), base_price: price };
}
