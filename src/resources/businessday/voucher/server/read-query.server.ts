import { z } from 'zod';
import { badQuery } from '@/core/server/http/problems';
import { readingOf } from '../../server/read-parameters.server';
import { voucherKinds } from '../schema';

/** The parameters of vouchers: days of a range, or the days that are named. */
export interface VoucherQuery {
  readonly from: string;
  readonly to: string;
  readonly location_ids: readonly string[];
  readonly businessday_ids: readonly string[];
  readonly currency: string | null;
  readonly by: (typeof voucherKinds)[number];
}

/** The longest range, in days. */
export const voucherRange = 100;

const names = ['from', 'to', 'location_id', 'businessday_id', 'currency', 'by'];

/** Reads the parameters of vouchers. @throws 400 that names each invalid parameter and its rule. */
export function readVoucherQuery(parameters: URLSearchParams): VoucherQuery {
  const { problems, complain, ids, range, currency } = readingOf(parameters, names);
  const businessday_ids = ids('businessday_id');
  const location_ids = ids('location_id');
  const isNamed = parameters.has('businessday_id');
  for (const name of isNamed ? ['from', 'to', 'location_id'] : [])
    if (parameters.has(name))
      complain(name, 'invalid_parameter', '"businessday_id" names the days: no range goes with it');
  const { from, to } = isNamed
    ? { from: '', to: '' }
    : range(voucherRange, `Vouchers are of at most ${voucherRange} days`);
  const code = currency();
  const by = z.enum(voucherKinds).safeParse(parameters.get('by') ?? 'day');
  if (!by.success) complain('by', 'invalid_parameter', `Must be one of ${voucherKinds.join(', ')}`);
  if (problems.length > 0 || !by.success) throw badQuery(problems);
  return { from, to, location_ids, businessday_ids, currency: code, by: by.data };
}
