import type { TemplateCountry } from '@/contract/countries';
import { charts } from '@/resources/account/charts/charts';
import { accountBody } from '@/resources/account/charts/missing-rows';

/** What a country's shops begin with, besides its chart of accounts. Names are in its language: receipts say them. */
interface Country {
  readonly locale: string;
  readonly currency: string;
  readonly timezone: string;
  /** Returns the name of a tax, of a rate in percent. */
  readonly taxOf: (rate: string) => string;
  readonly tenders: Readonly<Partial<Record<TenderType, string>>>;
  /** The unit to which cash is rounded; null where the smallest coin is that of the currency. */
  readonly cashRounding: string | null;
}

type TenderType = 'cash' | 'card' | 'mobile' | 'lunch' | 'gift_card' | 'invoice';

const comma = (rate: string): string => rate.replace('.', ',');

const countries: Readonly<Record<TemplateCountry, Country>> = {
  FI: {
    locale: 'fi-FI',
    currency: 'EUR',
    timezone: 'Europe/Helsinki',
    taxOf: (rate) => `ALV ${comma(rate)} %`,
    tenders: {
      cash: 'Käteinen',
      card: 'Kortti',
      mobile: 'Mobiilimaksu',
      lunch: 'Lounasetu',
      gift_card: 'Lahjakortti',
      invoice: 'Lasku',
    },
    cashRounding: '0.05',
  },
  SE: {
    locale: 'sv-SE',
    currency: 'SEK',
    timezone: 'Europe/Stockholm',
    taxOf: (rate) => `Moms ${comma(rate)} %`,
    tenders: { cash: 'Kontant', card: 'Kort', mobile: 'Swish', gift_card: 'Presentkort', invoice: 'Faktura' },
    cashRounding: '1',
  },
  NO: {
    locale: 'nb-NO',
    currency: 'NOK',
    timezone: 'Europe/Oslo',
    taxOf: (rate) => `MVA ${comma(rate)} %`,
    tenders: { cash: 'Kontant', card: 'Kort', mobile: 'Vipps', gift_card: 'Gavekort', invoice: 'Faktura' },
    cashRounding: '1',
  },
  DE: {
    locale: 'de-DE',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    taxOf: (rate) => `USt. ${comma(rate)} %`,
    tenders: { cash: 'Bar', card: 'Karte', gift_card: 'Gutschein', invoice: 'Rechnung' },
    cashRounding: null,
  },
};

/** How a till handles a tender, by its type. */
const handling: Readonly<Record<TenderType, Readonly<Record<string, boolean>>>> = {
  cash: { opens_drawer: true, gives_change: true, allows_refund: true, counted_at_close: true },
  card: { allows_refund: true, allows_tip: true },
  mobile: { allows_refund: true },
  lunch: { allows_refund: false },
  gift_card: { allows_refund: true },
  invoice: { allows_refund: true },
};

/** Returns what a country's template says of the company itself. */
export const companyOf = (country: TemplateCountry) => {
  const { locale, currency, timezone } = countries[country];
  // In all of them a price that a customer reads holds its tax.
  return { locale, currency, timezone, price_tax: 'included' as const };
};

/**
 * Returns the records that a country's template makes, by resource, as they are sent on the wire. The rates are those of its chart of
 * accounts, so that each tax has an account.
 *
 * @param language of the notes of the accounts.
 */
export function recordsOf(country: TemplateCountry, language: 'en' | 'fi') {
  const { taxOf, tenders, cashRounding, currency } = countries[country];
  const { rows } = charts[country];
  const rates = rows.flatMap(({ use, tax_rate: rate }) => (use === 'revenue' && rate ? [rate] : []));
  return {
    tax: rates.map((rate) => ({
      name: taxOf(rate),
      code: rate,
      rate,
      data: { included: true, type: 'vat' },
    })),
    tender: (Object.keys(tenders) as TenderType[]).map((type, n) => ({
      name: tenders[type] ?? type,
      tender_num: n + 1,
      type,
      data: {
        currency,
        ...handling[type],
        ...(type === 'cash' &&
          cashRounding !== null && { rounding: { unit: cashRounding, mode: 'half_up' } }),
        sort_order: (n + 1) * 10,
      },
    })),
    account: rows.map((row) => accountBody(row, language)),
  };
}

/** Returns what the template of a country brings, in words of its records. */
export function templateOf(country: TemplateCountry) {
  const { currency, timezone, cashRounding } = countries[country];
  const { tax, tender, account } = recordsOf(country, 'en');
  return {
    country,
    currency,
    timezone,
    taxes: tax.map(({ rate }) => rate),
    tenders: tender.map(({ name }) => name),
    cash_rounding: cashRounding,
    accounts: account.length,
  };
}
