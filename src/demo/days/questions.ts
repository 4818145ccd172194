import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { inScope, type Database } from '@/server/db/db';
import { upsertWithin } from '@/server/write/store';
import { moveQuestion } from '@/resources/question/server/moves.server';
import { tables } from '@/resources/tables';
import { demoMember } from '../people';
import { uuidAt } from '../seed';
import type { Fault } from './faults';
import { places } from '../words';

const company = 'Rantakulma Helsinki';
const hour = 3_600_000;
/** How long an answer takes, in hours. */
const answeredAfter = 2;

interface Asked {
  readonly fault: Fault['kind'];
  readonly subject: string;
  readonly by: string;
  readonly of: string;
  readonly text: string;
  /** What was answered by the person asked; null of a question that is open. */
  readonly answer: string | null;
  /** How long before the demo began it was asked, in hours. */
  readonly ago: number;
}

const [aino, petri] = ['Aino Lehtonen', 'Petri Salmela'];

/** What people ask about the days that do not add up. */
const questions: readonly Asked[] = [
  {
    fault: 'gap',
    subject: 'check.receipt_sequence',
    by: petri,
    of: aino,
    text: 'A receipt number is missing at Kallio. Was the till restarted?',
    answer: 'Yes: the printer jammed at noon, and that receipt was rung up again under the next number.',
    ago: 50,
  },
  {
    fault: 'opening',
    subject: 'check.opening',
    by: aino,
    of: petri,
    text: 'The float at Munkkiniemi was typed with two digits swapped. Do we reopen the day, or is a note enough?',
    answer: null,
    ago: 26,
  },
  {
    fault: 'tax',
    subject: 'check.receipt_tax',
    by: petri,
    of: aino,
    text: 'One receipt at Hakaniemi has a cent of tax at the wrong rate. What was sold there?',
    answer: null,
    ago: 20,
  },
];

/**
 * Stores what the demo's people ask about its days at fault, as they would have asked it. A load that was cut off is run again with the
 * same result: what was asked stays, whatever became of it.
 */
export async function askQuestions(
  db: Database,
  shown: Caller,
  faults: readonly Fault[],
  now: Date,
): Promise<void> {
  for (const asked of questions) {
    const { by, of, subject, text, answer, ago } = asked;
    const fault = faults.find(({ kind }) => kind === asked.fault);
    const id = uuidAt(now.getTime() - ago * hour, `question ${asked.fault}`);
    const day = fault && (await missingDay(db, shown, fault, id));
    if (!day) continue;
    const author = { ...shown, keyName: by, userId: demoMember(company, by) };
    const context = { db, tables, table: tables.question, requestId: 'demo' };
    const value = { id, businessday_id: day, subject, text, asked_of: demoMember(company, of) };
    const at = (hours: number) => new Date(now.getTime() - hours * hour).toISOString();
    // Together: a load that is cut between the two would leave a question that nobody answers.
    await inScope(db, author, 'read write', async (tx) => {
      await upsertWithin(tx, { ...context, caller: author, clock: at(ago), givesIds: true }, value);
      if (answer === null) return;
      const caller = { ...shown, keyName: of, userId: demoMember(company, of) };
      const answering = { ...context, caller, clock: at(ago - answeredAfter) };
      await moveQuestion(tx, answering, id, { kind: 'answer', text: answer });
    });
  }
}

/** Returns the day of a fault; null without it, or if the question is there. */
async function missingDay(
  db: Database,
  caller: Caller,
  fault: Fault,
  question: string,
): Promise<string | null> {
  const location = places.find(({ key }) => key === fault.place)?.name ?? '';
  const [row] = await inScope(db, caller, 'read only', (tx) =>
    tx.rows(sql<{ id: string }>`
      select t.id from businessday t join location l on l.tenant_id = t.tenant_id and l.id = t.location_id
      where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId} and l.name = ${location}
        and t.date::text = ${fault.date} and not exists (
          select from question q where q.tenant_id = t.tenant_id and q.id = ${question})`),
  );
  return row?.id ?? null;
}
