import { z } from 'zod';

/** Where a change set comes from. */
export const origins = ['grid', 'prices', 'import', 'check', 'restore', 'undo', 'promotion', 'api'] as const;
export type Origin = (typeof origins)[number];

/**
 * The states of a change set. `preparing`: an undo is being made from what was applied. `waiting`: for the approval of
 * somebody else. `stopped`: applied in part, by a stop or because nobody may apply the rest.
 */
export const changeSetStatuses = [
  'preparing',
  'draft',
  'previewing',
  'waiting',
  'scheduled',
  'running',
  'stopped',
  'applied',
  'discarded',
] as const;
export type ChangeSetStatus = (typeof changeSetStatuses)[number];

/**
 * The states of an item. `open`: not previewed since it was changed. `ready`: will be applied. `unchanged`: the record is so
 * already. `conflict`: somebody changed the same field since; it waits for a choice. `refused`: for its problems.
 * `applied`. `kept`: what others made of it was chosen.
 */
export const itemStates = ['open', 'ready', 'unchanged', 'conflict', 'refused', 'applied', 'kept'] as const;
export type ItemState = (typeof itemStates)[number];

/** What a preview warns of. */
export const itemWarnings = [
  'below_cost',
  'large_change',
  'barcode_twice',
  'code_twice',
  'mass_deactivation',
] as const;
export type ItemWarning = (typeof itemWarnings)[number];

/** Whose value a field gets that both changed: that of the set, or that of the record. */
export const choices = ['this', 'theirs'] as const;
export type Choice = (typeof choices)[number];

/** How many items a set has, by state, how many values they change, and how many of them have each warning. */
export const changeSetCounts = z.object({
  items: z.int(),
  cells: z.int(),
  ...Object.fromEntries(itemStates.map((state) => [state, z.int()])),
  ...Object.fromEntries(itemWarnings.map((warning) => [warning, z.int()])),
});

/** A moment on the clock of the company's wall: `2026-03-23T06:00`. */
export const wallTime = () =>
  z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, {
      error: 'Must be a local time such as 2026-03-23T06:00',
    })
    .refine((value) => !Number.isNaN(Date.parse(`${value}Z`)) && isDay(value), {
      error: 'Must be a day that exists',
    })
    .meta({ examples: ['2036-03-23T06:00', '2036-03-30T22:15'] });

const isDay = (value: string) => new Date(`${value}Z`).toISOString().startsWith(value);
