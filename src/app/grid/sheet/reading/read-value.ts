import type { CellEditing } from '../../../shell/screen';
import type { CellValue } from '../../edit/cell-edits';
import { readCell, type ClipboardCell, type NumberStyle } from './read-number';

/** Why a value was not taken. `refused`: a rule of the resource, whose sentence is `text`. */
export type Reason =
  | { readonly kind: 'notNumber' | 'ambiguous' | 'notFlag' | 'unknown' | 'several' }
  | { readonly kind: 'refused'; readonly text: string };

/** What a text means in a cell. */
export type ReadValue = { readonly value: CellValue } | { readonly reason: Reason };

/** What texts are read with. */
export interface ReadContext extends NumberStyle {
  /** Texts that mean yes and no, in lower case. */
  readonly yes: readonly string[];
  readonly no: readonly string[];
  /** Returns the ids of the records that have this name or code. */
  readonly find: (editing: CellEditing, text: string) => Promise<readonly string[]>;
}

/** Reads a text as the value of a cell. An empty text is the empty value, which the field's own rules may refuse. */
export async function readValue(
  editing: CellEditing,
  cell: ClipboardCell,
  context: ReadContext,
): Promise<ReadValue> {
  const text = cell.text.trim();
  switch (editing.kind) {
    case 'decimal': {
      const read = readCell(cell, context);
      if (read.kind === 'number') return { value: read.value };
      if (read.kind === 'empty') return { value: null };
      return { reason: { kind: read.kind === 'ambiguous' ? 'ambiguous' : 'notNumber' } };
    }
    case 'flag': {
      const word = text.toLowerCase();
      if (context.yes.includes(word)) return { value: true };
      return context.no.includes(word) ? { value: false } : { reason: { kind: 'notFlag' } };
    }
    case 'reference': {
      if (text === '') return { value: null };
      const [first, ...others] = await context.find(editing, text);
      if (first === undefined) return { reason: { kind: 'unknown' } };
      return others.length > 0 ? { reason: { kind: 'several' } } : { value: first };
    }
    default:
      return { value: cell.text };
  }
}
