import { z } from 'zod';
import type { FieldProblem } from '@/core/contract/problem';
import { currency as currencyCode, guid } from '@/core/contract/values';
import { badQuery } from '@/core/server/http/problems';
import { monthText } from '../schema';

/** The parameters of a month. Without locations it is of all that have days. */
export interface MonthQuery {
  readonly month: string;
  readonly location_ids: readonly string[];
  readonly currency: string | null;
}

const mostLocations = 100;

/** Reads the parameters of a month. @throws 400 that names each invalid parameter and its rule. */
export function readMonthQuery(parameters: URLSearchParams): MonthQuery {
  const problems: FieldProblem[] = [];
  const complain = (name: string, code: string, detail: string) =>
    problems.push({ pointer: `?${name}`, code, detail });
  for (const name of new Set(parameters.keys())) {
    if (!['month', 'location_id', 'currency'].includes(name))
      complain(name, 'unknown_parameter', `"${name}" is no parameter here`);
    else if (parameters.getAll(name).length > 1)
      complain(name, 'repeated_parameter', `"${name}" may be sent once`);
  }
  const month = parameters.get('month');
  if (month === null) complain('month', 'required', 'A month is needed, such as 2026-10');
  else if (!monthText().safeParse(month).success)
    complain('month', 'invalid_parameter', 'Must be a month, such as 2026-10');
  const location_ids = [...new Set(parameters.get('location_id')?.toLowerCase().split(',') ?? [])];
  if (!z.array(guid()).max(mostLocations).safeParse(location_ids).success)
    complain(
      'location_id',
      'invalid_parameter',
      `Must be a GUID, or at most ${mostLocations}, separated by commas`,
    );
  const currency = parameters.get('currency');
  if (currency !== null && !currencyCode().safeParse(currency).success)
    complain('currency', 'invalid_parameter', 'Must be a currency code, such as EUR');
  if (problems.length > 0) throw badQuery(problems);
  return { month: month ?? '', location_ids, currency };
}
