import { useErrorText } from '../shell/error-text';
import { useText, useTextOf } from '../i18n/i18n';
import type { Screen } from '../shell/screen';
import { ErrorState } from '@/ui/display/empty-state';
import type { ListState } from './list-state';
import type { Pages } from './rows/use-pages';
import { lazy } from '@/ui/state/lazy';

// A list that was answered can load more; one that was not says so with what is there.
const NoRows = lazy(async () => ({ default: (await import('./nothing-found')).NoRows }));

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
  return <NoRows {...{ screen, pages, state, newHref }} />;
}
