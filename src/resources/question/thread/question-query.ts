import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { Client } from '@/app/data/client';
import { callerIn, type Me } from '@/app/session/session';
import type { Entity } from '@/contract/resource';
import type { question } from '../contract';

/** A question as the service answers it. */
export type Question = Entity<typeof question>;

const people = z.array(z.looseObject({ id: z.string(), name: z.string(), role: z.string().optional() }));

/** The most questions of a day that are shown. */
const mostOfDay = 500;

/** Query of the questions about one business day, oldest first. */
export const dayQuestions = (client: Client, day: string) =>
  queryOptions({
    queryKey: ['question', 'day', day],
    queryFn: async ({ signal }) =>
      (
        await client.list<Question>(
          'question',
          { businessday_id: day, active: 'true', pageSize: mostOfDay },
          signal,
        )
      ).rows,
  });

/** Query of the questions that a person asked or is asked, and that nobody closed, oldest first. */
export const questionsOf = (client: Client, person: string) =>
  queryOptions({
    queryKey: ['question', 'of', person],
    queryFn: async ({ signal }) =>
      (
        await client.list<Question>(
          'question',
          { person_id: person, status: 'open,answered', active: 'true', pageSize: 200 },
          signal,
        )
      ).rows,
    staleTime: 60_000,
  });

/** Query of the people of the company who may be asked, by name. */
export const askablePeople = (client: Client) =>
  queryOptions({
    queryKey: ['question', 'people'],
    queryFn: async ({ signal }) => people.parse(await client.json('/api/secure/question_person', signal)),
    staleTime: 300_000,
  });

/** Whether a question waits for the caller: it is asked of them, or what they asked was answered. */
export function waitsFor(
  asked: Pick<Question, 'status' | 'asked_of' | 'asked_by_id'>,
  me: Me | null,
): boolean {
  const caller = callerIn(me);
  if (caller === null) return false;
  return asked.status === 'open'
    ? asked.asked_of === caller
    : asked.status === 'answered' && asked.asked_by_id === caller;
}

/** Whether the caller may close, open and change a question. */
export const mayClose = (asked: Pick<Question, 'asked_by_id'>, me: Me | null): boolean =>
  me?.role === 'admin' || (asked.asked_by_id !== null && asked.asked_by_id === callerIn(me));

/** The address of what a question is about: its receipt opened, its check or figure shown, beside it the thread. */
export const placeOf = ({
  id,
  businessday_id,
  sales_id,
}: Pick<Question, 'id' | 'businessday_id' | 'sales_id'>) =>
  `/business-days/${businessday_id}?${sales_id === null ? '' : `receipt=${sales_id}&`}question=${id}`;
