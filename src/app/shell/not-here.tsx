import { useApp } from './app-context';
import { useDocumentTitle } from './document-title';
import { usePageText, useText, useTextOf } from '../i18n/i18n';
import { texts } from './not-here-texts';
import type { Screen } from './screen';
import { EmptyState } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { PageHeader } from '@/ui/layout/page';

/** Page for an address that exists, but not for the user's role. */
export function ForbiddenPage({ screen }: { screen: Screen }) {
  const sayCore = useText();
  const say = usePageText('not-here', texts);
  const title = useTextOf(screen.contract.name)('title');
  const { me } = useApp().current;
  useDocumentTitle(say('forbidden.title'));
  const text = say('forbidden.text', {
    role: me ? sayCore(`role.${me.role}`) : '',
    title,
    company: me?.company.name ?? '',
  });
  return (
    <>
      <PageHeader title={title} ruled />
      <EmptyState
        title={say('forbidden.title')}
        text={text}
        actions={<Button href="/">{say('notFound.back')}</Button>}
      />
    </>
  );
}

/** Page for an unknown address. */
export function NotFoundPage() {
  const say = usePageText('not-here', texts);
  useDocumentTitle(say('notFound.title'));
  return (
    <>
      <PageHeader title={say('notFound.title')} ruled />
      <EmptyState title={say('notFound.text')} actions={<Button href="/">{say('notFound.back')}</Button>} />
    </>
  );
}
