import { Decimal, sumOf, zero } from '@/record/decimal';

/** The countries whose VAT return has rows here (docs/report.md#vat-return). */
export const vatCountries = ['FI', 'SE', 'NO', 'DE'] as const;
export type VatCountry = (typeof vatCountries)[number];

/** What the rows are of. `other` is a rate for which the return has no row. */
export const vatRowNames = [
  'tax_at_rate',
  'sales_at_rate',
  'taxable_sales',
  'zero_rate',
  'exempt',
  'other',
] as const;

/** Net sales and VAT at a rate; the rate is canonical decimal text. */
export interface RateSum {
  readonly rate: string | null;
  readonly net: Decimal;
  readonly tax: Decimal;
}

/** A row of a return: the exact figures, and what is written into the form; null where the form has no such field. */
export interface VatRow {
  readonly row: string;
  readonly name: (typeof vatRowNames)[number];
  readonly rate: string | null;
  readonly base: Decimal;
  readonly tax: Decimal | null;
  /** Decimal text with the decimals of the form. */
  readonly stated_base: string | null;
  readonly stated_tax: string | null;
}

/** What a form asks for: the row of each rate, and how many decimals its bases and taxes have. */
interface Form {
  readonly rows: readonly {
    readonly row: string;
    readonly name: VatRow['name'];
    readonly rates: readonly string[];
  }[];
  readonly base: number;
  readonly tax: number;
  /** Whether taxed rows ask for the tax alone. */
  readonly taxAlone?: boolean;
  /** A row with the net sales of all of these rates together. */
  readonly together?: { readonly row: string; readonly rates: readonly string[] };
  /** Whether the tax is computed from the stated base and not added up. */
  readonly fromBase?: boolean;
}

const taxed = (row: string, ...rates: string[]) => ({ row, name: 'tax_at_rate' as const, rates });

/**
 * Amounts are cut at the decimals that the form has, not rounded. Rates of before a change stand in the row that took them
 * over: the form has one row for the general rate.
 */
const forms: Readonly<Record<VatCountry, Form>> = {
  FI: {
    rows: [
      taxed('301', '25.5', '24'),
      taxed('302', '13.5', '14'),
      taxed('303', '10'),
      { row: '304', name: 'zero_rate', rates: ['0'] },
    ],
    base: 2,
    tax: 2,
    taxAlone: true,
  },
  SE: {
    rows: [
      taxed('10', '25'),
      taxed('11', '12'),
      taxed('12', '6'),
      { row: '42', name: 'exempt', rates: ['0'] },
    ],
    base: 0,
    tax: 0,
    taxAlone: true,
    together: { row: '05', rates: ['25', '12', '6'] },
  },
  NO: {
    rows: [
      taxed('3', '25'),
      taxed('31', '15'),
      taxed('33', '12'),
      { row: '5', name: 'zero_rate', rates: ['0'] },
    ],
    base: 0,
    tax: 0,
    fromBase: true,
  },
  DE: {
    rows: [
      { row: '81', name: 'sales_at_rate', rates: ['19'] },
      { row: '86', name: 'sales_at_rate', rates: ['7'] },
      { row: '48', name: 'exempt', rates: ['0'] },
    ],
    base: 0,
    tax: 2,
    fromBase: true,
  },
};

/** Returns the rows of a country's return in the order of its form; rates that no row takes are rows `other` at its end. */
export function vatReturn(country: VatCountry, sums: readonly RateSum[]): VatRow[] {
  const form = forms[country];
  const at = (rates: readonly string[]) => sums.filter(({ rate }) => rate !== null && rates.includes(rate));
  const rows = form.rows.map(({ row, name, rates }): VatRow => {
    const of = at(rates);
    const [base, tax] = [sumOf(of, ({ net }) => net), sumOf(of, (one) => one.tax)];
    const rate = rates.find((one) => of.some((sum) => sum.rate === one)) ?? rates[0] ?? null;
    if (name === 'zero_rate' || name === 'exempt')
      return { row, name, rate, base, tax: null, stated_base: cut(base, form.base), stated_tax: null };
    const stated_base = form.taxAlone ? null : cut(base, form.base);
    const stated_tax =
      form.fromBase && stated_base !== null
        ? taxOf(stated_base, rates[0] ?? '0', form.tax)
        : cut(tax, form.tax);
    return { row, name, rate, base, tax, stated_base, stated_tax };
  });
  const { together } = form;
  const base = sumOf(at(together?.rates ?? []), ({ net }) => net);
  const all: VatRow[] = together
    ? [
        {
          ...noTax,
          row: together.row,
          name: 'taxable_sales',
          rate: null,
          base,
          stated_base: cut(base, form.base),
        },
      ]
    : [];
  const known = new Set(form.rows.flatMap(({ rates }) => rates));
  const others = sums
    .filter(({ rate, net, tax }) => (rate === null || !known.has(rate)) && !(net.eq(0) && tax.eq(0)))
    .map(({ rate, net, tax }): VatRow => ({
      row: '',
      name: 'other',
      rate,
      base: net,
      tax,
      stated_base: null,
      stated_tax: null,
    }));
  return [...all, ...rows, ...others];
}

const noTax = { tax: null, stated_tax: null } as const;

/** Returns the tax of a stated base, halves away from zero: these authorities compute it from the base, or check that it is that. */
const taxOf = (base: string, rate: string, places: number): string =>
  Decimal.parse(base).times(Decimal.parse(rate)).dividedBy(100, places).toFixed(places);

/** Cuts decimals off, so that the text has `places` of them; nothing is rounded up. */
function cut(value: Decimal, places: number): string {
  const [whole = '0', part = ''] = value.toFixed(places).split('.');
  const text = places === 0 ? whole : `${whole}.${part.slice(0, places)}`;
  return Decimal.parse(text).eq(0) ? zero.toFixed(places) : text;
}

const names: Readonly<Record<VatCountry, readonly string[]>> = {
  FI: ['fi', 'fin', 'finland', 'suomi'],
  SE: ['se', 'swe', 'sweden', 'sverige', 'ruotsi'],
  NO: ['no', 'nor', 'norway', 'norge', 'noreg', 'norja'],
  DE: ['de', 'deu', 'germany', 'deutschland', 'saksa'],
};
const zones: Readonly<Record<string, VatCountry>> = {
  'Europe/Helsinki': 'FI',
  'Europe/Mariehamn': 'FI',
  'Europe/Stockholm': 'SE',
  'Europe/Oslo': 'NO',
  'Europe/Berlin': 'DE',
  'Europe/Busingen': 'DE',
};

/**
 * Returns the country whose return a location's sales belong in: that of its address, else that of its time zone; null if that
 * is none of those known here. Nothing is taken from the currency: the euro is of twenty countries.
 */
export function vatCountryOf(address: string | null, zone: string): VatCountry | null {
  const said = address?.trim().toLowerCase() ?? '';
  if (said !== '') return vatCountries.find((country) => names[country].includes(said)) ?? null;
  return zones[zone] ?? null;
}
