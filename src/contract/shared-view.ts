import { z } from 'zod';
import { acts, type Grant } from './role';
import { filledText, guid, text } from './values';

/** A view of a list that everybody in the company sees (docs/design.md#shared-views). */
export const sharedViewSchema = z.object({
  id: guid(),
  resource: text(40),
  name: filledText(60),
  /** The query string of the list's address, without "?". */
  search: text(4000),
  /** The settings of the columns, as the application keeps them. */
  columns: z.record(z.string(), z.unknown()),
  /** Who shared it. */
  by: z.string(),
  /** Whether the caller may change it: its maker and administrators may. */
  mine: z.boolean(),
  version: z.int(),
});
export type SharedView = z.output<typeof sharedViewSchema>;

/** Views of the company, as they are answered. */
export const sharedViewsSchema = z.array(sharedViewSchema);

const content = sharedViewSchema.pick({ name: true, search: true, columns: true });

/** The body that shares a view. */
export const newSharedView = z.strictObject({ ...content.shape, resource: sharedViewSchema.shape.resource });

/** The body that changes a shared view, or with `active` false ends its sharing for good. */
export const sharedViewChange = z.strictObject({
  ...content.partial().shape,
  active: z.literal(false).optional(),
});

/** The roles that read and share views: those that see lists. */
export const viewers: Grant = acts.shareViews;
