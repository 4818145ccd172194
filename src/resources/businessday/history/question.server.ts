import { z } from 'zod';
import type { FieldProblem } from '@/core/contract/problem';
import { currency, day, guid } from '@/core/contract/values';
import { badQuery } from '@/core/server/http/problems';
import { historyDays, ofLines, salesBys, type SalesBy } from '../../sales/history/answer';

/** What is asked about sales; ids are in lower case. */
export interface SalesQuestion {
  readonly by: SalesBy;
  readonly from: string;
  readonly to: string;
  readonly location_ids: readonly string[];
  readonly currency: string | null;
  readonly plu_id: string | null;
  readonly dpt_id: string | null;
}

const mostLocations = 100;

const list = z
  .string()
  .transform((text) => text.toLowerCase().split(','))
  .pipe(z.array(guid(), { error: 'x' }).max(mostLocations));

const rules = {
  by: [z.enum(salesBys), `Must be one of ${salesBys.join(', ')}`],
  from: [day(), 'Must be a date, such as 2026-03-01'],
  to: [day(), 'Must be a date, such as 2026-03-01'],
  location_id: [list, `Must be a GUID, or at most ${mostLocations}, separated by commas`],
  currency: [currency(), 'Must be a currency code, such as EUR'],
  plu_id: [guid(), 'Must be a GUID'],
  dpt_id: [guid(), 'Must be a GUID'],
} as const;

const question = z.object({
  by: rules.by[0],
  from: rules.from[0],
  to: rules.to[0],
  location_id: rules.location_id[0].optional(),
  currency: rules.currency[0].optional(),
  plu_id: rules.plu_id[0].optional(),
  dpt_id: rules.dpt_id[0].optional(),
});

const details: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(rules).map(([name, [, detail]]) => [name, detail]),
);

const required: Readonly<Record<string, string>> = {
  by: `It is needed: one of ${salesBys.join(', ')}`,
  from: 'A date is needed, such as 2026-03-01',
  to: 'A date is needed, such as 2026-03-01',
};

/** Reads the parameters of a question. @throws 400 that names each invalid parameter and its rule. */
export function readSalesQuestion(parameters: URLSearchParams): SalesQuestion {
  const problems: FieldProblem[] = [];
  const complain = (name: string, code: string, detail: string) =>
    problems.push({ pointer: `?${name}`, code, detail });
  for (const name of new Set(parameters.keys())) {
    if (!(name in rules)) complain(name, 'unknown_parameter', `"${name}" is no parameter here`);
    else if (parameters.getAll(name).length > 1)
      complain(name, 'repeated_parameter', `"${name}" may be sent once`);
  }
  for (const [name, detail] of Object.entries(required))
    if (!parameters.has(name)) complain(name, 'required', detail);
  const read = question.safeParse(Object.fromEntries(parameters));
  if (!read.success) {
    const wrong = new Set(read.error.issues.map(({ path }) => String(path[0])));
    for (const name of wrong)
      if (parameters.has(name)) complain(name, 'invalid_parameter', details[name] ?? 'Not valid');
  }
  if (problems.length > 0 || !read.success) throw badQuery(problems);
  const { data } = read;
  requireSense(data, complain);
  if (problems.length > 0) throw badQuery(problems);
  return {
    by: data.by,
    from: data.from,
    to: data.to,
    location_ids: data.location_id ?? [],
    currency: data.currency ?? null,
    plu_id: data.plu_id?.toLowerCase() ?? null,
    dpt_id: data.dpt_id?.toLowerCase() ?? null,
  };
}

function requireSense(
  { by, from, to, plu_id, dpt_id }: z.infer<typeof question>,
  complain: (name: string, code: string, detail: string) => void,
): void {
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (length < 1) complain('to', 'invalid_parameter', 'Must not be before "from"');
  if (length > historyDays) complain('to', 'too_large', `A period is of at most ${historyDays} days`);
  if (plu_id !== undefined && dpt_id !== undefined)
    complain('dpt_id', 'invalid_parameter', 'Not beside "plu_id": lines are of one of both');
  if (by === 'together' && plu_id === undefined)
    complain('plu_id', 'required', 'The product with which others were sold is needed');
  if ((plu_id ?? dpt_id) !== undefined && !ofLines.includes(by))
    complain(
      'by',
      'invalid_parameter',
      `With "plu_id" or "dpt_id" it must be one of ${ofLines.join(', ')}: other breakdowns are of whole receipts`,
    );
}
