import { z } from 'zod';
import { computed, defineResource } from '@/contract/resource';
import { administration } from '@/contract/role';
import { settings, text } from '@/contract/values';

/**
 * An address of another system that is told of events of the company, and of what the companies above share (docs/webhooks.md). Its deliveries
 * are in `contract/webhooks.ts`. Nothing is sent before it has a secret (`POST /api/secure/webhook/:id/secret`).
 */
export const webhook = defineResource({
  name: 'webhook',
  description: 'An address of another system that is told what happens: its kinds of events.',
  fields: {
    /** Whether it has a secret, by which the receiver knows who sent. */
    has_secret: computed(z.boolean()),
  },
  data: settings({
    /** `https://`, without a name or password; no address of a private network (table.ts says of what kind). */
    url: text(2000).meta({ examples: ['https://shop.rantakulma.example/api/till'] }),
    /** What it is told of: `plu.changed`, `businessday.closed` (kinds.ts). */
    kinds: z.array(text(100).meta({ examples: ['plu.changed', 'businessday.closed'] })).max(300),
    note: text(4000),
  }),
  neededWhileActive: ['url', 'kinds'],
  filters: [],
  sorts: [],
  shared: false,
  access: administration,
  generatesIds: true,
});
