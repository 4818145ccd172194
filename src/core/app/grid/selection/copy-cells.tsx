import { useEffect, useRef } from 'react';
import { toast } from '../../../ui/overlays/toast-store';
import { noValue } from '../../i18n/format';
import { useText } from '../../i18n/i18n';
import type { ScreenColumn } from '../../shell/screen';
import type { Row } from '../../data/row';
import { CellContent } from '../rows/cell';
import type { CellBlock } from '../rows/use-cursor';

/**
 * Copies a block of cells to the clipboard as tab-separated text, formatted as in the list. The block is rendered
 * invisibly for a moment, because computed cells and rows out of view have no other text.
 */
export function CopyCells(props: {
  block: CellBlock;
  row: (index: number) => Row | undefined;
  columns: readonly ScreenColumn[];
  resource: string;
  onCopied: () => void;
}) {
  const { block, row, columns, resource, onCopied } = props;
  const say = useText();
  const sheet = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const rows = [...(sheet.current?.rows ?? [])];
    const text = tabSeparated(rows.map((line) => [...line.cells].map((cell) => cell.textContent)));
    navigator.clipboard.writeText(text).then(
      () => toast.saved({ id: 'copied', title: say('cell.copied', { count: rows.length }) }),
      () => toast.failed({ title: say('cell.notCopied') }),
    );
    onCopied();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for the block that it was made for
  }, []);
  const [first, last] = block.rows;
  const shown = columns.slice(block.columns[0], block.columns[1] + 1);
  return (
    <table hidden>
      <tbody ref={sheet}>
        {Array.from({ length: last - first + 1 }, (_, at) => {
          const one = row(first + at);
          return one ? (
            <tr key={one.id}>
              {shown.map((column) => (
                <td key={column.key}>
                  {column.as === 'name' ? (
                    String(one['name'])
                  ) : (
                    <CellContent column={column} row={one} resource={resource} href={null} />
                  )}
                </td>
              ))}
            </tr>
          ) : null;
        })}
      </tbody>
    </table>
  );
}

/** Returns cells as tab-separated text for a spreadsheet: "–" becomes empty and "−" an ASCII minus. */
export const tabSeparated = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells) =>
      cells
        .map((cell) => (cell === noValue ? '' : cell.replaceAll(/[\t\r\n]+/g, ' ').replace(/^−(?=\d)/, '-')))
        .join('\t'),
    )
    .join('\n');
