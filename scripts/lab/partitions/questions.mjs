/**
 * Statements as the service sends them, less what row-level security adds, which is the same for each layout.
 *
 * @param {import('pg').Client} client
 * @returns {Promise<{ name: string, text: string, values: unknown[] }[]>}
 */
export async function questionsOf(client) {
  const {
    rows: [some],
  } = await client.query(`
    select tenant_id, company_id, id, businessday_id, receipt_num, seq, completed_at,
      data->'lines'->0->>'plu_id' as plu_id from public.sales order by seq offset (select count(*) / 2 from public.sales) limit 1`);
  const {
    rows: [trail],
  } = await client.query(`
    select entity_id, place, at from public.event where entity = 'plu' order by seq desc limit 1`);
  const own = 'tenant_id = $1 and company_id = $2';
  const ids = [some.tenant_id, some.company_id];
  return [
    {
      name: 'receipts, newest first',
      text: `select * from sales where ${own} order by completed_at desc limit 100`,
      values: ids,
    },
    {
      name: 'receipts, last changed first',
      text: `select * from sales where ${own} order by modified_at desc, seq desc limit 100`,
      values: ids,
    },
    {
      name: 'receipts after a cursor',
      text: `select * from sales where ${own} and seq > $3 order by seq limit 100`,
      values: [...ids, some.seq],
    },
    {
      name: 'a receipt',
      text: 'select * from sales where tenant_id = $1 and id = $2',
      values: [some.tenant_id, some.id],
    },
    {
      name: 'the receipts of a day, for its report',
      text: `select count(*), sum((t.sums).sold), sum(length(t.data::text)) from sales t where ${own} and t.businessday_id = any ($3::uuid[])`,
      values: [...ids, [some.businessday_id]],
    },
    {
      name: 'receipts of a day, a page',
      text: `select * from sales where tenant_id = $1 and businessday_id = $2 order by seq limit 100`,
      values: [some.tenant_id, some.businessday_id],
    },
    {
      name: 'receipts by number',
      text: `select * from sales where tenant_id = $1 and receipt_num = $2 order by seq limit 50`,
      values: [some.tenant_id, some.receipt_num],
    },
    {
      name: 'receipts with a product',
      text: `select id from sales where ${own} and jsonb_path_query_array(data, '$.lines[*].plu_id') ?| array[$3] limit 100`,
      values: [...ids, some.plu_id],
    },
    {
      name: 'receipts searched',
      text: `select id from sales_search where ${own} and words like $3 limit 50`,
      values: [...ids, `%${some.receipt_num.slice(1)}%`],
    },
    {
      name: 'sales of a month',
      text: `select sum((t.sums).sold) from sales t where ${own} and completed_at >= $3::timestamptz and completed_at < $3::timestamptz + interval '28 days'`,
      values: [...ids, some.completed_at],
    },
    {
      name: 'trail of a product',
      text: `select * from event where ${own} and entity = 'plu' and entity_id = $3 order by place desc, seq desc limit 50`,
      values: [...ids, trail.entity_id],
    },
    {
      name: 'trail, newest first',
      text: `select * from event where ${own} order by place desc, seq desc limit 50`,
      values: ids,
    },
    {
      name: 'trail after a place',
      text: `select * from event where ${own} and (place, seq) > ($3, 0) order by place, seq limit 100`,
      values: [...ids, trail.place],
    },
    {
      name: 'a hundred products as of a moment',
      text: `select p.id, e.after from (select id from public.plu where tenant_id = $1 order by seq limit 100) p cross join lateral (
        select after from event where ${own} and entity = 'plu' and entity_id = p.id and at <= $3 order by at desc, seq desc limit 1) e`,
      values: [...ids, trail.at],
    },
  ];
}
