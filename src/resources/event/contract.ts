import { z } from 'zod';
import { computed, defineResource } from '@/contract/resource';
import { history } from '@/contract/role';
import { guid, instant, settings, text } from '@/contract/values';

/** The kinds of events: a record was created, a record was updated, or the personal data of a record was erased. */
export const actions = ['create', 'update', 'erase'] as const;

const one = defineResource({
  name: 'event',
  description:
    'One create or update, as the audit trail keeps it: who, when, what was sent, before and after.',
  fields: {
    at: computed(z.string()),
    action: computed(z.enum(actions)),
    entity: computed(z.string()),
    entity_id: computed(guid()),
    user_id: computed(guid().nullable()),
    key_id: computed(guid().nullable()),
  },
  data: settings({}),
  filters: ['action', 'entity', 'entity_id', 'user_id', 'key_id'],
  extraFilters: {
    changeset_id: guid(),
    from: instant(),
    until: instant(),
    /** A JSON pointer: events that changed the value there, `/base_price`. */
    field: text(400)
      .regex(/^\//, { error: 'Must be a JSON pointer, such as /base_price' })
      .meta({ examples: ['/base_price'] }),
  },
  sorts: [],
  shared: false,
  access: history,
  uniform: false,
  answer: z.strictObject({
    id: guid(),
    at: z.string(),
    action: z.enum(actions),
    entity: z.string(),
    entity_id: guid(),
    user_id: guid().nullable(),
    key_id: guid().nullable(),
    who: z.string().nullable(),
    request_id: z.string().nullable(),
    changeset_id: guid().nullable(),
    changeset_item: z.int().nullable(),
    /** The line of the file that the item of the change set comes from. */
    changeset_line: z.int().nullable(),
    payload: z.unknown(),
    before: z.unknown(),
    after: z.unknown(),
  }),
});

/** The audit trail (docs/interface.md#6-events, docs/design.md#audit), read-only through the interface. */
export const event = { ...one, sorts: ['at'] };
