import type { ChangeSet, SetItem } from '@/app/changes/change-sets';
import { useChangeSets } from '@/app/changes/use-change-sets';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { PrintHead } from '@/app/print/print-head';
import { maxPrinted, usePrintout } from '@/app/print/use-printout';
import { useApp } from '@/app/shell/app-context';
import { cx } from '@/ui/style/cx';
import { stateOf } from '../set-words';
import { texts } from '../texts';
import { useMoments } from '../use-moments';
import { OriginLine } from './origin-line';
import { useItemWords } from './item-words';
import type { SectionSpec } from './sections';
import type { ItemFilters, Section } from './use-items';
import printStyles from '@/app/print/print.module.css';
import styles from './paper.module.css';

interface PrintedItem {
  readonly item: SetItem;
  /** The section, at the first item of each. */
  readonly heading: string | null;
}

/** The set on paper: every value with what it was and will be. `Ctrl P` reads all of it first. */
export function PrintedSet(props: {
  set: ChangeSet;
  params: ItemFilters;
  specs: readonly SectionSpec[];
  sections: readonly Section[];
  /** Changes when more texts are loaded, so that the rows render again. */
  texts: number;
}) {
  const { set, params, specs, sections } = props;
  const say = usePageText('changeset/pages', texts);
  const { me } = useApp().current;
  const format = useFormat();
  const moments = useMoments();
  const changeSets = useChangeSets();
  const withHeading = (spec: SectionSpec, items: readonly SetItem[]) =>
    items.map((item, n): PrintedItem => ({
      item,
      heading: n > 0 ? null : say(spec.key === 'notApplied' ? 'section.notApplied' : `facet.${spec.key}`),
    }));
  const total = sections.reduce((sum, { totals }) => sum + totals.items, 0);
  const printout = usePrintout<PrintedItem>({
    loaded() {
      const rows = sections.flatMap(({ spec, pageAt }) => withHeading(spec, pageAt(0) ?? []));
      return { rows, hasMore: rows.length < total };
    },
    async loadAll() {
      const rows: PrintedItem[] = [];
      for (const spec of specs) {
        const items: SetItem[] = [];
        for (let cursor: string | null = ''; cursor !== null && rows.length + items.length < maxPrinted;) {
          const page = await changeSets.items(set.id, { ...spec.params, ...params, limit: '1000', cursor });
          items.push(...page.items);
          cursor = page.next_cursor;
        }
        rows.push(...withHeading(spec, items));
      }
      return { rows: rows.slice(0, maxPrinted), hasMore: rows.length < total };
    },
    isThere: sections.length > 0,
  });
  if (!printout) return null;
  const { rows, at, hasMore } = printout;
  const columns = ['record', 'field', 'before', 'after', 'percent', 'reason', 'line'] as const;
  return (
    <div className={styles.paper} data-printed-list="">
      <PrintHead company={me?.company.name ?? ''} about="" aside={format.momentLong(at)} title={set.name} />
      <h2 className={printStyles.title}>{set.name}</h2>
      <OriginLine set={set} withheld={[]} />
      <p>
        {stateOf(set, say, format, me?.company.timezone, moments.inSentence).text}
        {hasMore === true && `. ${say('print.some', { shown: rows.length, count: total })}`}
      </p>
      <table aria-label={set.name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={cx(isRight(column) && styles.r)}>
                {say(`item.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ item, heading }) => (
            <PrintedRows key={item.n} item={item} heading={heading} span={columns.length} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const isRight = (column: string) => ['before', 'after', 'percent', 'line'].includes(column);

function PrintedRows({ item, heading, span }: PrintedItem & { span: number }) {
  const say = usePageText('changeset/pages', texts);
  const { cells, problems } = useItemWords(item);
  const said = [
    ...problems.map(({ text }) => text),
    ...item.warnings.map((warning) => say(`warning.${warning}`)),
    ...(item.is_new ? [say('isNew')] : []),
  ].join(', ');
  return (
    <>
      {heading !== null && (
        <tr>
          <th scope="rowgroup" colSpan={span}>
            {heading}
          </th>
        </tr>
      )}
      {cells.map(({ cell, label, before, after, now, percent }, n) => (
        <tr key={cell.pointer}>
          <td>{n === 0 && [item.label.code, item.label.name].filter(Boolean).join(' ')}</td>
          <td>{label}</td>
          <td className={styles.r}>{before}</td>
          <td className={styles.r}>
            <b>{after}</b>
          </td>
          <td className={styles.r}>{percent}</td>
          <td>{[now && say('nowIs', { value: now }), n === 0 && said].filter(Boolean).join(', ')}</td>
          <td className={styles.r}>{n === 0 ? item.line : ''}</td>
        </tr>
      ))}
    </>
  );
}
