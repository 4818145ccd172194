import { usePageText } from '@/app/i18n/i18n';
import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import type { Screen } from '@/app/shell/screen';
import { Button } from '@/ui/display/button';
import { EmptyState } from '@/ui/display/empty-state';
import { PageHeader } from '@/ui/layout/page';
import { HistoryPage } from './history-page';
import { texts } from './texts';

/** Page of what sales come to, over days or years. */
export function Page({ screen }: { screen: Screen }) {
  const { genericServer } = useApp();
  const say = usePageText('sales/history', texts);
  useDocumentTitle(say('title'));
  if (!genericServer) return <HistoryPage screen={screen} />;
  return (
    <>
      <PageHeader title={say('title')} ruled />
      <EmptyState
        title={say('onlyOurs')}
        text={say('onlyOursText')}
        actions={<Button href={screen.path}>{say('toReceipts')}</Button>}
      />
    </>
  );
}
