import { jsonForm } from '../../server/report/report-answer.server';

/** The resources that a month depends on. */
export const monthSources: readonly string[] = [
  'businessday',
  'company',
  'location',
  'pos',
  'question',
  'sales',
  'tax',
  'tender',
];

/** The parameter that says which month. */
export const monthParameter = {
  name: 'month',
  in: 'query',
  required: true,
  description: 'The month.',
  schema: { type: 'string', pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', examples: ['2026-10'] },
};

/** The form of an answer that depends on the time: a date is missing, and a month over, when it is past. It is known for an hour. */
export const hourly = () => ({ ...jsonForm, edition: new Date().toISOString().slice(0, 13) });
