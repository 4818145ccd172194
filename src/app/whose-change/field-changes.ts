import { readsHistory } from '@/contract/history';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { guid } from '@/contract/values';
import { isObject, parseJson, type Json } from '@/record/json';
import { hasFullHistory, type Resource } from '@/contract/resource';
import type { Client } from '../data/client';
import type { Me } from '../session/session';

/** One change of a field; the values keep their digits. */
export interface ShownChange {
  readonly id: string;
  readonly at: string;
  readonly isCreation: boolean;
  readonly who: string | null;
  readonly isKey: boolean;
  readonly value: Json;
  readonly before: Json;
  readonly changeset: z.output<typeof ofSet> | null;
}

/** What made a change that was more than one record's. */
const ofSet = z.looseObject({
  id: guid(),
  name: z.string(),
  origin: z.string(),
  line: z.int().nullable(),
  formula: z.string().nullable(),
  scheduled: z.boolean(),
});

const entry = z.looseObject({
  event_id: guid(),
  at: z.string(),
  action: z.string(),
  who: z.string().nullable(),
  key_id: guid().nullable(),
  changeset: ofSet.nullable(),
});
const answer = z.object({
  changes: z.array(entry),
  next: guid().nullable(),
  removed_before: z.string().nullable().default(null),
});

interface Page {
  readonly changes: readonly ShownChange[];
  readonly next: string | null;
  /** Events of the record from before that moment were removed; null if none were. */
  readonly removedBefore: string | null;
}

/** Query of the changes of a field, the latest first, two at a time. */
export const fieldChangesQuery = (client: Client, resource: string, id: string, pointer: string) =>
  infiniteQueryOptions({
    queryKey: [resource, 'changes', id, pointer],
    initialPageParam: '',
    async queryFn({ pageParam, signal }): Promise<Page> {
      const query = new URLSearchParams({ pointer, ...(pageParam !== '' && { before: pageParam }) });
      const text = await client.text(
        `/api/secure/${resource}/${encodeURIComponent(id)}/changes?${query.toString()}`,
        signal,
      );
      return pageOf(text);
    },
    getNextPageParam: ({ next }) => next,
  });

function pageOf(text: string): Page {
  const { changes, next, removed_before: removedBefore } = answer.parse(JSON.parse(text));
  // The values are read once more, with all their digits.
  const exact = parseJson(text);
  const entries =
    isObject(exact) && Array.isArray(exact['changes']) ? (exact['changes'] as readonly Json[]) : [];
  return {
    next,
    removedBefore,
    changes: changes.map((one, at): ShownChange => {
      const values = entries[at];
      return {
        id: one.event_id,
        at: one.at,
        isCreation: one.action === 'create',
        who: one.who,
        isKey: one.key_id !== null,
        value: isObject(values) ? (values['value'] ?? null) : null,
        before: isObject(values) ? (values['before'] ?? null) : null,
        changeset: one.changeset,
      };
    }),
  };
}

/** Whether the user may read who changed the records of a resource, as in the audit trail. */
export function mayReadChanges(me: Me | null, resource: Resource): boolean {
  // Other servers have no such history.
  return me !== null && hasFullHistory(resource) && readsHistory(me, resource);
}
