import type { Context } from 'hono';
import type { Database, Tx } from '@/server/db/db';
import type { AppEnv } from '@/server/http/http-env';
import type { NumberParsing } from '../../receipts/server/receipt-lists.server';
import { inOneSnapshot } from '../../report/server/one-snapshot.server';
import { jsonForm, unlessKnown } from '../../report/server/report-answer.server';

/** The resources that a month depends on. */
const monthSources: readonly string[] = [
  'businessday',
  'company',
  'location',
  'pos',
  'question',
  'sales',
  'tax',
  'tender',
];

/** The form of an answer that depends on the time: a date is missing, and a month over, when it is past. It is known for an hour. */
const hourly = () => ({ ...jsonForm, edition: new Date().toISOString().slice(0, 13) });

/**
 * Answers what is read of months in one snapshot, unless the client knows it. A standby is asked whether it has the
 * same sources as the ETag is made of; `more` are those besides the month's own.
 */
export function answerOfMonths(
  c: Context<AppEnv>,
  db: Database,
  read: (tx: Tx, parsing: NumberParsing) => Promise<string>,
  more: readonly string[] = [],
): Promise<Response> {
  const sources = [...monthSources, ...more];
  return unlessKnown(
    c,
    db,
    (on, mark) =>
      inOneSnapshot(
        on,
        c.get('caller'),
        mark,
        async (tx, parsing) => ({ text: await read(tx, parsing), rest: [] }),
        sources,
      ),
    hourly(),
    sources,
  );
}
