import { useDocumentTitle } from '@/app/shell/document-title';
import { usePageText, useTextOf } from '@/app/i18n/i18n';
import type { Screen } from '@/app/shell/screen';
import { EmptyState } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { PageHeader } from '@/ui/layout/page';
import { genericDayTexts } from './generic-texts';

/** Page shown for a generic server at the address of a feature that only our own service has; links to the days. */
export function UnavailablePage({ screen, what }: { screen: Screen; what: 'summary' | 'open' | 'vouchers' }) {
  const say = usePageText('businessday/foreign', genericDayTexts);
  const title = useTextOf('businessday')('title');
  useDocumentTitle(title);
  return (
    <>
      <PageHeader title={say(what)} crumbs={[{ label: title, href: screen.path }]} ruled />
      <EmptyState
        title={say('onlyOurs', { what: say(what) })}
        text={say('onlyOursText')}
        actions={<Button href={screen.path}>{say('toDays')}</Button>}
      />
    </>
  );
}
