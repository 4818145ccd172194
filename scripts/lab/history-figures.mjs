/**
 * SQL that makes closed days of a chain with the figures that the service would have made of them, without their receipts: run it
 * in a session whose `session_replication_role` is `replica`. All have the tenant as $1 and the first day of a month as $2.
 */

/** A number from 0 to 1 that looks like chance, of two whole numbers. @param {string} one @param {string} other */
const chance = (one, other) => `(hashint8extended(${one}, ${other}) & 1048575) / 1048576.0`;

/** @param {string} number @param {number} kind */
const guid = (number, kind) => `'00000000-0000-7000-800${kind}-' || lpad((${number})::text, 12, '0')`;

/** Quantity, gross, net, tax and discount of so many receipts' worth. @param {string} n */
const sold = (n) =>
  `(${n})::numeric(18,3), (${n})::numeric(18,2) * 4, round((${n})::numeric * 3.52, 2), (${n})::numeric(18,2) * 4 - round((${n})::numeric * 3.52, 2), 0.00`;

/**
 * The products of so many lines: 20,000, of which few sell much; those that are sold at least once.
 *
 * @param {string} lines @param {string} salt a whole number, of the days
 */
export const products = (lines, salt) => `
  select row(${guid('p', 1)}, lpad(p::text, 5, '0'), 'Product ' || p, ${guid('p % 40', 2)}, 'Department ' || p % 40,
    greatest(1, round(expected))::bigint, ${sold('greatest(1, round(expected))::integer')})::day_plus as e
  from (select p, ${lines} * (cbrt(p + 1) - cbrt(p)) / cbrt(20000) as expected
    from generate_series(0, 19999) p) p
  where expected > 3 or ${chance('p::bigint', salt)} < 1 - exp(-expected)`;

/**
 * The other columns of figures of `n` receipts at some tills by some cashiers: names, and SQL of the values.
 *
 * @param {string} n @param {string} tills the numbers of the first and last @param {string} cashiers
 */
const columns = (n, tills, cashiers) => ({
  sums: `row(${n}, ${n} * 12, ${n} * 10.56, ${n} * 1.44, 0, 0, 0, 0, 0, 0, 0, 0)::day_sums`,
  tenders: `array(select row(${guid('k', 4)}, 'Tender ' || k, 'card', ${n} / 3, ${n} * 4, 0)::day_tenders from generate_series(0, 2) k)`,
  dpts: `array(select row(${guid('k', 2)}, 'Department ' || k, h, ${n} * 3 / 520, ${sold(`${n} * 3 / 520`)})::day_dpts
    from generate_series(0, 39) k, generate_series(8, 20) h)`,
  hours: `array(select row(h, 0, ${n} / 13, ${sold(`${n} / 13`)})::day_hours from generate_series(8, 20) h)`,
  cashiers: `array(select row(k::text, 'Cashier ' || k, ${n} / 4, ${sold(`${n} / 4`)})::day_cashiers from generate_series(${cashiers}) k)`,
  tills: `array(select row(${guid('k', 3)}, ${n} / 4, ${sold(`${n} / 4`)})::day_tills from generate_series(${tills}) k)`,
});

const emptyColumns = ['taxes', 'asides', 'lates', 'unknowns', 'removals', 'drawers', 'doubts', 'registers'];

/** The business days of a month; $3: the locations, $4: the one whose figures are whole. Those of others have what is not long. */
export const daysText = (/** @type {number} */ edition, /** @type {number} */ receipts) => `
  with days as (
    insert into businessday (tenant_id, company_id, id, version, active, name, data, created_at, modified_at, location_id, date,
      status, snapshot, own_registers)
    select $1, $1, gen_random_uuid(), 1, true, '', '{}', now(), now(), l, d::date, 'closed',
      '{"timezone": "Europe/Helsinki", "currency": "EUR", "cutover_hour": 0, "location_name": "", "registers": []}',
      array(select id from pos where tenant_id = $1 and location_id = l order by id)
    from unnest($3::uuid[]) l, generate_series($2::date, $2::date + interval '1 month' - interval '1 day', '1 day') d
    returning id, location_id, date, seq
  )
  ${insertText(
    edition,
    'businessday_id, location_id, date, plus',
    ofDays(columns(String(receipts), '4 * place, 4 * place + 3', '2 * place, 2 * place + 1')),
    `days.id, location_id, date,
    case when location_id = $4::uuid then array(select e from (${products(String(3 * receipts), 'days.seq')}) e order by e) else '{}' end`,
  )}
  from (select *, array_position($3::uuid[], location_id) - 1 as place from days) days`;

/** @param {ReturnType<typeof columns>} made */
const ofDays = (made) => ({
  ...made,
  dpts: `case when location_id = $4::uuid then ${made.dpts} else '{}' end`,
});

/**
 * @param {number} edition @param {string} names @param {Record<string, string>} made @param {string} values
 */
const insertText = (edition, names, made, values) => `
  insert into businessday_figures (tenant_id, company_id, month, currency, edition, at_fault, ${names}, ${[...Object.keys(made), ...emptyColumns].join(', ')})
  select $1::uuid, $1::uuid, $2::date, 'EUR', ${edition}, 0, ${values}, ${[...Object.values(made), ...emptyColumns.map(() => `'{}'`)].join(', ')}`;

/**
 * The sums of a month's days: of all, of each location, and of each date. $3: the location whose sums have products, $4: the first
 * date whose sums have.
 *
 * @param {number} edition @param {'all' | 'location_id' | 'date'} by @param {number} receipts of a day
 */
export const sumsText = (edition, by, receipts) => {
  const key = by === 'all' ? 'null' : by;
  const of = columns(
    'n',
    by === 'location_id' ? '4 * place, 4 * place + 3' : '0, 199',
    by === 'location_id' ? '2 * place, 2 * place + 1' : '0, 99',
  );
  return `
  with sums as (
    ${insertText(edition, `location_id, date, "of"`, of, `${by === 'location_id' ? key : 'null::uuid'}, ${by === 'date' ? key : 'null::date'}, ids`)}
    from (
      select ${key} as ${by === 'all' ? 'every' : by}, array_agg(id order by id) as ids, count(*) * ${receipts} as n, min(place) as place from (
        select *, dense_rank() over (order by location_id) - 1 as place from businessday_figures
        where tenant_id = $1 and month = $2 and businessday_id is not null
      ) f group by 1
    ) days returning id, location_id, date, cardinality("of") * ${receipts} * 3 as lines
  )
  insert into businessday_figures_plus (tenant_id, company_id, figures_id, slice, plus)
  select $1, $1, sums.id, (ascii(right((e).plu_id, 1)) & 15) + 16 * (ascii(right((e).plu_id, 2)) & 3), array_agg(e order by e)
  from sums cross join lateral (${products('sums.lines', 'sums.id')}) e
  where coalesce(sums.location_id = $3::uuid, true) and coalesce(sums.date >= $4::date, true) group by 3, 4`;
};
