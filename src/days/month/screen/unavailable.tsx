import { usePageText } from '@/app/i18n/i18n';
import { useDocumentTitle } from '@/app/shell/document-title';
import type { Screen } from '@/app/shell/screen';
import { Button } from '@/ui/display/button';
import { EmptyState } from '@/ui/display/empty-state';
import { PageHeader } from '@/ui/layout/page';
import { monthTexts } from './month-texts';

/** The pages of months for a generic server, which has none; links to the days. */
export function Unavailable({ screen }: { screen: Screen }) {
  const say = usePageText('businessday/month', monthTexts);
  useDocumentTitle(say('months'));
  return (
    <>
      <PageHeader title={say('months')} ruled />
      <EmptyState
        title={say('onlyOurs')}
        text={say('onlyOursText')}
        actions={<Button href={screen.path}>{say('toDays')}</Button>}
      />
    </>
  );
}
