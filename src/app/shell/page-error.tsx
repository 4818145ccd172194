import { Component, useEffect, type ReactNode } from 'react';
import { useRouteError } from 'react-router';
import { useDocumentTitle } from './document-title';
import { useText } from '../i18n/i18n';
import { ErrorState } from '@/ui/display/empty-state';
import { PageHeader } from '@/ui/layout/page';
import { keysForForm } from '@/ui/state/keys-meanwhile';

/** Error page of a route, with the error's message and a button to reload. The navigation around it still works. */
export function RouteError() {
  return <PageError error={useRouteError()} />;
}

/**
 * Boundary of what stands outside the routes, which have their own: without one, React takes the whole page away. Shows
 * `instead` if given, else the error page.
 */
export class OutsideRoutes extends Component<
  { instead?: ReactNode; children: ReactNode },
  { caught: { error: unknown } | null }
> {
  override state: { caught: { error: unknown } | null } = { caught: null };

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } };
  }

  override render() {
    const { instead = this.state.caught && <PageError error={this.state.caught.error} />, children } =
      this.props;
    return this.state.caught ? instead : children;
  }
}

function PageError({ error }: { error: unknown }) {
  const say = useText();
  const message = error instanceof Error ? error.message : String(error);
  const isChunkError = isChunkLoadError(message);
  useDocumentTitle(say('error.pageTitle'));
  // No form comes for them.
  useEffect(() => void keysForForm(), []);
  useEffect(() => {
    if (!isChunkError) return undefined;
    // It was never there, so nothing can have been typed in it: it goes on by itself.
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [isChunkError]);
  return (
    <>
      <PageHeader title={say('error.pageTitle')} ruled />
      <ErrorState
        title={isChunkError ? say('error.unloaded') : say('error.pageText', { message })}
        text={isChunkError && say('error.unloadedText')}
        retry={say('error.reload')}
        onRetry={reload}
      />
    </>
  );
}

const reload = (): void => location.reload();

/**
 * Returns whether an error is a code chunk that could not be loaded, or no longer exists; each browser has its
 * own wording.
 */
const isChunkLoadError = (message: string): boolean =>
  /dynamically imported module|Importing a module script failed|error loading dynamically|preload CSS/i.test(
    message,
  );
