import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@/app/data/client';
import { takenSchema, vouchersSchema, type Vouchers } from '../schema';

/** Query options for `GET /api/secure/report/voucher` with these parameters (docs/report.md#voucher). */
export const vouchersQuery = (client: Client, params: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: ['businessday', 'voucher', params],
    queryFn: async ({ signal }): Promise<Vouchers> => {
      const query = new URLSearchParams(params).toString();
      return vouchersSchema.parse(await client.json(`/api/secure/report/voucher?${query}`, signal));
    },
  });

/** The most days of one request; the service takes no more. */
const mostDays = 100;

/**
 * Gives closed days the next numbers of their series, unless their vouchers have no rows, and exports them
 * (docs/report.md#voucher-numbers). With many days, by several
 * requests: what one of them has done stays if a later one fails. Days of one voucher go in one request.
 */
export async function takeNumbers(
  client: Client,
  vouchers: readonly (readonly string[])[],
  by: 'day' | 'all',
): Promise<readonly { businessday_id: string; voucher_num: string | null }[]> {
  const batches: string[][] = [];
  for (const days of vouchers) {
    const last = batches.at(-1);
    if (last && last.length + days.length <= mostDays) last.push(...days);
    else batches.push([...days]);
  }
  const taken = [];
  for (const businessday_ids of batches) {
    const { text } = await client.post('report/voucher', JSON.stringify({ businessday_ids, by }));
    taken.push(...takenSchema.parse(JSON.parse(text)));
  }
  return taken;
}
