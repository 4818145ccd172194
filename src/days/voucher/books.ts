import type { AccountUse } from '@/resources/account/contract';
import { reasonKey } from './source';

/** A row of the table of accounts (docs/report.md#accounts). What is null or empty fits everything. */
export interface AccountRule {
  readonly use: AccountUse;
  readonly code: string;
  readonly name: string;
  readonly vat_code: string | null;
  readonly dpt_id: string | null;
  /** Canonical decimal text. */
  readonly tax_rate: string | null;
  readonly tender_id: string | null;
  readonly tender_type: string;
  readonly kind: string;
}

/** What departments, tenders and taxes themselves say, and the company's table. Ids in lower case. */
export interface Books {
  readonly rules: readonly AccountRule[];
  readonly dpts: ReadonlyMap<string, { readonly account_code: string }>;
  /** `fee_percent` is decimal text; null without a fee. */
  readonly tenders: ReadonlyMap<
    string,
    { readonly account_code: string; readonly fee_percent: string | null }
  >;
  /** By rate. */
  readonly taxes: ReadonlyMap<string, { readonly account_code: string; readonly code: string }>;
  /** The tender whose account is that of the drawers, where a day has no cash of its own. */
  readonly cash: { readonly tender_id: string; readonly name: string } | null;
}

/** What a row of a voucher is, so that its account can be found. */
export interface Booked {
  readonly use: AccountUse;
  readonly dpt_id?: string | null;
  readonly rate?: string | null;
  readonly tender_id?: string | null;
  readonly tender_type?: string | null;
  readonly kind?: string | null;
}

/** Who gave an account: the record itself, or the company's table. */
export type AccountOwner = 'department' | 'tender' | 'tax' | 'table';

/** The account of a row; `missing` says why there is none: nobody gave one, or several fit equally well. */
export interface FoundAccount {
  readonly code: string;
  readonly name: string | null;
  readonly vat_code: string | null;
  readonly owner: AccountOwner | null;
  readonly missing: 'none' | 'several' | null;
}

/** How precisely a row of the table says what it is for; a record's own account is between its rate and the rest. */
const weights = { record: 8, own: 8.5, group: 2, rate: 1 } as const;

/** Where a use has no account of its own, that of the other stands: both are the same debt. */
const insteadOf: Partial<Record<AccountUse, AccountUse>> = {
  gift_card_redeemed: 'gift_card_sold',
  deposit_returned: 'deposit_taken',
  bank_drop: 'paid_out',
  safe_drop: 'paid_out',
};

/**
 * Returns the account of a row. A department for a rate goes first, then the own account of the department, tender or tax, then
 * the row of the table that names most. Two rows of the table that name equally much and have different accounts are
 * `several`: none of them is taken.
 */
export function accountOf(books: Books, booked: Booked): FoundAccount {
  const own = ownAccount(books, booked);
  const fitting = books.rules.flatMap((rule) => {
    const weight = weightOf(rule, booked);
    return weight === null ? [] : [{ rule, weight }];
  });
  const best = Math.max(-1, ...fitting.map(({ weight }) => weight));
  if (own && best < weights.own) return { ...own, name: nameOf(books, own.code), missing: null };
  const chosen = fitting.flatMap(({ rule, weight }) => (weight === best ? [rule] : []));
  const [rule] = chosen;
  if (!rule) {
    const other = insteadOf[booked.use];
    return other ? accountOf(books, { ...booked, use: other }) : nothing('none');
  }
  if (chosen.some(({ code }) => code !== rule.code)) return nothing('several');
  return { code: rule.code, name: rule.name, vat_code: rule.vat_code, owner: 'table', missing: null };
}

const nothing = (missing: 'none' | 'several'): FoundAccount => ({
  code: '',
  name: null,
  vat_code: null,
  owner: null,
  missing,
});

const nameOf = (books: Books, code: string): string | null =>
  books.rules.find((rule) => rule.code === code)?.name ?? null;

/** Returns how precisely a row of the table fits; null if it does not. */
function weightOf(rule: AccountRule, booked: Booked): number | null {
  if (rule.use !== booked.use) return null;
  const pairs: readonly (readonly [string | null, string | null | undefined, number])[] = [
    [rule.dpt_id, booked.dpt_id, weights.record],
    [rule.tender_id, booked.tender_id, weights.record],
    [rule.tender_type || null, booked.tender_type, weights.group],
    [rule.kind === '' ? null : reasonKey(rule.kind), reasonKey(booked.kind ?? ''), weights.group],
    [rule.tax_rate, booked.rate, weights.rate],
  ];
  let sum = 0;
  for (const [wanted, is, weight] of pairs) {
    if (wanted === null) continue;
    if (wanted !== is) return null;
    sum += weight;
  }
  return sum;
}

function ownAccount(
  { dpts, tenders, taxes }: Books,
  { use, dpt_id, tender_id, rate }: Booked,
): Pick<FoundAccount, 'code' | 'vat_code' | 'owner'> | null {
  const own =
    use === 'revenue'
      ? { code: dpts.get(dpt_id ?? '')?.account_code, owner: 'department' as const }
      : use === 'tender' || use === 'gift_card_redeemed'
        ? { code: tenders.get(tender_id ?? '')?.account_code, owner: 'tender' as const }
        : use === 'vat'
          ? { code: taxes.get(rate ?? '')?.account_code, owner: 'tax' as const }
          : null;
  return own?.code ? { code: own.code, owner: own.owner, vat_code: null } : null;
}

/** Returns the VAT code of a rate: of the table's row for its VAT, else the code of the company's tax. */
export function vatCodeOf(books: Books, rate: string | null): string | null {
  if (rate === null) return null;
  const rule = books.rules.find((one) => one.use === 'vat' && one.tax_rate === rate && one.vat_code !== null);
  return rule?.vat_code ?? (books.taxes.get(rate)?.code || null);
}

/** Returns what a payment out of a drawer is, by the reasons that the table names: a drop, or just paid out. */
export function useOfMove(books: Books, type: 'paid_in' | 'paid_out', reason: string): AccountUse {
  if (type === 'paid_in') return 'paid_in';
  const key = reasonKey(reason);
  const drop = books.rules.find(
    ({ use, kind }) => (use === 'bank_drop' || use === 'safe_drop') && kind !== '' && reasonKey(kind) === key,
  );
  return drop?.use ?? 'paid_out';
}
