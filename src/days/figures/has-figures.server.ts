import { figuresEdition } from './figure-columns.server';

/**
 * SQL condition: the row `f` of `businessday_figures` has figures, of this edition. Whoever reads it asks whether its day is open.
 * `+ 0`: the row is found by its day or month. While there are no statistics of the table, PostgreSQL would take the index of
 * editions, and read all rows of the company.
 */
export const hasFigures = `f.edition + 0 = ${figuresEdition} and not f.left_out`;
