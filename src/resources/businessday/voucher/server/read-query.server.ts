import { z } from 'zod';
import type { FieldProblem } from '@/core/contract/problem';
import { currency as currencyCode, day, guid } from '@/core/contract/values';
import { badQuery } from '@/core/server/http/problems';
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

/** The longest range, in days, and the most ids of a list. */
export const voucherRange = 100;
const mostIds = 100;

const names = ['from', 'to', 'location_id', 'businessday_id', 'currency', 'by'];

/** Reads the parameters of vouchers. @throws 400 that names each invalid parameter and its rule. */
export function readVoucherQuery(parameters: URLSearchParams): VoucherQuery {
  const problems: FieldProblem[] = [];
  const complain = (name: string, code: string, detail: string) =>
    problems.push({ pointer: `?${name}`, code, detail });
  for (const name of new Set(parameters.keys())) {
    if (!names.includes(name)) complain(name, 'unknown_parameter', `"${name}" is no parameter here`);
    else if (parameters.getAll(name).length > 1)
      complain(name, 'repeated_parameter', `"${name}" may be sent once`);
  }
  const ids = (name: string): string[] => {
    const list = parameters.get(name)?.toLowerCase().split(',') ?? [];
    if (!z.array(guid()).max(mostIds).safeParse(list).success)
      complain(name, 'invalid_parameter', `Must be a GUID, or at most ${mostIds}, separated by commas`);
    return [...new Set(list)];
  };
  const date = (name: string): string => {
    const value = parameters.get(name);
    if (value === null) complain(name, 'required', 'A date is needed, such as 2026-03-01');
    else if (!day().safeParse(value).success)
      complain(name, 'invalid_parameter', 'Must be a date, such as 2026-03-01');
    return value ?? '';
  };
  const businessday_ids = ids('businessday_id');
  const location_ids = ids('location_id');
  const isNamed = parameters.has('businessday_id');
  for (const name of isNamed ? ['from', 'to', 'location_id'] : [])
    if (parameters.has(name))
      complain(name, 'invalid_parameter', '"businessday_id" names the days: no range goes with it');
  const [from, to] = isNamed ? ['', ''] : [date('from'), date('to')];
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (length < 1) complain('to', 'invalid_parameter', 'Must not be before "from"');
  if (length > voucherRange) complain('to', 'too_large', `Vouchers are of at most ${voucherRange} days`);
  const currency = parameters.get('currency');
  if (currency !== null && !currencyCode().safeParse(currency).success)
    complain('currency', 'invalid_parameter', 'Must be a currency code, such as EUR');
  const by = z.enum(voucherKinds).safeParse(parameters.get('by') ?? 'day');
  if (!by.success) complain('by', 'invalid_parameter', `Must be one of ${voucherKinds.join(', ')}`);
  if (problems.length > 0 || !by.success) throw badQuery(problems);
  return { from, to, location_ids, businessday_ids, currency, by: by.data };
}
