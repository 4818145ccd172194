import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';
import { FilterChip } from '@/app/grid/filters/filter-chip';
import { usePageText, useTextOf } from '@/app/i18n/i18n';
import { MoneyIn, useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import type { Screen } from '@/app/shell/screen';
import { Button } from '@/ui/display/button';
import { Chip } from '@/ui/display/chip';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { PageHeader, Toolbar } from '@/ui/layout/page';
import { lowestSheetQuery } from './lowest-query';
import { SheetOfPrices } from './sheet-of-prices';
import { texts } from './texts';
import styles from './lowest-price.module.css';
import { lazy } from '@/ui/state/lazy';

// Loaded when a day is chosen.
const DayFilter = lazy(async () => ({
  default: (await import('@/app/grid/filters/day-filter')).DayFilter,
}));

/**
 * Page of the reduced prices at a moment, each with the lowest price of the thirty days before. What it is asked for is in
 * the address: price list, location, day, and what is no reduction.
 */
export function Page({ screen }: { screen: Screen }) {
  const say = usePageText('plu/lowest-price', texts);
  const crumbs = [{ label: useTextOf('plu')('data.prices'), href: '/prices' }];
  useDocumentTitle(say('title'));
  const errorText = useErrorText();
  const format = useFormat();
  const { client } = useApp().current;
  const [params, set] = useQueryStates(
    {
      pricelist: parseAsString.withDefault(''),
      location_id: parseAsString.withDefault(''),
      at: parseAsString.withDefault(''),
      fallen: parseAsBoolean.withDefault(false),
    },
    { history: 'push', shallow: false },
  );
  const query = useInfiniteQuery({
    ...lowestSheetQuery(client, params),
    placeholderData: keepPreviousData,
  });
  const choice = (name: 'pricelist' | 'location_id', references: string, label: string) => (
    <FilterChip
      screen={screen}
      filter={{ name, references, label }}
      values={params[name] === '' ? [] : [params[name]]}
      // One at a time: the last one that was chosen.
      onChange={(values) => void set({ [name]: values.at(-1) ?? null })}
    />
  );
  const pages = query.data?.pages ?? [];
  const [first] = pages;
  return (
    <>
      <PageHeader
        title={say('title')}
        crumbs={crumbs}
        actions={
          first && (
            <Button icon={Printer} onClick={() => globalThis.print()}>
              {say('print')}
            </Button>
          )
        }
      />
      <Toolbar
        filters={
          <>
            {choice('pricelist', 'pricelist', say('pricelist'))}
            {choice('location_id', 'location', say('location'))}
            <Chip
              label={say('day')}
              value={params.at === '' ? undefined : format.day(params.at)}
              onRemove={params.at === '' ? undefined : () => void set({ at: null })}
              menu={
                <DayFilter
                  label={say('day')}
                  value={params.at}
                  onChange={(at) => void set({ at: at || null })}
                />
              }
            />
            <Chip
              label={say('fallen')}
              value={params.fallen ? '' : undefined}
              onClick={() => void set({ fallen: params.fallen ? null : true })}
              onRemove={params.fallen ? () => void set({ fallen: null }) : undefined}
            />
          </>
        }
      />
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0}>
        {query.error ? (
          <ErrorState
            title={say('failed')}
            text={errorText(query.error)}
            retry={say('again')}
            onRetry={() => void query.refetch()}
          />
        ) : !first ? (
          <SkeletonLines lines={12} />
        ) : (
          <MoneyIn currency={first.currency}>
            <SheetOfPrices pages={pages} isAll={params.fallen} path={screen.path} />
            {first.items.length === 0 && <EmptyState title={say('none')} text={say('noneText')} />}
            {query.hasNextPage && (
              <div className={styles.more}>
                <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {say('more')}
                </Button>
              </div>
            )}
          </MoneyIn>
        )}
      </div>
    </>
  );
}
