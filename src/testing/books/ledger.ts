import { Decimal } from '@/record/decimal';
import { ledgerOf } from '@/days/books/ledger-of';
import type { BookSettings, Ledger } from '@/days/books/ledger';
import type { AccountRule, Books } from '@/days/voucher/books';
import { sentVoucher } from '@/days/voucher/sent';
import { noSource, type VoucherSource } from '@/days/voucher/source';
import { voucherOf } from '@/days/voucher/voucher';

const money = (text: string): Decimal => Decimal.parse(text);

/** A company that lacks nothing for any format. */
export const soundCompany: BookSettings = {
  name: 'Kahvila & "Pulla" Oy',
  business_id: '732829320',
  business_id_of: [],
  fiscal_month: 1,
  datev_consultant: '29098',
  datev_client: '55003',
  datev_clearing: '1360',
  datev_account_length: null,
  netvisor_voucher_type: 'Kassa',
  procountor_dimension: 'Toimipaikka',
};

const uses: readonly (readonly [AccountRule['use'], string])[] = [
  ['tender', '1910'],
  ['revenue', '3010'],
  ['vat', '2611'],
  ['gift_card_sold', '2421'],
  ['deposit_taken', '2890'],
  ['tip', '2820'],
  ['non_turnover', '2891'],
  ['rounding', '3740'],
  ['over', '3790'],
  ['short', '7790'],
  ['paid_in', '2999'],
  ['paid_out', '2998'],
  ['difference', '2997'],
];

/** A table of accounts with one for each use. */
export const soundBooks: Books = {
  rules: uses.map(([use, code]) => ({
    use,
    code,
    name: `Konto ${code} "åäö"`,
    vat_code: null,
    dpt_id: null,
    tax_rate: null,
    tender_id: null,
    tender_type: '',
    kind: '',
  })),
  dpts: new Map(),
  tenders: new Map(),
  taxes: new Map(),
  cash: null,
};

const sold = (gross: string, net: string, tax: string, name = 'Bageri'): VoucherSource => ({
  ...noSource,
  gross: money(gross),
  net: money(net),
  tax: money(tax),
  revenue: [{ dpt_id: null, name, rate: '25', net: money(net) }],
  vat: [{ rate: '25', net: money(net), tax: money(tax) }],
  tenders: [{ tender_id: null, name: 'Kontant', type: 'cash', amount: money(gross) }],
});

/** Names with everything that a line of a file could break on. */
export const nastyName = 'Bröd; "bullar"\r\n\tkaffe {2} \\ äta, Łódź 漢字 € –';

/** The days that accountants find faults with, by what is nasty about them. */
export const nastyDays: Readonly<Record<string, VoucherSource>> = {
  'a day of sales': sold('125.00', '100.00', '25.00'),
  'a day with more returns than sales': sold('-62.50', '-50.00', '-12.50'),
  'gift cards, deposits and tips': {
    ...sold('125.00', '100.00', '25.00'),
    tenders: [{ tender_id: null, name: 'Kontant', type: 'cash', amount: money('187.00') }],
    non_turnover: [
      { kind: 'gift_card', returned: false, rate: null, amount: money('50.00'), tax: money('0.00') },
      { kind: 'deposit', returned: false, rate: null, amount: money('12.00'), tax: money('0.00') },
      { kind: 'deposit', returned: true, rate: null, amount: money('-5.00'), tax: money('0.00') },
      { kind: 'tip', returned: false, rate: null, amount: money('5.00'), tax: money('0.00') },
    ],
  },
  'a drawer that is short, a drop and what was paid in': {
    ...sold('125.00', '100.00', '25.00'),
    short: money('0.20'),
    over: money('3.15'),
    moves: [
      { type: 'paid_out', reason: '=SUM(A1:A9)', amount: money('100.00') },
      { type: 'paid_in', reason: '+46 växel', amount: money('20.00') },
    ],
  },
  'a rounding': {
    ...sold('125.02', '100.02', '25.00'),
    rounding: money('-0.02'),
    tenders: [{ tender_id: null, name: 'Kontant', type: 'cash', amount: money('125.00') }],
  },
  'late receipts': { ...sold('125.00', '100.00', '25.00'), late_of: 3, late_elsewhere: 1 },
  'a day that does not add up': {
    ...sold('125.00', '100.00', '25.00'),
    tenders: [{ tender_id: null, name: 'Kontant', type: 'cash', amount: money('124.95') }],
  },
  'names that break lines': sold('125.00', '100.00', '25.00', nastyName),
  'a formula for a name': sold('125.00', '100.00', '25.00', '=HYPERLINK("http://x","y")'),
};

/** A day of a ledger for tests. */
export interface LedgerDay {
  readonly source: VoucherSource;
  readonly date: string;
  readonly status?: string;
  readonly number?: string | null;
  readonly place?: string;
}

/** Returns the ledger of some days, a voucher for each. */
export function testLedger(
  days: readonly LedgerDay[],
  more: { company?: Partial<BookSettings>; books?: Books; currency?: string; scale?: number } = {},
): Ledger {
  const { company, books = soundBooks, currency = 'EUR', scale = 2 } = more;
  const id = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
  const vouchers = days.map(
    ({ source, date, status = 'exported', number = `7-2026-${date.slice(8)}00`, place = 'Malmö' }, at) =>
      sentVoucher({
        voucher: voucherOf(source, books, scale),
        source,
        group: {
          location_id: id(900),
          location_name: place,
          year: 2026,
          number,
          days: [
            {
              id: id(at),
              location_id: id(900),
              location_name: place,
              date,
              currency,
              zone: 'UTC',
              cutover: 0,
              status,
              number,
            },
          ],
        },
        location: { id: id(900), name: place, cost_centre: '7' },
        scale,
        next_number: null,
      }),
  );
  const facts = new Map(
    days.map(({ date }, at) => [
      id(at),
      {
        seal: { hash: `${'ab'.repeat(31)}${String(at).padStart(2, '0')}`, at: `${date}T22:15:00` },
        series: '7',
      },
    ]),
  );
  return ledgerOf(vouchers, { company: { ...soundCompany, ...company }, currency, scale, facts });
}

/** Returns the amounts of a ledger by account, as decimal text, by voucher in its order. */
export const amountsOf = ({ vouchers }: Ledger): [string, string][][] =>
  vouchers
    .filter(({ rows }) => rows.length > 0)
    .map(({ rows }) => rows.map(({ account, amount }) => [account, amount.toFixed(2)]));
