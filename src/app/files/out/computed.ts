import type { Me } from '@/contract/session';
import type { Row } from '../../data/row';

/** Values of the columns of a list that compute them from the row, for the list as a file. */
export type ComputedValues = Readonly<Record<string, (row: Row) => string | null>>;

/** Loads what the values need, such as the rates of taxes, and returns them. */
export type LoadComputed = (
  rowsOf: (resource: string) => Promise<readonly Row[]>,
  me: Me | null,
) => Promise<ComputedValues>;
