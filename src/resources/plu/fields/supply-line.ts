import { numberOf, type Json } from '@/record/json';

/** A line of a supplier as it is added. */
export const newLine: Json = { active: true, batch_size: numberOf('1') };
