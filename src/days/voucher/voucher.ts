import type { AccountUse } from '@/resources/account/contract';
import { Decimal, totalOf, zero } from '@/record/decimal';
import { accountOf, useOfMove, vatCodeOf, type AccountOwner, type Booked, type Books } from './books';
import { type RevenuePiece, type VoucherSource } from './source';

/** A row of a voucher. `amount` is signed: debit is positive, credit negative. */
export interface VoucherRow extends Booked {
  readonly use: AccountUse;
  /** Of a row of cash or of a card's tender that is the other side of another: the use of that one. */
  readonly against: AccountUse | null;
  /** What the department, tender, kind or reason is called; null if it has no name. */
  readonly name: string | null;
  readonly account: string;
  readonly account_name: string | null;
  readonly account_owner: AccountOwner | null;
  readonly missing: 'none' | 'several' | null;
  readonly vat_code: string | null;
  readonly amount: Decimal;
}

/** Why the figures of a day do not add up: `actual` − `expected` is what the voucher is off by. */
export interface VoucherDifference {
  readonly code: 'net_and_tax' | 'revenue' | 'vat' | 'tenders';
  readonly expected: Decimal;
  readonly actual: Decimal;
}

/** A balanced voucher: the rows always add up to zero. */
export interface Voucher {
  /** In the order of accounts; those without one last. */
  readonly rows: readonly VoucherRow[];
  readonly debit: Decimal;
  readonly credit: Decimal;
  /** Empty if the day adds up. Otherwise a row `difference` has the sum of them. */
  readonly differences: readonly VoucherDifference[];
}

type Draft = Booked & Pick<VoucherRow, 'name' | 'amount'> & { readonly against?: AccountUse };

/**
 * Returns the voucher of a day, or of several that were merged (docs/report.md#voucher). Tenders are debited, revenue by
 * department and rate, VAT by rate and each kind of non-turnover credited; rounding, over and short, payments into and out of
 * the drawers with their cash, and the fees of cards are rows of their own.
 *
 * @param scale the decimals of the currency, to which fees are rounded.
 */
export function voucherOf(source: VoucherSource, books: Books, scale: number): Voucher {
  const revenue = revenueOf(source);
  const drafts: Draft[] = [
    ...source.tenders.map((piece) => tenderDraft(piece, piece.amount)),
    ...revenue.map(({ net, ...piece }) => ({ ...piece, use: 'revenue' as const, amount: net.neg() })),
    ...source.vat.map(({ rate, tax }) => ({ use: 'vat' as const, name: null, rate, amount: tax.neg() })),
    ...source.non_turnover.map(({ kind, returned, rate, amount, tax }) => ({
      use: useOfKind(kind, returned),
      kind,
      name: kind,
      ...(rate !== null && { rate }),
      amount: amount.minus(tax).neg(),
    })),
    { use: 'rounding', name: null, amount: source.rounding.neg() },
    ...cashDrafts(source, books),
    ...feeDrafts(source, books, scale),
  ];
  const differences = differencesOf(source, revenue);
  const off = totalOf(drafts.map(({ amount }) => amount)).neg();
  const rows = [...drafts, { use: 'difference' as const, name: null, amount: off }]
    .filter(({ amount }) => amount.sign() !== 0)
    .map((draft) => withAccount(draft, books))
    .toSorted(inAccountOrder);
  const side = (sign: number) =>
    totalOf(rows.flatMap(({ amount }) => (amount.sign() === sign ? [amount.abs()] : [])));
  return { rows, debit: side(1), credit: side(-1), differences };
}

/** Returns whether a voucher of this source has rows, whatever accounts they get. */
export const hasRows = (source: VoucherSource): boolean => voucherOf(source, noBooks, 0).rows.length > 0;

const noBooks: Books = { rules: [], dpts: new Map(), tenders: new Map(), taxes: new Map(), cash: null };

const useOfKind = (kind: string, returned: boolean): AccountUse => {
  if (kind === 'gift_card') return 'gift_card_sold';
  if (kind === 'deposit') return returned ? 'deposit_returned' : 'deposit_taken';
  return kind === 'tip' ? 'tip' : 'non_turnover';
};

type OfTender = Pick<VoucherSource['tenders'][number], 'tender_id' | 'name' | 'type'>;

const tenderDraft = ({ tender_id, name, type }: OfTender, amount: Decimal, against?: AccountUse): Draft => ({
  use: type === 'gift_card' ? 'gift_card_redeemed' : 'tender',
  tender_id,
  tender_type: type,
  name: name ?? type,
  amount,
  ...(against && { against }),
});

/**
 * Returns net sales by department and rate. Where lines do not say their tax, what the tax rows have beyond the lines of a rate
 * is revenue without a department.
 */
function revenueOf({ revenue, untaxed, vat, non_turnover }: VoucherSource): RevenuePiece[] {
  if (untaxed === 0) return [...revenue];
  const rests = vat.map(({ rate, net }) => {
    const known = totalOf(revenue.flatMap((piece) => (piece.rate === rate ? [piece.net] : [])));
    const apart = totalOf(
      non_turnover.flatMap((piece) => (piece.rate === rate ? [piece.amount.minus(piece.tax)] : [])),
    );
    return { dpt_id: null, name: null, rate, net: net.minus(known).minus(apart) };
  });
  return [...revenue, ...rests];
}

/** Cash that went in and out, and what the drawers had too much or too little, each with its other side. */
function cashDrafts({ tenders, moves, over, short }: VoucherSource, books: Books): Draft[] {
  const cash: OfTender = tenders.find(({ type }) => type === 'cash') ?? {
    tender_id: books.cash?.tender_id ?? null,
    name: books.cash?.name ?? null,
    type: 'cash',
  };
  const pair = (draft: Draft): Draft[] => [draft, tenderDraft(cash, draft.amount.neg(), draft.use)];
  return [
    ...moves.flatMap(({ type, reason, amount }) =>
      pair({
        use: useOfMove(books, type, reason),
        kind: reason,
        name: reason,
        amount: type === 'paid_in' ? amount.neg() : amount,
      }),
    ),
    ...pair({ use: 'over', name: null, amount: over.neg() }),
    ...pair({ use: 'short', name: null, amount: short }),
  ];
}

/** The fees of tenders, where the table has an account for them: whoever books them by the card company's list has none. */
function feeDrafts({ tenders }: VoucherSource, books: Books, scale: number): Draft[] {
  if (!books.rules.some(({ use }) => use === 'card_fee')) return [];
  return tenders.flatMap((piece) => {
    const { fee_percent = null } = books.tenders.get(piece.tender_id ?? '') ?? {};
    if (fee_percent === null) return [];
    const fee = percentOf(piece.amount, fee_percent, scale);
    const { tender_id, type, name } = piece;
    return [
      { use: 'card_fee' as const, tender_id, tender_type: type, name: name ?? type, amount: fee },
      tenderDraft(piece, fee.neg(), 'card_fee'),
    ];
  });
}

/** Returns a share of an amount, rounded half up to the currency's decimals. */
const percentOf = (amount: Decimal, percent: string, scale: number): Decimal =>
  amount.times(Decimal.parse(percent)).dividedBy(100, scale);

function differencesOf(source: VoucherSource, revenue: readonly RevenuePiece[]): VoucherDifference[] {
  const { gross, net, tax, rounding, vat, tenders, non_turnover } = source;
  const asides = totalOf(non_turnover.map(({ amount }) => amount));
  const all: VoucherDifference[] = [
    // The tax is that of what is no turnover, too.
    {
      code: 'net_and_tax',
      expected: gross,
      actual: net.plus(tax).minus(totalOf(non_turnover.map((one) => one.tax))),
    },
    { code: 'revenue', expected: net, actual: totalOf(revenue.map((piece) => piece.net)) },
    { code: 'vat', expected: tax, actual: totalOf(vat.map((row) => row.tax)) },
    {
      code: 'tenders',
      expected: totalOf(tenders.map(({ amount }) => amount)),
      actual: gross.plus(asides).plus(rounding),
    },
  ];
  return all.filter(({ expected, actual }) => !expected.eq(actual));
}

function withAccount(draft: Draft, books: Books): VoucherRow {
  const found = accountOf(books, draft);
  const rated = draft.use === 'revenue' || draft.use === 'vat';
  return {
    against: null,
    ...draft,
    account: found.code,
    account_name: found.name,
    account_owner: found.owner,
    missing: found.missing,
    vat_code: found.vat_code ?? (rated ? vatCodeOf(books, draft.rate ?? null) : null),
  };
}

/** As charts of accounts are ordered, `29391` between `2939` and `2940`; rows without an account come last. */
const inAccountOrder = (one: VoucherRow, other: VoucherRow): number => {
  if (one.account === '' || other.account === '')
    return Number(one.account === '') - Number(other.account === '');
  return one.account < other.account ? -1 : Number(one.account > other.account);
};

/** Returns the sum of all differences: zero, or what the row `difference` clears. */
export const offBy = ({ differences }: Pick<Voucher, 'differences'>): Decimal =>
  differences.reduce((sum, { expected, actual }) => sum.plus(actual).minus(expected), zero);
