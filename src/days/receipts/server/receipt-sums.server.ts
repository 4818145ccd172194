import { lineNet, elements, isNonTurnover, isTurnover, type NumberParsing } from './receipt-lists.server';

const sum = (value: string, where = ''): string =>
  `coalesce(sum(${value})${where === '' ? '' : ` filter (where ${where})`}, 0)`;
/** SQL: whether some value of a list is not a number; always false after a cast. */
const any = (parsing: NumberParsing, column: string): string =>
  parsing === 'cast' ? 'false' : `coalesce(bool_or(${column}), false)`;
/** SQL: the sum of all numbers of a list, which is finite only if each of them is. */
const all = (...names: string[]): string => names.map((name) => sum(`e.${name}`)).join(' + ');
/** SQL: the single rate of all elements of a list; null if they differ, one has none, or the list is empty. */
const oneRate = (rate: string): string =>
  `case when count(*) = count(${rate}) and min(${rate}) = max(${rate}) then min(${rate}) end`;

const lines = ['kind', 'qty', 'discount', 'total', 'net', 'tax', 'tax_rate', 'bad', 'bad_tax'];
const tenders = ['type', 'amount', 'tendered', 'change', 'bad'];
const taxes = ['rate', 'gross', 'net', 'tax', 'bad'];

const haveAside = 'l.aside = 0 or abs(x.gross - receipt_total) <= abs(x.gross - receipt_total + l.aside)';
const mayDiffer =
  '(l.asides = 0 and l.rate = x.rate and l.sold = x.gross and l.sold_net = x.net and l.sold_tax = x.tax) is not true';

/** SQL: the values of `sale_sums` in order, of the lists of `listsOf`. */
const valuesOf = (
  ratesDiffer: string,
): string => `l.lines, l.sold, l.sold_net, l.sold_tax, l.discount, l.asides, l.aside, l.aside_net, l.aside_tax,
      p.paid, p.cash, p.payments, x.gross, x.net, x.tax,
      ${haveAside},
      ${ratesDiffer},
      x.differ, p.differ, l.bad, l.bad_tax or x.bad, p.bad`;

/** SQL: the sums of the three lists of `receipt`, a row each; after a cast no row if a number is not finite. */
const listsOf = (
  parsing: NumberParsing,
): string => `(select ${sum('e.total')} as lines, ${sum('e.total', isTurnover)} as sold, ${sum('e.net', isTurnover)} as sold_net,
        ${sum('e.tax', isTurnover)} as sold_tax, ${sum('e.discount', isTurnover)} as discount,
        count(*) filter (where ${isNonTurnover})::integer as asides, ${sum('e.total', isNonTurnover)} as aside,
        ${sum(lineNet, isNonTurnover)} as aside_net, ${sum('e.tax', isNonTurnover)} as aside_tax, ${oneRate('e.tax_rate')} as rate,
        ${any(parsing, 'e.bad')} as bad, ${any(parsing, 'e.bad_tax')} as bad_tax,
        ${all('qty', 'discount', 'total', 'net', 'tax', 'tax_rate')} as all
      from ${elements(parsing, 'lines', lines, 'receipt')}) l,
    (select ${sum('e.amount')} as paid, sum(e.amount) filter (where e.type = 'cash') as cash, count(*)::integer as payments,
        coalesce(bool_or(e.tendered - coalesce(e.change, 0) <> coalesce(e.amount, 0)), false) as differ,
        ${any(parsing, 'e.bad')} as bad, ${all('amount', 'tendered', 'change')} as all
      from ${elements(parsing, 'tenders', tenders, 'receipt')}) p,
    (select ${sum('e.gross')} as gross, ${sum('e.net')} as net, ${sum('e.tax')} as tax, ${oneRate('e.rate')} as rate,
        coalesce(bool_or(coalesce(e.gross, 0) <> coalesce(e.net, 0) + coalesce(e.tax, 0)), false) as differ,
        ${any(parsing, 'e.bad')} as bad, ${all('rate', 'gross', 'net', 'tax')} as all
      from ${elements(parsing, 'taxes', taxes, 'receipt')}) x${
        parsing === 'cast'
          ? `\n    where (l.all + p.all + x.all) not in ('NaN', 'Infinity', '-Infinity')`
          : ''
      }`;

/** PL/pgSQL: reads the lists of `receipt` into `made`; `rates_differ` says whether the rates must be compared. */
const read = (parsing: NumberParsing): string => `
    select ${valuesOf(mayDiffer)}
    into made
    from ${listsOf(parsing)};`;

/** SQL condition: the lines, summed by rate, differ from the tax rows; needed only for several rates or unequal sums. */
const ratesDiffer = (parsing: NumberParsing, rowsHaveAside: string): string => `exists (
      select from (
        select case when ${isNonTurnover} then coalesce(e.tax_rate, 0) else e.tax_rate end as rate, e.total as gross,
          case when ${isNonTurnover} then ${lineNet} else e.net end as net, e.tax
        from ${elements(parsing, 'lines', lines, 'receipt')} where ${isTurnover} or ${rowsHaveAside}
        union all
        select e.rate, -e.gross, -e.net, -e.tax from ${elements(parsing, 'taxes', taxes, 'receipt')}
      ) e group by e.rate having ${['gross', 'net', 'tax'].map((name) => `sum(e.${name}) <> 0`).join(' or ')})`;

/** PL/pgSQL: compares the lines by rate with the tax rows. */
const compareRates = (parsing: NumberParsing): string => `
    made.rates_differ := ${ratesDiffer(parsing, 'made.rows_have_aside')};`;

const body = (parsing: NumberParsing): string => `${read(parsing)}
    if made.rates_differ then${compareRates(parsing)}
    end if;`;

/**
 * The sums of a receipt's lists, stored in the generated column `sums`, which only PostgreSQL writes. The report of a day
 * adds these up instead of parsing each of 20,000 receipts.
 *
 * `sold*` and `discount` sum the turnover lines, `aside*` the others (gift cards, deposits, tips); `paid` sums all
 * tenders, `cash` those in cash (null without any); `row_*` sums the tax rows. Tills differ in whether tax rows include
 * non-turnover lines: `rows_have_aside` is the interpretation that comes closer to the receipt's total.
 *
 * - `rates_differ`: the lines, summed by rate, differ from the tax rows;
 * - `rows_differ`: for some tax row, net + tax is not gross;
 * - `change_differs`: for some tender, tendered − change is not its amount;
 * - `wrong_lines`, `wrong_tax`, `wrong_tenders`: some value is not a decimal number. It is left out of the sums.
 *
 * Numbers are cast first; if that fails, or one is not finite, each is checked, which takes longer.
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

/**
 * SQL: the receipts whose stored sums are not those of their lists, by the same expressions as in `receipt_sums`, but as
 * one plan for all receipts: a call of the function for each costs more than twice as much. Fails, or returns a row, for values that
 * were written past the service; then the function has to say what is right.
 */
export const doubtfulSums = `
  select from (select s.sums, s.total as receipt_total, s.data as receipt from sales s) s
  left join lateral (
    select row(${valuesOf(`case when ${mayDiffer} then ${ratesDiffer('cast', `(${haveAside})`)} else false end`)})::sale_sums as sums
    from ${listsOf('cast')}
  ) own on true
  where s.sums is distinct from own.sums`;
