import { useRouteError } from 'react-router';
import { useApp } from './app-context';
import { useDocumentTitle } from './document-title';
import { useText, useTextOf } from '../i18n/i18n';
import type { Screen } from './screen';
import { EmptyState, ErrorState } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { PageHeader } from '@/ui/layout/page';

/** Error page of a route, with the error's message and a button to reload. The navigation around it still works. */
export function RouteError() {
  const say = useText();
  const error: unknown = useRouteError();
  const message = error instanceof Error ? error.message : String(error);
  const isChunkError = isChunkLoadError(message);
  useDocumentTitle(say('error.pageTitle'));
  return (
    <>
      <PageHeader title={say('error.pageTitle')} ruled />
      <ErrorState
        title={isChunkError ? say('error.unloaded') : say('error.pageText', { message })}
        text={isChunkError && say('error.unloadedText')}
        retry={say('error.reload')}
        onRetry={() => location.reload()}
      />
    </>
  );
}

/**
 * Returns whether an error is a code chunk that could not be loaded, or no longer exists; each browser has its
 * own wording.
 */
const isChunkLoadError = (message: string): boolean =>
  /dynamically imported module|Importing a module script failed|error loading dynamically|preload CSS/i.test(
    message,
  );

/** Page for an address that exists, but not for the user's role. */
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

/** Page for an unknown address. */
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
