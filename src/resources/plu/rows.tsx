import { X } from 'lucide-react';
import { useFormText, useRecordStore } from '@/core/app/form/form-context';
import type { Json, Path } from '@/core/app/record/json';
import { IconButton } from '@/core/ui/button';
import type { SheetColumn } from '@/core/ui/sheet-table';

/** A row of a list in `data`: its place and its value. */
export interface ListRow {
  readonly path: Path;
  readonly value: Json;
}

/** The rows of a list at a path. */
export const rowsOf = (path: Path, list: Json | undefined): ListRow[] =>
  Array.isArray(list) ? list.map((value: Json, index) => ({ path: [...path, String(index)], value })) : [];

/** The column that takes a row away; none where the record is read-only. */
export function useRemoveColumn(what: (row: ListRow) => string): SheetColumn<ListRow>[] {
  const say = useFormText();
  const store = useRecordStore();
  if (store.readOnly) return [];
  return [
    {
      key: 'remove',
      head: '',
      width: 32,
      align: 'right',
      cell: (row) => (
        <IconButton
          icon={X}
          size="xs"
          label={say('row.remove', { what: what(row) })}
          onClick={() => store.set(row.path, undefined)}
        />
      ),
    },
  ];
}
