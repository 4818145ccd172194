import { nonTurnoverNet, elements, isNonTurnover, isTurnover, type Care } from './receipt-lists.server';

const sum = (value: string, where = ''): string =>
  `coalesce(sum(${value})${where === '' ? '' : ` filter (where ${where})`}, 0)`;
/** Whether one of a list's values is no number; what was cast has none such. */
const any = (care: Care, column: string): string =>
  care === 'cast' ? 'false' : `coalesce(bool_or(${column}), false)`;
/** All numbers of a list in one: it is finite where each of them is. */
const all = (...names: string[]): string => names.map((name) => sum(`e.${name}`)).join(' + ');
/** The rate of all elements of a list; null where they have several, one has none, or there are no elements. */
const oneRate = (rate: string): string =>
  `case when count(*) = count(${rate}) and min(${rate}) = max(${rate}) then min(${rate}) end`;

const lines = ['kind', 'qty', 'discount', 'total', 'net', 'tax', 'tax_rate', 'bad', 'bad_tax'];
const tenders = ['type', 'amount', 'tendered', 'change', 'bad'];
const taxes = ['rate', 'gross', 'net', 'tax', 'bad'];

/** Reads the lists of `receipt` into `made`, and what tells whether more has to be looked at. */
const read = (care: Care): string => `
    select l.lines, l.sold, l.sold_net, l.sold_tax, l.discount, l.asides, l.aside, l.aside_net, l.aside_tax,
      p.paid, p.cash, p.payments, x.gross, x.net, x.tax,
      l.aside = 0 or abs(x.gross - receipt_total) <= abs(x.gross - receipt_total + l.aside),
      (l.asides = 0 and l.rate = x.rate and l.sold = x.gross and l.sold_net = x.net and l.sold_tax = x.tax) is not true,
      x.differ, p.differ, l.bad, l.bad_tax or x.bad, p.bad
    into made
    from (select ${sum('e.total')} as lines, ${sum('e.total', isTurnover)} as sold, ${sum('e.net', isTurnover)} as sold_net,
        ${sum('e.tax', isTurnover)} as sold_tax, ${sum('e.discount', isTurnover)} as discount,
        count(*) filter (where ${isNonTurnover})::integer as asides, ${sum('e.total', isNonTurnover)} as aside,
        ${sum(nonTurnoverNet, isNonTurnover)} as aside_net, ${sum('e.tax', isNonTurnover)} as aside_tax, ${oneRate('e.tax_rate')} as rate,
        ${any(care, 'e.bad')} as bad, ${any(care, 'e.bad_tax')} as bad_tax,
        ${all('qty', 'discount', 'total', 'net', 'tax', 'tax_rate')} as all
      from ${elements(care, 'lines', lines, 'receipt')}) l,
    (select ${sum('e.amount')} as paid, sum(e.amount) filter (where e.type = 'cash') as cash, count(*)::integer as payments,
        coalesce(bool_or(e.tendered - coalesce(e.change, 0) <> coalesce(e.amount, 0)), false) as differ,
        ${any(care, 'e.bad')} as bad, ${all('amount', 'tendered', 'change')} as all
      from ${elements(care, 'tenders', tenders, 'receipt')}) p,
    (select ${sum('e.gross')} as gross, ${sum('e.net')} as net, ${sum('e.tax')} as tax, ${oneRate('e.rate')} as rate,
        coalesce(bool_or(coalesce(e.gross, 0) <> coalesce(e.net, 0) + coalesce(e.tax, 0)), false) as differ,
        ${any(care, 'e.bad')} as bad, ${all('rate', 'gross', 'net', 'tax')} as all
      from ${elements(care, 'taxes', taxes, 'receipt')}) x${
        care === 'cast' ? `\n    where (l.all + p.all + x.all) not in ('NaN', 'Infinity', '-Infinity')` : ''
      };`;

/** Whether the lines, by rate, are the tax rows; asked where they are of several rates, or do not come to the same. */
const compareRates = (care: Care): string => `
    made.rates_differ := exists (
      select from (
        select case when ${isNonTurnover} then coalesce(e.tax_rate, 0) else e.tax_rate end as rate, e.total as gross,
          case when ${isNonTurnover} then ${nonTurnoverNet} else e.net end as net, e.tax
        from ${elements(care, 'lines', lines, 'receipt')} where ${isTurnover} or made.rows_have_aside
        union all
        select e.rate, -e.gross, -e.net, -e.tax from ${elements(care, 'taxes', taxes, 'receipt')}
      ) e group by e.rate having ${['gross', 'net', 'tax'].map((name) => `sum(e.${name}) <> 0`).join(' or ')});`;

const body = (care: Care): string => `${read(care)}
    if made.rates_differ then${compareRates(care)}
    end if;`;

/**
 * What the lists of a receipt come to, kept beside it as `sums`: a generated column, which PostgreSQL alone writes. The
 * report of a day adds these up instead of taking each of 20,000 receipts apart.
 *
 * `sold*` and `discount` are of the lines that are turnover, `aside*` of the others (gift cards, deposits, tips); `paid`
 * is of all tenders, `cash` of those in cash, null where there are none; `row_*` is of the tax rows. Tills differ in
 * whether those hold what is no turnover: `rows_have_aside` is the reading that comes nearer to the receipt's total.
 *
 * - `rates_differ`: the lines, by rate, are not the tax rows;
 * - `rows_differ`: net and tax of a tax row are not its gross;
 * - `change_differs`: what was handed over, less the change, is not what the tender says;
 * - `wrong_lines`, `wrong_tax`, `wrong_tenders`: a value is no decimal number. It counts as nothing.
 *
 * Numbers are cast as they stand; where that fails, or one is not finite, each is looked at, which takes longer.
 */
export const saleSums = `
  create type sale_sums as (
    lines numeric, sold numeric, sold_net numeric, sold_tax numeric, discount numeric,
    asides integer, aside numeric, aside_net numeric, aside_tax numeric,
    paid numeric, cash numeric, payments integer, row_gross numeric, row_net numeric, row_tax numeric,
    rows_have_aside boolean, rates_differ boolean, rows_differ boolean, change_differs boolean,
    wrong_lines boolean, wrong_tax boolean, wrong_tenders boolean
  );
  create function receipt_sums(receipt_total numeric, receipt jsonb) returns sale_sums language plpgsql immutable as $$
  declare made sale_sums;
  begin
    begin${body('cast')}
      if made.lines is not null then return made; end if;
    exception when data_exception then null;
    end;${body('careful')}
    return made;
  end $$;
  alter table sales add column sums sale_sums generated always as (receipt_sums(total, data)) stored;
`;
