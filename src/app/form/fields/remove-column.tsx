import type { RowData } from '@tanstack/react-table';
import { X } from 'lucide-react';
import { useRecordContext } from '../engine/record-context';
import { useFormText } from '../texts';
import { IconButton } from '@/ui/display/button';
import type { SheetColumn } from '@/ui/tables/sheet-table';

/** Returns the column with a button that removes a row; no column if the record is read-only. */
export function useRemoveColumn<Row extends RowData>(
  what: (row: Row) => string,
  remove: (row: Row) => void,
): SheetColumn<Row>[] {
  const say = useFormText();
  const form = useRecordContext();
  if (form.readOnly) return [];
  return [
    {
      id: 'remove',
      header: () => '',
      meta: { width: 32, align: 'right' },
      cell: ({ row: { original: row } }) => (
        <IconButton
          icon={X}
          size="xs"
          label={say('row.remove', { what: what(row) })}
          onClick={() => remove(row)}
        />
      ),
    },
  ];
}
