import { z } from 'zod';

/** What is said of a link that goes by mail: to whom, and never the link. */
export const mailedSchema = z.looseObject({ kind: z.enum(['join', 'reset']), email: z.string() });
