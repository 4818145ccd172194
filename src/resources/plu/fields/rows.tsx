import { X } from 'lucide-react';
import { useRecordContext } from '@/core/app/form/engine/record-context';
import { useFormText } from '@/core/app/form/texts';
import { IconButton } from '@/core/ui/display/button';
import type { SheetColumn } from '@/core/ui/tables/sheet-table';

/** The column that takes a row away; none where the record is read-only. */
export function useRemoveColumn<Row>(
  what: (row: Row) => string,
  remove: (row: Row) => void,
): SheetColumn<Row>[] {
  const say = useFormText();
  const form = useRecordContext();
  if (form.readOnly) return [];
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
          onClick={() => remove(row)}
        />
      ),
    },
  ];
}
