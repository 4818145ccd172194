import { sql } from 'kysely';
import { pointerOf } from '@/contract/pointer';
import type { FieldProblem } from '@/contract/problem';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import type { Item } from '@/server/http/items';
import { HttpProblem, invalid } from '@/server/http/problems';
import type { Change, Rules } from '@/server/write/rules';
import { checkCodes } from '@/days/report/schema/check-codes';
import { figures } from '../subjects';

/** A stored question as its rules need it. Ids in lower case. */
interface Stored {
  readonly id: string;
  readonly active: boolean;
  readonly businessday_id: string;
  readonly sales_id: string | null;
  readonly subject: string;
  readonly text: string;
  readonly asked_of: string;
  readonly asked_user: string | null;
  readonly asked_key: string | null;
  readonly is_answered: boolean;
  readonly is_closed: boolean;
}

/** The fields that rules are about. `name` is a label of whoever writes, and shown nowhere. */
const written = ['active', 'businessday_id', 'sales_id', 'subject', 'text', 'asked_of'] as const;
/** What a question asks and of what: fixed by the first answer. */
const asked: readonly string[] = ['businessday_id', 'sales_id', 'subject', 'text'];

const subjects: ReadonlySet<string> = new Set([
  '',
  ...checkCodes.map((code) => `check.${code}`),
  ...figures.map((figure) => `figure.${figure}`),
]);

/** Whether the caller asked the question, as a person or with an API key. */
export const isAsker = (
  { userId, keyId }: Caller,
  question: Pick<Stored, 'asked_user' | 'asked_key'>,
): boolean =>
  (userId !== null && userId === question.asked_user) || (keyId !== null && keyId === question.asked_key);

/** Returns a 403: only who asked, or an administrator, may do this. */
export const notOwnQuestion = () =>
  new HttpProblem(
    403,
    'not_own_question',
    'Forbidden',
    'Only who asked the question, or an administrator, may do this',
  );

/** Returns a 409: the state of the question does not allow it. */
export const questionState = (detail: string) => new HttpProblem(409, 'question_state', 'Conflict', detail);

/**
 * Write rules of questions, for POST, PUT and arrays (docs/report.md#questions). What a question is about exists, the person
 * belongs to the company and reads days; only who asked and administrators change it, the person asked may hand it on;
 * what was answered or closed is asked as it was. What is sent back as it is stored is accepted.
 */
export const questionRules: Rules = {
  created: ({ keyName, userId, keyId }) => ({
    answers: [],
    asked_by: keyName,
    asked_user: userId,
    asked_key: keyId,
  }),
  before: async (tx, change) => {
    const known = await readStored(tx, change);
    const checked: Item[] = [];
    for (const item of change.items) {
      const before = known.get(item.id);
      if (before) requireChangeable(change.caller, item, before);
      const next = afterItem(change.caller, item, before);
      known.set(item.id, next);
      const isAbout = differing(item, before).some((name) => name !== 'active');
      if (isAbout) checked.push({ ...item, fields: { ...next } });
    }
    await requireSubjects(tx, change.caller, checked);
  },
};

async function readStored(tx: Tx, { caller, stored }: Change): Promise<Map<string, Stored>> {
  if (stored.size === 0) return new Map();
  const rows = await tx.rows(sql<Stored>`
    select q.id, q.active, q.businessday_id, q.sales_id, q.subject, q.text, q.asked_of, q.asked_user, q.asked_key,
      q.answers <> '[]' as is_answered, q.closed_at is not null as is_closed
    from question q where q.tenant_id = ${caller.tenantId} and q.id = any(${[...stored.keys()]}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the fields of an item that differ from what is stored; all that were sent of a new question. */
function differing({ fields }: Item, before: Stored | undefined): string[] {
  return written.filter((name) => {
    const value = fields[name];
    if (value === undefined) return false;
    if (!before) return true;
    const isId = name.endsWith('_id') || name === 'asked_of';
    return (isId && typeof value === 'string' ? value.toLowerCase() : value) !== before[name];
  });
}

/** @throws 403 `not_own_question`; 409 `question_state`. */
function requireChangeable(caller: Caller, item: Item, before: Stored): void {
  const changed = differing(item, before);
  if (changed.length === 0) return;
  const handsOn = changed.every((name) => name === 'asked_of') && caller.userId === before.asked_of;
  if (!isAsker(caller, before) && caller.role !== 'admin' && !handsOn) throw notOwnQuestion();
  if (before.is_closed && changed.some((name) => name !== 'active'))
    throw questionState('The question is closed: open it again first');
  if (before.is_answered && changed.some((name) => asked.includes(name)))
    throw questionState('The question was answered: what was asked stands');
}

function afterItem(caller: Caller, { id, fields }: Item, before: Stored | undefined): Stored {
  const text = (name: 'businessday_id' | 'subject' | 'text' | 'asked_of'): string => {
    const value = fields[name];
    return typeof value === 'string' ? value : (before?.[name] ?? '');
  };
  const { sales_id, active } = fields;
  return {
    id,
    active: typeof active === 'boolean' ? active : (before?.active ?? true),
    businessday_id: text('businessday_id').toLowerCase(),
    sales_id:
      sales_id === undefined
        ? (before?.sales_id ?? null)
        : typeof sales_id === 'string'
          ? sales_id.toLowerCase()
          : null,
    subject: text('subject'),
    text: text('text'),
    asked_of: text('asked_of').toLowerCase(),
    asked_user: before ? before.asked_user : caller.userId,
    asked_key: before ? before.asked_key : caller.keyId,
    is_answered: before?.is_answered ?? false,
    is_closed: before?.is_closed ?? false,
  };
}

/**
 * Requires the person to belong to the company, actively, in a role that reads days, and to hold the location of the day; the receipt to be counted in the
 * day, or to have come late for it; and the check or figure to be known. `items` have all of their fields.
 *
 * @throws 422 with a pointer for each fault.
 */
async function requireSubjects(tx: Tx, caller: Caller, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return;
  const idsOf = (name: string) => items.flatMap(({ fields }) => fields[name] ?? []);
  const own = sql`t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}`;
  const people = await tx.rows(sql<{ id: string; businessday_id: string }>`
    select t.id, d.id as businessday_id from "user" t
    join businessday d on d.tenant_id = t.tenant_id and d.company_id = t.company_id and location_is_held(t.role, t.data, d.location_id)
    where ${own} and t.active and t.role <> 'terminal'
      and t.id = any(${idsOf('asked_of')}::uuid[]) and d.id = any(${idsOf('businessday_id')}::uuid[])`);
  const receipts = await tx.rows(sql<{ id: string; businessday_id: string; late_for: string | null }>`
    select t.id, t.businessday_id, lower(t.data->>'late_for') as late_for from sales t
    where ${own} and t.id = any(${idsOf('sales_id')}::uuid[])`);
  const problems = items.flatMap((item): FieldProblem[] => {
    const { asked_of, sales_id, businessday_id, subject } = item.fields;
    const receipt = receipts.find(({ id }) => id === sales_id);
    const isOfDay = receipt?.businessday_id === businessday_id || receipt?.late_for === businessday_id;
    const problem = (name: string, code: string, detail: string): FieldProblem => ({
      pointer: pointerOf([...item.path, name]),
      code,
      detail,
    });
    return [
      ...(people.some((one) => one.id === asked_of && one.businessday_id === businessday_id)
        ? []
        : [
            problem('asked_of', 'invalid_value', 'Must be an active person of the company who reads the day'),
          ]),
      ...(sales_id === null || isOfDay
        ? []
        : [problem('sales_id', 'invalid_value', 'Must be a receipt of the business day')]),
      ...(subjects.has(String(subject))
        ? []
        : [problem('subject', 'invalid_value', 'There is no such check or figure')]),
    ];
  });
  if (problems.length > 0) throw invalid(problems);
}
