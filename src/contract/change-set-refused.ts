import { z } from 'zod';

/**
 * How many refused lines a change set keeps, and how large they may be: bytes of their cells and problems as JSON, of one
 * line, of all lines of a set, and of what a request adds. What does not fit is left out by whoever adds them; `data.file.refused`
 * of the set says how many there were.
 */
export const refusedLimits = {
  lines: 10_000,
  bytes: 5_000_000,
  lineBytes: 100_000,
  atOnce: 1000,
  requestBytes: 700_000,
  cells: 1000,
} as const;

/** Why a line of a file was refused: the column from 0, or null for the whole line, and a code of the reader of the file. */
const lineProblem = z.strictObject({
  column: z.int().nonnegative().max(refusedLimits.cells).nullable(),
  code: z.string().regex(/^[a-z][a-z_]{0,39}$/, { error: 'Must be lower case letters and underscores' }),
  /** Fields that are missing, or records that were found. */
  names: z.array(z.string().max(400)).max(100).optional(),
  /** Lines that cannot all hold, if it is several. */
  lines: z.array(z.int().positive().max(2_000_000_000)).max(100).optional(),
});

const cells = z.array(z.string()).max(refusedLimits.cells);

/** A line of a file that was refused before it became an item: its cells as they were read, and why. */
export const refusedLine = z.strictObject({
  line: z.int().positive().max(2_000_000_000),
  cells,
  problems: z.array(lineProblem).min(1).max(20),
});
export type RefusedLine = z.output<typeof refusedLine>;

/** Refused lines of one file as they are added to a set: a line that is there already is replaced. */
export const newRefusedLines = z.strictObject({
  resource: z.string().max(40),
  /** The names of the columns, as they stand in the file. */
  header: cells,
  lines: z.array(refusedLine).max(refusedLimits.atOnce),
});
export type NewRefusedLines = z.output<typeof newRefusedLines>;

/** A page of the refused lines of a set. Lines without cells were emptied when a customer was erased. */
export const refusedPage = z.object({
  resource: z.string().nullable(),
  header: cells,
  lines: z.array(refusedLine),
  total: z.int(),
  next_cursor: z.string().nullable(),
  withheld: z
    .array(z.object({ resource: z.string(), lines: z.int() }))
    .describe('How many lines of which resource the caller may not read'),
});

/** Returns the bytes of a line, as `refusedLimits` counts them. */
export const refusedSize = ({ cells: texts, problems }: Pick<RefusedLine, 'cells' | 'problems'>): number =>
  new TextEncoder().encode(JSON.stringify([texts, problems])).length;
