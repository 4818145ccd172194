import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useColumnLabel } from '../grid/columns/grid-head';
import { CellContent } from '../grid/rows/cell';
import type { Pages } from '../grid/rows/use-pages';
import { usePageText, useTextOf } from '../i18n/i18n';
import { useFormat } from '../i18n/use-format';
import { useApp } from '../shell/app-context';
import type { Screen, ScreenColumn } from '../shell/screen';
import type { Row } from '../data/row';
import { pageSize } from '../data/row-source';
import { cx } from '../../ui/style/cx';
import { onPrinting } from '../../ui/style/printing';
import { toast } from '../../ui/overlays/toast-store';
import { FiltersInWords } from './filters-in-words';
import { PrintHead } from './print-head';
import { printTexts } from './print-texts';
import styles from './print.module.css';

/** Rows that are read for one printout at most; a longer list says how many of how many it shows. */
const maxPrinted = 5000;

/** Width of the columns in pixels above which the paper is turned. */
const widestPortrait = 900;

/** Milliseconds between two looks at whether the names in the rows have been loaded, and how many looks there are. */
const namesWait = { step: 50, times: 200 };

/** A list on paper: what is printed, and when. */
interface Printout {
  readonly rows: readonly Row[];
  readonly at: string;
  /** Set while all rows are being printed by the shortcut, which calls for the print dialog itself. */
  readonly isReady?: boolean;
}

/**
 * The printed version of a virtualized list: a real table whose head is repeated on every page. `Ctrl P` first loads
 * all rows; the browser's own menu cannot wait for them, so the rows that are loaded are printed, and their number is
 * named beside the number of all.
 */
export function PrintedList(props: { screen: Screen; columns: readonly ScreenColumn[]; pages: Pages }) {
  const { screen, pages } = props;
  const [printout, setPrintout] = useState<Printout | null>(null);
  const cache = useQueryClient();
  const loadAll = useLoadAll(screen, pages);
  const latest = useRef({ pages, loadAll, printout });
  useEffect(() => {
    latest.current = { pages, loadAll, printout };
  });
  useEffect(() => {
    const begin = () => {
      if (latest.current.printout) return;
      // Layout for paper follows at once.
      flushSync(() => setPrintout({ rows: latest.current.pages.loaded(), at: new Date().toISOString() }));
    };
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      if (event.altKey || latest.current.pages.total === null) return;
      event.preventDefault();
      void latest.current.loadAll().then((rows) => {
        if (rows) setPrintout({ rows, at: new Date().toISOString(), isReady: true });
      });
    };
    const stop = onPrinting(begin, () => setPrintout(null));
    document.addEventListener('keydown', press);
    return () => {
      stop();
      document.removeEventListener('keydown', press);
    };
  }, []);

  const isReady = printout?.isReady === true;
  useEffect(() => {
    if (!isReady) return undefined;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      // The rows' references are read by name once the rows are rendered.
      if (looks < 2 || (cache.isFetching() > 0 && looks < namesWait.times)) return;
      clearInterval(timer);
      globalThis.print();
    }, namesWait.step);
    return () => clearInterval(timer);
  }, [isReady, cache]);
  return printout && <Sheet {...props} printout={printout} />;
}

/** Returns a function that loads all rows of the list up to `maxPrinted`; null if they cannot be loaded. */
function useLoadAll(screen: Screen, { shown, total }: Pages): () => Promise<readonly Row[] | null> {
  const { source } = useApp();
  const say = usePageText('print', printTexts);
  return async () => {
    const wanted = Math.min(total ?? 0, maxPrinted);
    const rows: Row[] = [];
    try {
      for (let page = 0; page * pageSize < wanted; page += 1)
        rows.push(...(await source.page(screen.contract, shown, page)).rows);
    } catch {
      toast.failed({ title: say('notLoaded') });
      return null;
    }
    return rows.slice(0, wanted);
  };
}

function Sheet(props: {
  screen: Screen;
  columns: readonly ScreenColumn[];
  pages: Pages;
  printout: Printout;
}) {
  const { screen, columns, pages, printout } = props;
  const { me } = useApp().current;
  const say = usePageText('print', printTexts);
  const sayOf = useTextOf(screen.contract.name);
  const label = useColumnLabel(screen.contract.name);
  const format = useFormat();
  const { rows, at } = printout;
  const title = sayOf('title');
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
