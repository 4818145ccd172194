import { z } from 'zod';
import { computed, defineResource, field, optionalReference, reference } from '@/contract/resource';
import { filledText, guid, settings, text } from '@/contract/values';
import type { Role } from '@/contract/role';

/** The states of a question: who asked waits, an answer came, it is settled. */
export const questionStates = ['open', 'answered', 'closed'] as const;
/** The state of a question. */
export type QuestionState = (typeof questionStates)[number];

const roles: readonly Role[] = ['admin', 'manager', 'accountant'];

/** What of a day is asked about: nothing for the day or its receipt, a check (`check.cash`) or a figure (`figure.gross`). */
const subject = () =>
  text(60)
    .regex(/^(?:|(?:check|figure)\.[a-z_]+)$/, { error: 'Must be empty, check.… or figure.…' })
    .meta({ examples: [''] });

/** A value of the filter by state: one, or several with commas. */
const anyState = z.string().regex(/^(?:open|answered|closed)(?:,(?:open|answered|closed))*$/);

/**
 * A question about a business day, one of its receipts, checks or figures, to a person of the company
 * (docs/report.md#questions). It is answered, closed and opened again at addresses of its own (server/routes.server.ts).
 */
export const question = defineResource({
  name: 'question',
  description: 'A question to a person about a business day, or a receipt, check or figure of it.',
  fields: {
    name: field(text(), ''),
    businessday_id: reference('businessday'),
    sales_id: optionalReference('sales'),
    subject: field(subject(), ''),
    text: field(filledText(2000)),
    asked_of: reference('user'),
    asked_of_name: computed(z.string()),
    asked_by: computed(z.string().nullable()),
    asked_by_id: computed(guid().nullable()),
    status: computed(z.enum(questionStates)),
    answers: computed(
      z.array(z.object({ at: z.string(), by: z.string(), by_id: guid().nullable(), text: z.string() })),
    ),
    closed_by: computed(z.string().nullable()),
    closed_at: computed(z.string().nullable()),
  },
  data: settings({}),
  filters: ['businessday_id', 'sales_id', 'asked_of'],
  extraFilters: { status: anyState, person_id: guid() },
  sorts: [],
  shared: false,
  access: { read: roles, create: roles, update: roles },
});
