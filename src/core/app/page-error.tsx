import { useRouteError } from 'react-router';
import { useApp } from './app-context';
import { useDocumentTitle } from './document-title';
import { useText, useTextOf } from './i18n';
import type { Screen } from './screen';
import { EmptyState, ErrorState } from '../ui/blank';
import { Button } from '../ui/button';
import { PageHeader } from '../ui/page';

/** A page that stopped: what it said, and the way out. The navigation around it still works. */
export function RouteError() {
  const say = useText();
  const error: unknown = useRouteError();
  const message = error instanceof Error ? error.message : String(error);
  useDocumentTitle(say('error.pageTitle'));
  return (
    <>
      <PageHeader title={say('error.pageTitle')} ruled />
      <ErrorState
        title={isOldBuild(message) ? say('error.updated') : say('error.pageText', { message })}
        retry={say('error.reload')}
        onRetry={() => location.reload()}
      />
    </>
  );
}

/** Part of a build that is no longer on the service: browsers each say it in their own words. */
const isOldBuild = (message: string): boolean =>
  /dynamically imported module|Importing a module script failed|error loading dynamically/i.test(message);

/** An address that is there, and not for the role of whoever opened it. */
export function ForbiddenPage({ screen }: { screen: Screen }) {
  const say = useText();
  const title = useTextOf(screen.contract.name)('title');
  const { me } = useApp().current;
  useDocumentTitle(say('forbidden.title'));
  const text = say('forbidden.text', {
    role: me ? say(`role.${me.role}`) : '',
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

/** An address without a page. */
export function NotFoundPage() {
  const say = useText();
  useDocumentTitle(say('notFound.title'));
  return (
    <>
      <PageHeader title={say('notFound.title')} ruled />
      <EmptyState title={say('notFound.text')} actions={<Button href="/">{say('notFound.back')}</Button>} />
    </>
  );
}
