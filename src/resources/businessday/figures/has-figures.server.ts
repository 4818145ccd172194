import { figuresEdition } from './figure-columns.server';

/** SQL condition: the row `f` of `businessday_figures` has figures, of this edition. Whoever reads it asks whether its day is open. */
export const hasFigures = `f.edition = ${figuresEdition} and not f.left_out`;
