import type { BookLack } from './schema';
import { fiscalYear, type BookSettings, type Ledger } from './ledger';

/** What a format asks of every ledger. */
export interface Demands {
  /** The form of an account's number. */
  readonly account?: RegExp;
  /** The only currency that the receiving program reads. */
  readonly currency?: string;
  /** The most decimals of an amount. */
  readonly decimals?: number;
  /** Whether every voucher needs a number. */
  readonly numbered?: boolean;
  /** Whether the file has no bookings, so that no account is asked for. */
  readonly withoutAccounts?: boolean;
  /** Whether the days have to be of one fiscal year. */
  readonly oneYear?: boolean;
}

/** Returns something that a file lacks and that belongs to the company. */
export const companyLack = (code: BookLack['code'], name = ''): BookLack => ({
  code,
  name,
  at: 'company',
  id: null,
  lack: null,
});

/** Returns a business id that is missing or of another form: it belongs to the locations that have one of their own. */
export const businessIdLack = ({ business_id: name, business_id_of: places }: BookSettings): BookLack =>
  places.length === 0
    ? companyLack('business_id', name)
    : {
        code: 'business_id',
        name,
        at: 'location',
        id: places.length === 1 ? (places[0] ?? null) : null,
        lack: null,
      };

/** Returns something that is wrong with the choice of days. */
export const choiceLack = (code: BookLack['code'], name = ''): BookLack => ({
  code,
  name,
  at: 'vouchers',
  id: null,
  lack: null,
});

/** Returns what is missing of days, accounts, numbers, currency and year, each once (docs/books.md#what-a-file-lacks). */
export function lacksOf(ledger: Ledger, demands: Demands): BookLack[] {
  const { vouchers, currency, scale, from, to, company } = ledger;
  const days = vouchers.flatMap((voucher) =>
    voucher.days.map((day) => ({ ...day, of: voucher.location.name })),
  );
  if (days.length === 0) return [choiceLack('no_days')];
  const found: BookLack[] = days
    .filter(({ status }) => status === 'open')
    .map(({ id, date, of }) => ({
      code: 'open_day',
      name: `${of}, ${date}`,
      at: 'businessday',
      id,
      lack: null,
    }));
  if (!demands.withoutAccounts) found.push(...accountLacks(ledger));
  const { account } = demands;
  if (account) {
    const codes = new Set(vouchers.flatMap(({ rows }) => rows.map((row) => row.account)));
    for (const code of codes)
      if (code !== '' && !account.test(code))
        found.push({ code: 'account_number', name: code, at: 'account', id: null, lack: null });
  }
  if (demands.numbered)
    for (const voucher of vouchers)
      if (voucher.number === null && voucher.rows.length > 0)
        found.push({
          code: 'voucher_number',
          name: `${voucher.location.name}, ${voucher.to}`,
          at: 'numbering',
          id: voucher.location.id,
          lack: null,
        });
  if (demands.currency !== undefined && demands.currency !== currency)
    found.push(choiceLack('currency', `${currency} → ${demands.currency}`));
  if (demands.decimals !== undefined && scale > demands.decimals)
    found.push(choiceLack('decimals', currency));
  const month = company.fiscal_month;
  if (demands.oneYear && fiscalYear(from, month).from !== fiscalYear(to, month).from)
    found.push(choiceLack('several_years', `${from} – ${to}`));
  return found;
}

function accountLacks({ vouchers }: Ledger): BookLack[] {
  const found = new Map<string, BookLack>();
  for (const lack of vouchers.flatMap(({ lacks }) => lacks)) {
    const key = JSON.stringify({ ...lack, name: lack.dpt_id === null ? lack.name : null });
    if (!found.has(key))
      found.set(key, { code: 'account', name: lack.name ?? lack.use, at: 'account', id: null, lack });
  }
  return [...found.values()];
}
