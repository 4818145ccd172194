import { useState, type RefObject } from 'react';
import { isNumber, type Json } from '@/record/json';
import { pointerOf } from '@/contract/pointer';
import { useFormat } from '../i18n/use-format';
import { useTextOf } from '../i18n/i18n';
import { useApp } from '../shell/app-context';
import type { Screen, ScreenColumn } from '../shell/screen';
import type { Row } from '../data/row';
import { useColumnLabel } from '../grid/columns/grid-head';
import { choiceText } from '../grid/rows/cell';
import type { CellEdits } from '../grid/edit/cell-edits';
import { cellValue } from '../grid/edit/cell-edits';
import { isOwnedByParent } from '../grid/selection/owned-by-parent';
import { mayReadChanges } from './field-changes';
import { useWhoseKeys } from './use-whose-keys';
import { WhoseChange, type WhoseChangeOf } from './whose-change';

/** "Whose change" in a list: a right click on a cell, or `Alt` on the cell of the cursor. */
export function GridWhoseChange(props: {
  screen: Screen;
  columns: readonly ScreenColumn[];
  row: (index: number) => Row | undefined;
  grid: RefObject<HTMLElement | null>;
  /** The row and the column of the cursor; -1 if it is in no cell. */
  active: number;
  column: number;
  mayEdit: (row: Row) => boolean;
  edits: CellEdits;
}) {
  const { screen, columns, row: rowAt, grid, active, column, mayEdit, edits } = props;
  const { contract } = screen;
  const { current, screens } = useApp();
  const format = useFormat();
  const label = useColumnLabel(contract.name);
  const say = useTextOf(contract.name);
  const [of, setOf] = useState<WhoseChangeOf | null>(null);
  const isReadable = mayReadChanges(current.me, contract);

  const shown = (at: ScreenColumn, value: Json): string => {
    const text = valueOf(value);
    if (at.as === 'money' || at.editing?.isNumber) return format.money(text);
    if (at.as === 'decimal' || at.as === 'integer') return format.decimal(text);
    if (at.as === 'moment') return format.momentLong(text);
    if (at.as === 'day') return format.day(text);
    return at.as === 'choice' ? choiceText(say, at.key, text) : String(text ?? '');
  };

  useWhoseKeys(grid, (target, by) => {
    const own =
      by === 'key'
        ? target === grid.current
          ? cellOf(grid.current, active, column)
          : null
        : target.closest('[data-column]');
    const index = Number(own?.closest('[data-index]')?.getAttribute('data-index') ?? -1);
    const at = columns[Number(own?.getAttribute('data-column') ?? -1)];
    const row = rowAt(index);
    const field = at && fieldOfColumn(screen, at);
    if (!isReadable || !own || !at || !row || field === undefined) return false;
    const { editing } = at;
    setOf({
      resource: contract,
      id: row.id,
      pointer: pointerOf(field.split('.')),
      label: label(at),
      element: own,
      isOwned: isOwnedByParent(row['company_id'], current.me?.company.id ?? null),
      references: screens[contract.fields[field]?.references ?? '']?.contract,
      show: (value) => shown(at, value),
      putBack:
        editing && mayEdit(row)
          ? (value, text) =>
              void edits.save(
                row,
                {
                  ...editing,
                  id: row.id,
                  name: typeof row['name'] === 'string' ? row['name'] : row.id,
                  value: valueOf(value),
                  typed: text,
                },
                text === '' ? '' : String(cellValue(row, editing.field) ?? ''),
              )
          : undefined,
    });
    return true;
  });

  if (!of) return null;
  return (
    <WhoseChange
      key={`${of.id}${of.pointer}`}
      of={of}
      onClose={(isKey) => {
        setOf(null);
        if (isKey) grid.current?.focus({ preventScroll: true });
      }}
    />
  );
}

/** Returns the cell of the cursor on the page. */
const cellOf = (grid: HTMLElement | null, row: number, column: number): Element | null =>
  row < 0 || column < 0
    ? null
    : (grid?.querySelector(`[data-index="${row}"] [data-column="${column}"]`) ?? null);

/** Returns the field of the record that a column shows; undefined for one that is computed from several. */
function fieldOfColumn({ contract }: Screen, { key, editing }: ScreenColumn): string | undefined {
  if (editing) return editing.field;
  if (key.startsWith('data.')) return key.slice(5) in contract.data.shape ? key : undefined;
  return key === 'active' || (contract.fields[key] && !contract.fields[key].readOnly) ? key : undefined;
}

const valueOf = (value: Json): string | boolean | null => {
  if (isNumber(value)) return value.value;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
};
