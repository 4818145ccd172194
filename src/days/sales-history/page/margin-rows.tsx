import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportTable } from '@/app/export/table';
import { noValue } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { useApp } from '@/app/shell/app-context';
import { Button } from '@/ui/display/button';
import { SkeletonLines } from '@/ui/display/empty-state';
import { useIsPrinting } from '@/ui/style/printing';
import { MoreRows } from '@/ui/tables/more-rows';
import { MarginTable } from '../../month/margin/margin-table';
import { marginTexts } from '../../month/margin/margin-texts';
import { usePercentText } from '../../report/percent-text';
import type { MarginRow, SalesMargin } from '../margin-answer';
import { marginQuery, type MarginParams } from './history-query';
import { useRowNames } from './row-names';
import { rowsAtOnce } from './rows-table';
import { texts } from './texts';
import styles from './history.module.css';

/** The margin of a breakdown: what is left of its net sales after what the goods cost when they were sold. */
export function MarginRows({ asked }: { asked: MarginParams }) {
  const say = usePageText('sales/history', texts);
  const sayMargin = usePageText('businessday/month/margin', marginTexts);
  const percentText = usePercentText();
  const { client } = useApp().current;
  const { nameOf } = useRowNames(asked.by, asked.currency);
  const isPrinting = useIsPrinting();
  const [shown, setShown] = useState(rowsAtOnce);
  const { data, isError, refetch } = useQuery({
    ...marginQuery(client, asked),
    placeholderData: keepPreviousData,
  });
  if (isError)
    return (
      <p className={styles.block}>
        {sayMargin('notRead')}{' '}
        <Button size="xs" onClick={() => void refetch()}>
          {say('again')}
        </Button>
      </p>
    );
  if (!data || data.by !== asked.by)
    return (
      <div className={styles.block}>
        <SkeletonLines lines={8} />
      </div>
    );
  const { rows, totals } = data;
  const visible = isPrinting ? rows : rows.slice(0, shown);
  return (
    <section className={styles.block} aria-label={say('margin')}>
      <MarginTable
        label={say('margin')}
        head={say(`by.${asked.by}`)}
        rows={visible.map((row) => ({
          ...row,
          key: row.id ?? JSON.stringify([row.productid, row.name]),
          name: nameOf(row),
          ...(data.by === 'product' && { code: row.productid }),
        }))}
        all={totals}
      />
      {visible.length < rows.length && (
        <MoreRows
          className={styles.more}
          onMore={() => setShown(shown + 5 * rowsAtOnce)}
          note={say('shown', { shown: visible.length, count: rows.length })}
        >
          {say('showMore', { count: Math.min(5 * rowsAtOnce, rows.length - shown) })}
        </MoreRows>
      )}
      <p className={styles.note}>
        {`${sayMargin('margin')}: ${sayMargin('what')}. `}
        {sayMargin('share', {
          percent: totals.known_percent === null ? noValue : percentText(totals.known_percent),
        })}
      </p>
    </section>
  );
}

/** Returns the margin of a breakdown as a table for a file. */
export function marginTable(
  { by, currency, rows }: SalesMargin,
  say: (key: string) => string,
  nameOf: (row: MarginRow) => string,
): ExportTable {
  const isProduct = by === 'product';
  const figures = [
    ['net', 'net'],
    ['known', 'known_net'],
    ['knownPercent', 'known_percent'],
    ['cost', 'cost'],
    ['margin', 'margin'],
    ['marginPercent', 'margin_percent'],
  ] as const;
  return {
    name: say('margin'),
    columns: [
      ...(isProduct ? [{ head: say('code'), kind: 'text' as const }] : []),
      { head: say(`by.${by}`), kind: by === 'day' ? 'day' : 'text' },
      ...figures.map(([key]) => ({ head: say(key), kind: 'number' as const })),
      { head: say('currency'), kind: 'text' },
    ],
    rows: rows.map((row) => [
      ...(isProduct ? [row.productid] : []),
      by === 'day' ? row.id : nameOf(row),
      ...figures.map(([, name]) => row[name]),
      currency,
    ]),
  };
}
