import { badQuery } from '@/core/server/http/problems';
import { readingOf } from '../../server/read-parameters.server';
import { monthText } from '../schema';

/** The parameters of a month. Without locations it is of all that have days. */
export interface MonthQuery {
  readonly month: string;
  readonly location_ids: readonly string[];
  readonly currency: string | null;
}

/** Reads the parameters of a month, of which an address may take some only. @throws 400 that names each invalid parameter and its rule. */
export function readMonthQuery(
  parameters: URLSearchParams,
  names: readonly string[] = ['month', 'location_id', 'currency'],
): MonthQuery {
  const { problems, complain, ids, currency } = readingOf(parameters, names);
  const month = parameters.get('month');
  if (month === null) complain('month', 'required', 'A month is needed, such as 2026-10');
  else if (!monthText().safeParse(month).success)
    complain('month', 'invalid_parameter', 'Must be a month, such as 2026-10');
  const query = { month: month ?? '', location_ids: ids('location_id'), currency: currency() };
  if (problems.length > 0) throw badQuery(problems);
  return query;
}
