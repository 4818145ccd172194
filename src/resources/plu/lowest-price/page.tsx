import { useApp } from '@/app/shell/app-context';
import { useDocumentTitle } from '@/app/shell/document-title';
import { usePageText, useTextOf } from '@/app/i18n/i18n';
import type { Screen } from '@/app/shell/screen';
import { Button } from '@/ui/display/button';
import { EmptyState } from '@/ui/display/empty-state';
import { PageHeader } from '@/ui/layout/page';
import { LowestSheet } from './lowest-sheet';
import { texts } from './texts';

/** Page of the reduced prices at a moment, each with the lowest price of the thirty days before. */
export function Page({ screen }: { screen: Screen }) {
  const { genericServer } = useApp();
  const say = usePageText('plu/lowest-price', texts);
  const crumbs = [{ label: useTextOf('plu')('data.prices'), href: '/prices' }];
  useDocumentTitle(say('title'));
  if (!genericServer) return <LowestSheet screen={screen} crumbs={crumbs} />;
  return (
    <>
      <PageHeader title={say('title')} crumbs={crumbs} ruled />
      <EmptyState
        title={say('onlyOurs')}
        text={say('onlyOursText')}
        actions={<Button href={screen.path}>{say('toProducts')}</Button>}
      />
    </>
  );
}
