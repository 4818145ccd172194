import type { FieldProblem } from '@/contract/problem';
import type { Json } from '@/record/json';
import { formEn } from '../text-en';
import { type FormTextKey, type SayForm } from '../texts';

/** The kind of a field's value, for a more specific message; a `choice` is picked and never typed. */
export type ValueKind = 'text' | 'number' | 'integer' | 'day' | 'time' | 'currency' | 'choice';

type PlainKey = FormTextKey & keyof typeof formEn;

const isKey = (key: string): key is PlainKey => Object.hasOwn(formEn, key);

/** Returns the message for a problem code in the user's language; for an unknown code, the service's own message. */
export function problemText(
  problem: FieldProblem,
  value: Json | undefined,
  kind: ValueKind,
  say: SayForm,
  separator: '.' | ',',
): string {
  const empty = value === undefined || value === null || value === '';
  if (empty && /^(wrong_type|wrong_format|invalid_value|required|not_.+)$/.test(problem.code))
    return say('error.required');
  const asNumber = kind === 'number' || kind === 'integer';
  const negative =
    asNumber && problem.code === 'wrong_format' && typeof value === 'string' && /^-\d/.test(value);
  const special = `error.${problem.code}.${negative ? 'negative' : kind}`;
  const general = `error.${problem.code}`;
  const key = isKey(special) ? special : general;
  if (!isKey(key)) return problem.detail;
  const needsLimit = formEn[key].includes('{{limit');
  if (needsLimit && problem.limit === undefined) return problem.detail;
  return say(key, { limit: problem.limit ?? 0, offer: problem.offer ?? '', example: `4${separator}50` });
}
