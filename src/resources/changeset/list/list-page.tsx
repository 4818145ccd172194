import { callerIn } from '@/app/session/session';
import { useQuery } from '@tanstack/react-query';
import { Plus, Upload } from 'lucide-react';
import { outcomesQuery } from '@/app/changes/outcome/outcome-query';
import { useState } from 'react';
import { useApp, useReadableScreens } from '@/app/shell/app-context';
import { usePageText, useText, useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { SetChip } from '@/app/log/log-chips';
import { useDocumentTitle } from '@/app/shell/document-title';
import { useErrorText } from '@/app/shell/error-text';
import { origins } from '@/contract/change-set';
import { Button } from '@/ui/display/button';
import { EmptyState, ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { SearchBox } from '@/ui/fields/search-box';
import { PageHeader, Toolbar } from '@/ui/layout/page';
import { originText } from '../set-words';
import { texts } from '../texts';
import { NewDialog } from './new-dialog';
import { SetsTable } from './sets-table';
import { makers, useListState, useSets } from './use-sets';
import styles from './list.module.css';
import { useSearchPace } from '@/ui/fields/search-pace';

/** The path of the import of files, whose button stands here as soon as there is such a page. */
const importPath = '/products/import';

/** Page of the company's change sets, grouped by what needs a person. */
export function List() {
  const screens = useReadableScreens();
  const { current } = useApp();
  const title = useTextOf('changeset')('title');
  const notRead = useTextOf('changeset')('notRead');
  const none = useTextOf('changeset')('none');
  const say = usePageText('changeset/pages', texts);
  const sayCore = useText();
  const errorText = useErrorText();
  const format = useFormat();
  const state = useListState();
  const [typed, setTyped] = useState(state.q);
  const q = useSearchPace(typed.trim());
  const [isNaming, setIsNaming] = useState(false);
  const me = callerIn(current.me);
  useDocumentTitle(title);
  const { query, sections, hasOlder, showOlder, count } = useSets({ ...state, q });
  const { data: outcomes } = useQuery(
    outcomesQuery(
      current.client,
      sections.flatMap(({ sets }) => sets),
    ),
  );
  const isNarrowed = q !== '' || state.origin.length > 0 || state.by.length > 0;
  const canImport = screens.some(({ pages = [] }) => pages.some(({ path }) => path === importPath));
  const clear = () => {
    setTyped('');
    state.clear();
  };
  const newSet = (
    <Button kind="primary" icon={Plus} onClick={() => setIsNaming(true)}>
      {say('newSet')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            {canImport && (
              <Button icon={Upload} href={importPath}>
                {say('origin=import')}
              </Button>
            )}
            {newSet}
          </>
        }
      />
      <Toolbar
        search={
          <SearchBox
            value={typed}
            onChange={setTyped}
            label={say('searchSets')}
            placeholder={say('searchHint')}
          />
        }
        filters={
          <>
            <SetChip
              label={say('filter.origin')}
              values={origins}
              text={(value) => originText(value, say)}
              chosen={state.origin}
              onChange={state.choose}
            />
            {me !== null && (
              <SetChip
                label={say('filter.maker')}
                values={makers}
                text={() => say('maker.me')}
                chosen={state.by}
                onChange={state.chooseMakers}
              />
            )}
          </>
        }
        count={
          query.data && (
            <>
              <b>{format.count(count)}</b> {say('count', { count })}
            </>
          )
        }
      />
      {/* Focusable, so that keys scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroll} tabIndex={0} aria-label={say('sets')} data-scroll>
        {query.error && !query.data ? (
          <ErrorState
            title={notRead}
            text={errorText(query.error)}
            retry={sayCore('error.tryAgain')}
            onRetry={() => void query.refetch()}
          />
        ) : !query.data ? (
          <SkeletonLines lines={10} />
        ) : sections.length > 0 ? (
          <SetsTable
            sections={sections}
            sets={query.data}
            outcomes={outcomes}
            timeZone={current.me?.company.timezone}
            readAt={query.dataUpdatedAt}
          />
        ) : isNarrowed ? (
          <EmptyState title={say('nothingFound')} actions={<Button onClick={clear}>{say('clear')}</Button>} />
        ) : (
          <EmptyState title={none} text={say('noneHint')} actions={newSet} />
        )}
        {hasOlder && (
          <p className={styles.older}>
            <Button onClick={showOlder}>{say('older')}</Button>
          </p>
        )}
      </section>
      {isNaming && <NewDialog onClose={() => setIsNaming(false)} />}
    </>
  );
}
