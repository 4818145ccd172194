import { numberOf, type Json } from '@/core/app/record/json';

/** A line of a supplier as it is added. */
export const newLine: Json = { active: true, batch_size: numberOf('1') };
