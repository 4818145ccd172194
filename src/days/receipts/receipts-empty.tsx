import { useErrorText } from '@/app/shell/error-text';
import type { ListState } from '@/app/grid/list-state';
import { usePageText, useText, useTextOf } from '@/app/i18n/i18n';
import { EmptyState, ErrorState } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { receiptTexts } from './receipt-texts';

/** Error state of the receipts: the reason why loading failed, with a retry button. */
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

/** Empty state of the receipts: there are none, or none matches the filters. */
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
