import { z } from 'zod';

/** The number of receipts at fault by the id of their day. */
export const faultsByDay = z.record(z.string(), z.int());
