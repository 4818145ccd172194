import { useErrorText } from '@/core/app/shell/error-text';
import type { ListState } from '@/core/app/grid/list-state';
import { usePageText, useText, useTextOf } from '@/core/app/i18n/i18n';
import { EmptyState, ErrorState } from '@/core/ui/display/empty-state';
import { Button } from '@/core/ui/display/button';
import { receiptTexts } from './receipt-texts';

/** Why receipts could not be read, and the way to try again. */
export function NotRead({ error, retry }: { error: Error; retry: () => void }) {
  const say = useText();
  const sayOf = useTextOf('sales');
  const errorText = useErrorText();
  return (
    <ErrorState
      title={sayOf('notRead')}
      text={errorText(error)}
      retry={say('error.tryAgain')}
      onRetry={retry}
    />
  );
}

/** No receipts: none at all, or none that the filters find. */
export function NothingFound({ state }: { state: ListState }) {
  const say = useText();
  const sayOf = useTextOf('sales');
  usePageText('sales/receipt', receiptTexts);
  if (!state.isNarrowed) return <EmptyState title={sayOf('none')} text={sayOf('addFirst')} />;
  return (
    <EmptyState
      title={say('list.nothingFound')}
      actions={<Button onClick={state.clear}>{say('list.clear')}</Button>}
    />
  );
}
