import { sql } from 'kysely';
import type { Caller } from '@/server/auth/caller';
import { trusted, type Tx } from '@/server/db/db';
import type { QuestionState } from '../contract';
import { stateOf } from './schema.server';

/** A question that nobody has closed. */
export interface OpenQuestion {
  readonly id: string;
  readonly businessday_id: string;
  readonly text: string;
  readonly status: Exclude<QuestionState, 'closed'>;
  readonly asked_of: string;
  readonly asked_by: string | null;
}

/**
 * Reads the questions about some business days that nobody has closed, oldest first, at most 1,000: what has to be said before a
 * month of these days is locked. Answered ones are among them: they are settled when who asked closes them.
 *
 * @param days ids of business days of the caller's company; those of others have no row here
 */
export const openQuestionsOf = (
  tx: Tx,
  { tenantId, companyId }: Pick<Caller, 'tenantId' | 'companyId'>,
  days: readonly string[],
): Promise<OpenQuestion[]> =>
  tx.rows(sql<OpenQuestion>`
    select q.id, q.businessday_id, q.text, ${trusted(stateOf('q'))} as status, q.asked_of, q.asked_by from question q
    where q.tenant_id = ${tenantId} and q.company_id = ${companyId} and q.businessday_id = any(${[...days]}::uuid[])
      and q.closed_at is null and q.active
    order by q.seq limit 1000`);
