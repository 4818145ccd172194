const noRegister = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** SQL: counted − expected cash over the counted registers; null if none is counted (docs/report.md#checks, 6). */
const overShort = `(
  select sum((z->>'counted')::numeric - coalesce((z->>'opening_float')::numeric, 0)) - coalesce((
    select sum(x.cash) from businessday_totals x
    where x.tenant_id = t.tenant_id and x.businessday_id = t.id and x.pos_id in (
      select coalesce((y->>'pos_id')::uuid, ${noRegister})
      from jsonb_path_query(t.data, '$.z_reports[*]') y where y->>'counted' is not null)
  ), 0)
  from jsonb_path_query(t.data, '$.z_reports[*]') z where z->>'counted' is not null)::text`;

/** SQL: the computed field `totals` of the day `t`. */
export const dayTotalsJson = `(
  select json_build_object('count', coalesce(sum(x.count), 0), 'gross', (coalesce(sum(x.gross), 0) + 0.00)::text,
    'over_short', ${overShort})
  from businessday_totals x where x.tenant_id = t.tenant_id and x.businessday_id = t.id)`;
