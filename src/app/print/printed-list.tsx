import { useColumnLabel } from '../grid/columns/grid-head';
import { CellContent } from '../grid/rows/cell';
import type { Pages } from '../grid/rows/use-pages';
import { usePageText, useTextOf } from '../i18n/i18n';
import { useFormat } from '../i18n/use-format';
import { useApp } from '../shell/app-context';
import type { Screen, ScreenColumn } from '../shell/screen';
import type { Row } from '../data/row';
import { pageSize } from '../data/row-source';
import { cx } from '@/ui/style/cx';
import { FiltersInWords } from './filters-in-words';
import { PrintHead } from './print-head';
import { printTexts } from './print-texts';
import { maxPrinted, usePrintout, type Printout } from './use-printout';
import styles from './print.module.css';

/** Width of the columns in pixels above which the paper is turned. */
const widestPortrait = 900;

/**
 * The printed version of a virtualized list: a real table whose head is repeated on every page. `Ctrl P` first loads
 * all rows; the browser's own menu cannot wait for them, so the rows that are loaded are printed, and their number is
 * named beside the number of all.
 */
export function PrintedList(props: { screen: Screen; columns: readonly ScreenColumn[]; pages: Pages }) {
  const { screen, pages } = props;
  const loadAll = useLoadAll(screen, pages);
  const printout = usePrintout<Row>({
    loaded: () => ({ rows: pages.loaded() }),
    loadAll: async (onRead) => {
      const rows = await loadAll(onRead);
      return { rows, hasMore: rows.length < (pages.total ?? 0) };
    },
    isExported: true,
    isThere: pages.total !== null,
  });
  return printout && <Sheet {...props} printout={printout} />;
}

/** Returns a function that loads all rows of the list up to `maxPrinted`. */
function useLoadAll(
  screen: Screen,
  { shown, total, only }: Pages,
): (onRead: (count: number) => void) => Promise<readonly Row[]> {
  const { source } = useApp();
  return async (onRead) => {
    if (only) return only.slice(0, maxPrinted);
    const wanted = Math.min(total ?? 0, maxPrinted);
    const rows: Row[] = [];
    for (let page = 0; page * pageSize < wanted; page += 1) {
      rows.push(...(await source.page(screen.contract, shown, page)).rows);
      onRead(rows.length);
    }
    return rows.slice(0, wanted);
  };
}

function Sheet(props: {
  screen: Screen;
  columns: readonly ScreenColumn[];
  pages: Pages;
  printout: Printout<Row>;
}) {
  const { screen, pages, printout } = props;
  // What would change is for the screen; paper has what is stored.
  const columns = props.columns.filter(({ differs }) => differs === undefined);
  const { me } = useApp().current;
  const say = usePageText('print', printTexts);
  const sayOf = useTextOf(screen.contract.name);
  const label = useColumnLabel(screen.contract.name);
  const format = useFormat();
  const { rows, at } = printout;
  const title = screen.title ?? sayOf('title');
  const all = columns.reduce((sum, { width }) => sum + width, 0);
  const total = pages.total ?? rows.length;
  return (
    <div className={styles.paper} data-printed-list="">
      {all > widestPortrait && <style>{'@page { size: A4 landscape; }'}</style>}
      <PrintHead company={me?.company.name ?? ''} about="" aside={format.momentLong(at)} title={title} />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.about}>
        <FiltersInWords screen={screen} query={pages.shown} />
        <span>
          {rows.length < total
            ? say('someRows', { shown: rows.length, count: total })
            : say('allRows', { count: total })}
        </span>
      </p>
      <table className={styles.list} aria-label={title}>
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width: `${(100 * width) / all}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cx(column.align === 'right' && styles.right)}>
                {label(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.key} className={cx(column.align === 'right' && styles.right)}>
                  <CellContent column={column} row={row} resource={screen.contract.name} href={null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
