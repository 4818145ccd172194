import { z } from 'zod';
import { queryOf, type Complain } from '@/server/http/query';
import {
  currencyParameter,
  dateNeeded,
  dateParameter,
  idsParameter,
  locationsParameter,
  requirePeriod,
} from '@/server/http/query-parameters';
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
const voucherRange = 100;

/** The parameters that say of which days vouchers are. */
export const voucherParameters = {
  from: dateParameter('The first date; needed unless days are named.'),
  to: dateParameter(`The last date, at most ${voucherRange} days in all.`),
  location_id: locationsParameter,
  businessday_id: idsParameter('Instead of a range: a business day, or at most 100 separated by commas.'),
  currency: {
    ...currencyParameter,
    description: 'Only days in this currency. Needed where the days are in several.',
  },
  by: {
    read: z.enum(voucherKinds).default('day'),
    rule: `Must be one of ${voucherKinds.join(', ')}`,
    schema: { type: 'string', enum: voucherKinds },
    description: 'One voucher for each day (the default), or one for all days of a location and year.',
  },
};

type Values = {
  readonly [Name in keyof typeof voucherParameters]: z.output<(typeof voucherParameters)[Name]['read']>;
};

/** Returns of which days vouchers are asked for. Complains of a range beside named days, and of none without them. */
export function voucherDays(
  { from, to, location_id, businessday_id, currency, by }: Values,
  complain: Complain,
): VoucherQuery {
  const rest = { location_ids: location_id, businessday_ids: businessday_id, currency, by };
  if (businessday_id.length > 0) {
    for (const [name, isSent] of [
      ['from', from !== null],
      ['to', to !== null],
      ['location_id', location_id.length > 0],
    ] as const)
      if (isSent)
        complain(name, 'invalid_parameter', '"businessday_id" names the days: no range goes with it');
    return { ...rest, from: '', to: '' };
  }
  if (from === null) complain('from', 'required', dateNeeded);
  if (to === null) complain('to', 'required', dateNeeded);
  const range = { from: from ?? '', to: to ?? '' };
  requirePeriod(range, complain, voucherRange, `Vouchers are of at most ${voucherRange} days`);
  return { ...rest, ...range };
}

/** The parameters of vouchers. */
export const voucherQuery = queryOf(voucherParameters, voucherDays);
