import { Decimal } from '@/record/decimal';
import { businessIdLack, choiceLack, lacksOf } from '../lacks';
import type { Ledger } from '../ledger';
import type { BookLack } from '../schema';
import { eventId, zReportEvent } from './basics';
import { DaySums } from './day-sums';
import { headXml } from './head';
import type { SaftDay, SaftLocation, SaftReceipt, SaftRegister, SaftSource } from './source';
import { cashierId, cashierKey, transactionXml, type CashierIds } from './transactions';
import { amount, leaf, optional, shortId, tree } from './xml';
import { zReportXml } from './z-report';

/** The most receipts of a file; it is written without having them in memory, but takes its time. */
export const mostReceipts = 100_000;

/** The Norwegian standard codes of outgoing VAT, by rate, where the company's accounts name none. */
const usualCodes: Readonly<Record<string, string>> = {
  '25': '3',
  '15': '31',
  '11.11': '32',
  '12': '33',
  '0': '5',
};

/** What decides whether a SAF-T file can be written. */
export interface SaftFacts {
  readonly receipts: number;
  /** The rates of the receipts, and the VAT codes of the company's accounts by rate. */
  readonly rates: readonly string[];
  readonly codes: ReadonlyMap<string, string>;
}

/** Returns the standard code of a rate: that of the company's account, else the usual one; null if there is none. */
export const vatCodeOf = ({ codes }: SaftFacts, rate: string): string | null =>
  codes.get(rate) ?? (Object.hasOwn(usualCodes, rate) ? (usualCodes[rate] ?? null) : null);

/** Returns the nine digits of a Norwegian business id, or null: `999 999 999 MVA`. */
export const organisationNumber = (id: string): string | null =>
  /^(?:NO)?(\d{9})(?:MVA)?$/i.exec(id.replaceAll(/\s/g, ''))?.[1] ?? null;

/** Returns what a SAF-T file lacks. Its accounts are not asked for: it has receipts, no bookings. */
export function saftLacks(ledger: Ledger, of: SaftFacts): BookLack[] {
  const found = lacksOf(ledger, { decimals: 2, withoutAccounts: true });
  if (organisationNumber(ledger.company.business_id) === null) found.push(businessIdLack(ledger.company));
  for (const rate of of.rates)
    if (vatCodeOf(of, rate) === null)
      found.push({ code: 'vat_code', name: `${rate} %`, at: 'account', id: null, lack: null });
  if (of.receipts > mostReceipts) found.push(choiceLack('too_many_receipts', String(of.receipts)));
  return found;
}

/** Returns the name of a SAF-T file, as the tax administration asks for it. */
export const saftName = (business_id: string, made: string): string =>
  `SAF-T_Cash_Register_${organisationNumber(business_id) ?? ''}_${made.replaceAll(/\D/g, '')}.xml`;

/**
 * Writes receipts as Norwegian SAF-T Cash Register data 1.0 (docs/books.md#saf-t), a piece at a time: the receipts of a register are
 * read twice, for its events with the z reports and for its transactions, as the schema has them in this order.
 */
export async function* saftPieces(source: SaftSource): AsyncGenerator<string> {
  yield headXml(source);
  const cashiers: CashierIds = cashierIds(source);
  const used = new Set<string>();
  for (const location of source.locations) {
    yield `<location>${locationXml(location)}\n`;
    for (const register of location.registers) {
      yield `<cashregister>${leaf('registerID', register.id, 100)}${leaf('regDesc', register.name, 999)}\n`;
      yield* eventPieces(source, register, cashiers, used);
      let nr = 0;
      for await (const page of source.receipts(register))
        yield page
          .map((receipt) => {
            nr += 1;
            return transactionXml(source, receipt, nr, cashiers);
          })
          .join('');
      yield '</cashregister>\n';
    }
    yield '</location>\n';
  }
  yield '</company>\n</auditfile>\n';
}

/** Returns the ids of cashiers in the file, by their id and, for those without one, their name. */
const cashierIds = ({ cashiers }: SaftSource): Map<string, string> =>
  new Map(cashiers.map(({ id, name }) => [id === '' ? name : id, cashierId(id, name)]));

const locationXml = ({ name, street, city, postal_code, country }: SaftLocation): string => {
  const address = [
    optional('streetname', street, 100),
    optional('city', city, 50),
    optional('postalCode', postal_code, 20),
    /^[A-Z]{2}$/.test(country) ? leaf('country', country) : '',
  ].join('');
  return leaf('name', name, 100) + (address === '' ? '' : tree('streetAddress', address));
};

/** The events of a register: one for each receipt, and the z reports at the end of each day. */
async function* eventPieces(
  source: SaftSource,
  register: SaftRegister,
  cashiers: CashierIds,
  used: Set<string>,
): AsyncGenerator<string> {
  const waiting = [...register.days];
  let sums = new DaySums();
  let totals = { sales: Decimal.scaled(0, 0), returns: Decimal.scaled(0, 0) };
  let number = 0;
  const endDay = (day: SaftDay): string => {
    totals = {
      sales: totals.sales.plus(sums.sold),
      returns: totals.returns.plus(sums.sold.minus(sums.gross)),
    };
    const pieces = day.z_reports.map(({ z_number, opening_float }, at) => {
      number += 1;
      const id = unusedId(z_number ?? 'Z', register, used);
      // The first of several z reports of a day has its sums: the receipts do not say to which one they belong.
      const of = { day, sums: at === 0 ? sums : new DaySums(), id, float: opening_float, totals };
      return tree(
        'event',
        leaf('eventID', `${shortId(register.id).slice(0, 24)}-${number}`),
        leaf('eventType', zReportEvent),
        leaf('eventDate', day.closed.slice(0, 10)),
        leaf('eventTime', day.closed.slice(11, 19)),
        leaf('eventText', z_number === null ? 'Z-rapport' : `Z-rapport ${z_number}`, 9999),
        zReportXml(source, register, of),
        '\n',
      );
    });
    sums = new DaySums();
    return pieces.join('');
  };
  for await (const page of source.receipts(register)) {
    const pieces: string[] = [];
    for (const one of page) {
      while (waiting.length > 0 && waiting[0]?.id !== one.businessday_id)
        pieces.push(nextDay(waiting, endDay));
      number += 1;
      sums.add(one.receipt);
      pieces.push(receiptEventXml(one, `${shortId(register.id).slice(0, 24)}-${number}`, cashiers));
    }
    yield pieces.join('');
  }
  while (waiting.length > 0) yield nextDay(waiting, endDay);
}

const nextDay = (waiting: SaftDay[], end: (day: SaftDay) => string): string => {
  const day = waiting.shift();
  return day ? end(day) : '';
};

/** Returns the number of a z report as an id that the file has once: with the register's, and a count where it repeats. */
function unusedId(z_number: string, register: SaftRegister, used: Set<string>): string {
  const base = `${z_number.slice(0, 12)}-${shortId(register.id).slice(-12)}`;
  for (let at = 0; ; at += 1) {
    const id = at === 0 ? base : `${base}-${at + 1}`;
    if (used.has(id)) continue;
    used.add(id);
    return id;
  }
}

const receiptEventXml = ({ receipt, at }: SaftReceipt, id: string, cashiers: CashierIds): string =>
  tree(
    'event',
    leaf('eventID', id),
    leaf('eventType', eventId(receipt.type)),
    leaf('transID', shortId(receipt.id)),
    optional('empID', cashiers.get(cashierKey(receipt) ?? '') ?? null),
    leaf('eventDate', at.slice(0, 10)),
    leaf('eventTime', at.slice(11, 19)),
    optional(
      'eventText',
      receipt.type === 'paid_in' || receipt.type === 'paid_out' ? amount(receipt.total) : '',
      9999,
    ),
    '\n',
  );
