import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useErrorText } from '../shell/error-text';
import { useText, useTextOf } from '../i18n/i18n';
import type { Screen } from '../shell/screen';
import { EmptyState, ErrorState } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import type { ListState } from './list-state';
import type { Pages } from './rows/use-pages';

// A list that was answered can load more; one that was not says so with what is there.
const NothingFound = lazy(async () => ({ default: (await import('./nothing-found')).NothingFound }));

/**
 * Placeholder for the rows: an error, no matches, or an empty list with what to do about it. Null while rows are
 * shown or still loading.
 */
export function ListPlaceholder(props: {
  screen: Screen;
  pages: Pages;
  state: ListState;
  newHref: string | null;
}) {
  const { screen, pages, state, newHref } = props;
  const say = useText();
  const sayOf = useTextOf(screen.contract.name);
  const errorText = useErrorText();
  if (pages.error)
    return (
      <ErrorState
        title={sayOf('notRead')}
        text={errorText(pages.error)}
        retry={say('error.tryAgain')}
        onRetry={pages.retry}
      />
    );
  if (state.isNarrowed)
    return (
      <Suspense>
        <NothingFound screen={screen} pages={pages} state={state} />
      </Suspense>
    );
  if (pages.all)
    return (
      <EmptyState
        title={say('list.allDeactivated')}
        actions={<Button onClick={() => state.showDeactivated(true)}>{say('list.showDeactivated')}</Button>}
      />
    );
  return (
    <EmptyState
      title={sayOf('none')}
      text={newHref && sayOf('addFirst')}
      actions={
        newHref && (
          <Button kind="primary" icon={Plus} href={newHref}>
            {sayOf('new')}
          </Button>
        )
      }
    />
  );
}
