import { isNumber, type Json } from '@/core/record/json';
import type { CellValue, ProblemCode } from './read-cell';

/** How a barcode may be damaged. */
export type Doubt = NonNullable<Extract<CellValue, { readonly value: Json }>['doubt']>;

/** Whether a problem is a doubt, which a person may decide. */
export const isDoubt = (problem: ProblemCode): problem is Doubt =>
  problem === 'zero_offered' || problem === 'check_digit';

/** Whether a list has every part of a text with semicolons, as our own lists write it. */
export const hasAll = (list: readonly Json[], text: string): boolean =>
  text.split(/\s*;\s*/).every((part) => list.some((one) => codeOf(one) === part));

/** Returns a barcode as it is compared, text or number. */
export const codeOf = (value: Json | undefined): string =>
  isNumber(value) ? value.value : typeof value === 'string' ? value : '';

/** Cells that may be damaged in one way, with the first of them. */
export interface Doubted {
  readonly count: number;
  readonly example: string | null;
}
