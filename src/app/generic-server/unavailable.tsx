import { EmptyState } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { PageHeader } from '@/ui/layout/page';
import { useApp } from '../shell/app-context';
import { useDocumentTitle } from '../shell/document-title';
import { useTextOf } from '../i18n/i18n';
import type { PageCapability } from '../session/capabilities';
import type { Screen } from '../shell/screen';
import { useGenericServerText } from './generic-server-text';

/** Page of a feature for which the server lacks a capability; leads to the list of its screen, or to the start. */
export function NotOnThisServer({ screen, needs }: { screen: Screen; needs: PageCapability }) {
  const say = useGenericServerText();
  const title = useTextOf(screen.contract.name)('title');
  const what = say(`needs.${needs}`);
  useDocumentTitle(what);
  return (
    <>
      <PageHeader title={what} ruled />
      <EmptyState
        title={say('notOnThisServer', { what })}
        text={say('notOnThisServerText')}
        actions={screen.needs === undefined && <Button href={screen.path}>{title}</Button>}
      />
    </>
  );
}

/** Replaces a screen whose list the server does not have. */
export function Unavailable({ screen }: { screen: Screen }) {
  const { fallback } = useApp();
  const say = useGenericServerText();
  const { contract } = screen;
  const title = useTextOf(contract.name)('title');
  useDocumentTitle(title);
  return (
    <>
      <PageHeader title={title} ruled />
      <EmptyState
        title={say('absent', { title })}
        text={say('absentText', { path: `/api/secure/${contract.name}` })}
        actions={
          <Button onClick={() => void fallback?.lists.probe([contract.name])}>{say('askAgain')}</Button>
        }
      />
    </>
  );
}
