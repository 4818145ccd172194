import { elements, lineDiffers, lineRate, taxDiffers, type NumberParsing } from './receipt-lists.server';

const money = ['discount', 'total', 'net', 'tax'] as const;
const paid = ['amount', 'tendered', 'change'] as const;
const taxed = ['gross', 'net', 'tax'] as const;

/** SQL: the amounts of a list, one per row. */
const amounts = (
  parsing: NumberParsing,
  list: 'lines' | 'tenders' | 'taxes',
  names: readonly string[],
): string =>
  `select v.v from ${elements(parsing, list, names, 'receipt')}
      cross join lateral (values ${names.map((name) => `(e.${name})`).join(', ')}) v(v)`;

const linesOfRate = (parsing: NumberParsing): string => `(
        select count(*) from (
          select ${lineRate} as of_rate from ${elements(parsing, 'lines', ['kind', 'tax_rate'], 'receipt')}
        ) l where l.of_rate = x.rate)`;

/** SQL: the values of `receipt`, a row; `unit` is the smallest one of its currency. */
const found = (parsing: NumberParsing): string => `(
      select coalesce(bool_or(${lineDiffers('unit')}), false) as differs
      from ${elements(parsing, 'lines', ['qty', 'unit_price', 'discount', 'total'], 'receipt')}
    ) l, (
      select coalesce(bool_or(${taxDiffers('unit', 'x', linesOfRate(parsing))}), false) as differs
      from (select e.* from ${elements(parsing, 'taxes', ['rate', 'gross', 'tax'], 'receipt')}) x
    ) x, (
      select (array_agg(v order by min_scale(v) desc nulls last, abs(v) desc, v desc))[1] as finest,
        coalesce(sum(v) not in ('NaN', 'Infinity', '-Infinity'), true) as finite
      from (
        select v.v from (values (receipt_total), (receipt_net), (receipt_tax), (receipt_rounding)) v(v)
        union all ${amounts(parsing, 'lines', money)}
        union all ${amounts(parsing, 'tenders', paid)}
        union all ${amounts(parsing, 'taxes', taxed)}
      ) a where v is not null
    ) f, (
      select coalesce(array_agg(distinct rate), '{}') as rates from (
        select e.rate from ${elements(parsing, 'taxes', ['rate'], 'receipt')}
        union all select ${lineRate} from ${elements(parsing, 'lines', ['kind', 'tax_rate'], 'receipt')}
      ) a where rate is not null
    ) r, (
      select coalesce(array_agg(distinct coalesce(lower(e.tender_id), 'type ' || e.type))
        filter (where e.tender_id is not null or e.type is not null), '{}') as keys
      from ${elements(parsing, 'tenders', ['tender_id', 'type'], 'receipt')}
    ) p`;

const read = (parsing: NumberParsing): string => `
    select l.differs, x.differs, f.finest, r.rates, p.keys, f.finite
    into v_prices, v_tax, v_finest, v_rates, v_keys, v_finite
    from ${found(parsing)};`;

/**
 * The values of a receipt that the later checks of a report need (docs/report.md#checks, from `receipt_prices` on), stored
 * in the generated column `checked`, like `sums` (receipt-sums.server.ts), so that a report of 20,000 receipts does not
 * parse any of them for it.
 *
 * - `prices_differ`: for some line, quantity × unit price − discount is not its total;
 * - `tax_differs`: for some tax row, the tax computed from gross and rate is not its tax;
 * - `finest`: the amount with the most decimals. Unit prices are excluded: fuel is sold at 1.899;
 * - `rates`: the tax rates of its tax rows and lines;
 * - `tender_keys`: the tenders of its payments: the GUID, or `type …` if a payment has no GUID.
 */
export const saleChecked = `
  create function currency_scale(code text) returns integer language sql immutable parallel safe as $$
    select case
      when code in ('BIF','CLP','DJF','GNF','ISK','JPY','KMF','KRW','PYG','RWF','UGX','UYI','VND','VUV','XAF','XOF','XPF') then 0
      when code in ('BHD','IQD','JOD','KWD','LYD','OMR','TND') then 3
      when code in ('CLF','UYW') then 4
      else 2 end
  $$;
  create function currency_unit(code text) returns numeric language sql immutable parallel safe as $$
    select case currency_scale(code) when 0 then 1 when 3 then 0.001 when 4 then 0.0001 else 0.01 end
  $$;
  create type sale_checked as (
    prices_differ boolean, tax_differs boolean, finest numeric, rates numeric[], tender_keys text[]
  );
  create function receipt_checked(receipt_total numeric, receipt_net numeric, receipt_tax numeric,
    receipt_rounding numeric, currency text, receipt jsonb
  ) returns sale_checked language plpgsql immutable as $$
  declare
    unit numeric := currency_unit(currency);
    v_prices boolean; v_tax boolean; v_finest numeric; v_rates numeric[]; v_keys text[]; v_finite boolean;
  begin
    begin${read('cast')}
      if v_finite then return row(v_prices, v_tax, v_finest, v_rates, v_keys)::sale_checked; end if;
    exception when data_exception then null;
    end;${read('careful')}
    return row(v_prices, v_tax, v_finest, v_rates, v_keys)::sale_checked;
  end $$;
  alter table sales add column checked sale_checked
    generated always as (receipt_checked(total, total_net, total_tax, rounding, currency, data)) stored;
`;

/** SQL: the receipts whose stored values are not those of their lists, as `doubtfulSums` has it (receipt-sums.server.ts). */
export const doubtfulChecks = `
  select from (
    select s.checked, s.total as receipt_total, s.total_net as receipt_net, s.total_tax as receipt_tax,
      s.rounding as receipt_rounding, currency_unit(s.currency) as unit, s.data as receipt
    from sales s
  ) s
  left join lateral (
    select row(l.differs, x.differs, f.finest, r.rates, p.keys)::sale_checked as checked
    from ${found('cast')} where f.finite
  ) own on true
  where s.checked is distinct from own.checked`;
