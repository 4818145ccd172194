import { useEffect, useRef } from 'react';
import { toast } from '@/ui/overlays/toast-store';
import { decimalOf, noValue } from '../../i18n/format';
import { usePageText, defineTexts } from '../../i18n/i18n';
import { fieldOf, type ScreenColumn } from '../../shell/screen';
import type { Row } from '../../data/row';
import { CellContent } from '../rows/cell';
import { toHtml } from '../sheet/reading/clipboard';
import type { CellBlock } from '../sheet/range/range';

/** Texts of copying cells. */
const texts = defineTexts({
  en: {
    copied_one: '{{count, number}} row copied',
    copied_other: '{{count, number}} rows copied',
    notCopied: 'The browser does not let us copy',
  },
  fi: {
    copied_one: '{{count, number}} rivi kopioitu',
    copied_other: '{{count, number}} riviä kopioitu',
    notCopied: 'Selain ei salli kopiointia',
  },
});

/**
 * Copies a block of cells to the clipboard as tab-separated text, formatted as in the list. The block is rendered
 * invisibly for a moment, because computed cells and rows out of view have no other text.
 */
export function CopyCells(props: {
  block: CellBlock;
  row: (index: number) => Row | undefined;
  columns: readonly ScreenColumn[];
  resource: string;
  /** What was typed into cells and is not stored, by record and field: it is copied as it is shown. */
  marks: ReadonlyMap<string, ReadonlyMap<string, { readonly typed: string }>>;
  onCopied: () => void;
}) {
  const { block, row, columns, resource, marks, onCopied } = props;
  const say = usePageText('grid/copy', texts);
  const sheet = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const rows = [...(sheet.current?.rows ?? [])];
    const text = tabSeparated(rows.map((line) => [...line.cells].map((cell) => cell.textContent)));
    const html = toHtml(rows.map((line) => [...line.cells].map(clipboardCell)));
    const item = new ClipboardItem({
      'text/plain': new Blob([text], { type: 'text/plain' }),
      'text/html': new Blob([html], { type: 'text/html' }),
    });
    navigator.clipboard.write([item]).then(
      () => toast.saved({ id: 'copied', title: say('copied', { count: rows.length }) }),
      () => toast.failed({ title: say('notCopied') }),
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
              {shown.map((column) => {
                const mark = column.editing && marks.get(one.id)?.get(column.editing.field);
                return mark ? (
                  <td key={column.key}>{mark.typed}</td>
                ) : (
                  <td key={column.key} data-value={exactOf(column, one)}>
                    {column.as === 'name' ? (
                      String(one['name'])
                    ) : (
                      <CellContent column={column} row={one} resource={resource} href={null} />
                    )}
                  </td>
                );
              })}
            </tr>
          ) : null;
        })}
      </tbody>
    </table>
  );
}

/** Returns the exact decimal of a cell, for spreadsheets; undefined if it is none. */
const exactOf = (column: ScreenColumn, row: Row): string | undefined => {
  const isDecimal = column.as === 'money' || column.as === 'decimal' || column.editing?.kind === 'decimal';
  const value = isDecimal ? fieldOf(row, column.editing?.field ?? column.key) : undefined;
  return decimalOf(value)?.toFixed();
};

const clipboardCell = (cell: HTMLTableCellElement) => {
  const text = cell.textContent === noValue ? '' : cell.textContent;
  const exact = cell.dataset['value'];
  return exact === undefined ? { text } : { text, exact };
};

/** Returns cells as tab-separated text for a spreadsheet: "–" becomes empty and "−" an ASCII minus. */
export const tabSeparated = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells) =>
      cells
        .map((cell) => (cell === noValue ? '' : cell.replaceAll(/[\t\r\n]+/g, ' ').replace(/^−(?=\d)/, '-')))
        .join('\t'),
    )
    .join('\n');
