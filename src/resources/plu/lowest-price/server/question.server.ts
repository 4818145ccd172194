import { requireSeenPath } from '@/server/read/seen';
import { z } from 'zod';
import { day, instant } from '@/contract/values';
import type { Caller } from '@/server/auth/caller';
import type { Database } from '@/server/db/db';
import { idParameter } from '@/server/http/query-parameters';
import type { Tables } from '@/server/read/visibility';
import { requireWithinHorizon } from '@/server/retention/horizon';

/** What is asked about prices, as the parameters say it; ids are in lower case. */
export interface Question {
  readonly pricelist: string | null;
  readonly location_id: string | null;
  /** An instant or a date; null is now. */
  readonly at: string | null;
}

const moment = z.union([day(), instant()], {
  error: 'Must be a date such as 2026-03-20, or an instant such as 2026-03-20T12:00:00Z',
});

/** The parameters of a question. */
export const questionParameters = {
  at: {
    read: moment.nullable().default(null),
    schema: { type: 'string', examples: ['2026-03-20', '2026-03-20T12:00:00Z'] },
    description:
      'An instant, or a date: the last moment of that day in the shop, and now for today. Left out as now.',
  },
  pricelist: idParameter(
    'A price list. A campaign counts while it holds, and otherwise the regular price. Left out: the regular price, which is that of the location’s own list or the base price.',
  ),
  location_id: idParameter(
    'A location: its time zone, its price list and its campaigns. Left out: those of the company that hold everywhere.',
  ),
};

/**
 * Requires that the moment of a question can still be answered, once it was (retention/horizon.ts); now always can.
 *
 * @throws 400 `as_of_before_horizon`.
 */
export async function requireAnswerable(
  db: Database,
  caller: Caller,
  { plu }: Tables,
  question: Question,
  at: string,
): Promise<void> {
  requireSeenPath(caller, 'plu', ['base_price']);
  if (plu && question.at !== null) await requireWithinHorizon(db, caller, plu, at, 'at');
}
