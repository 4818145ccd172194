import type { AccountUse } from '../contract';

/** What a default assumes: each is a text of the page of charts (charts/assumptions.ts). */
export type Assumption =
  | 'sales'
  | 'untaxed'
  | 'vat'
  | 'cash'
  | 'card'
  | 'lunch'
  | 'invoice'
  | 'gift_card'
  | 'deposit'
  | 'tip'
  | 'rounding'
  | 'counted'
  | 'cleared'
  | 'bank'
  | 'safe'
  | 'fee'
  | 'difference'
  | 'automatic'
  | 'sub_account';

/** A default of a chart: an account by its number and its name in the country's language. */
export interface ChartRow {
  readonly use: AccountUse;
  readonly code: string;
  readonly name: string;
  readonly assumes: Assumption;
  readonly tax_rate?: string;
  readonly tender_type?: string;
  readonly kind?: string;
  readonly vat_code?: string;
}

/** A chart: its rows, and the name of the numbering that it follows. */
export interface Chart {
  readonly numbering: string;
  readonly rows: readonly ChartRow[];
}

/** The accounts of a chart by what is booked to them; the rates with the accounts of their sales and VAT. */
export interface ChartWords {
  readonly rates: readonly {
    readonly rate: string;
    readonly sales: readonly [code: string, name: string];
    readonly vat?: readonly [code: string, name: string];
    readonly vat_code?: string;
    /** What the default of the sales assumes, if it is not the usual. */
    readonly assumes?: Assumption;
  }[];
  readonly tenders: Readonly<Record<'cash' | 'card' | 'mobile' | 'lunch' | 'voucher' | 'invoice', Named>>;
  readonly uses: Readonly<
    Record<
      | 'gift_card_sold'
      | 'gift_card_redeemed'
      | 'deposit_taken'
      | 'deposit_returned'
      | 'tip'
      | 'rounding'
      | 'over'
      | 'short'
      | 'paid_in'
      | 'paid_out'
      | 'card_fee'
      | 'difference',
      Named
    >
  >;
  /** The third is the reason that the till writes. */
  readonly drops: Readonly<
    Record<'bank_drop' | 'safe_drop', readonly [code: string, name: string, kind: string]>
  >;
}
type Named = readonly [code: string, name: string];

const assumedOfTender = {
  cash: 'cash',
  card: 'card',
  mobile: 'card',
  lunch: 'lunch',
  voucher: 'lunch',
  invoice: 'invoice',
} as const;
const assumedOfUse = {
  gift_card_sold: 'gift_card',
  gift_card_redeemed: 'gift_card',
  deposit_taken: 'deposit',
  deposit_returned: 'deposit',
  tip: 'tip',
  rounding: 'rounding',
  over: 'counted',
  short: 'counted',
  paid_in: 'cleared',
  paid_out: 'cleared',
  card_fee: 'fee',
  difference: 'difference',
} as const;

const entries = <K extends string, V>(of: Readonly<Record<K, V>>): [K, V][] =>
  (Object.keys(of) as K[]).map((key) => [key, of[key]]);

/** Returns the rows of a chart, in the order of uses. */
export function chartRows({ rates, tenders, uses, drops }: ChartWords): ChartRow[] {
  return [
    ...entries(tenders).map(([tender_type, [code, name]]): ChartRow => ({
      use: 'tender',
      tender_type,
      code,
      name,
      assumes: assumedOfTender[tender_type],
    })),
    ...rates.map(
      ({ rate, sales: [code, name], vat_code, assumes = rate === '0' ? 'untaxed' : 'sales' }): ChartRow => ({
        use: 'revenue',
        tax_rate: rate,
        code,
        name,
        assumes,
        ...(vat_code !== undefined && { vat_code }),
      }),
    ),
    ...rates.flatMap(({ rate, vat }): ChartRow[] =>
      vat ? [{ use: 'vat', tax_rate: rate, code: vat[0], name: vat[1], assumes: 'vat' }] : [],
    ),
    ...entries(uses).map(([use, [code, name]]): ChartRow => ({
      use,
      code,
      name,
      assumes: assumedOfUse[use],
    })),
    ...entries(drops).map(([use, [code, name, kind]]): ChartRow => ({
      use,
      code,
      name,
      kind,
      assumes: use === 'bank_drop' ? 'bank' : 'safe',
    })),
  ];
}
