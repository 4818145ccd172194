import { EmptyState } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { PageHeader } from '@/ui/layout/page';
import { useApp } from '../shell/app-context';
import { useDocumentTitle } from '../shell/document-title';
import { useTextOf } from '../i18n/i18n';
import type { Screen } from '../shell/screen';
import { useGenericServerText } from './generic-server-text';

/** Replaces a screen whose list the server does not have. */
export function Unavailable({ screen }: { screen: Screen }) {
  const { genericServer } = useApp();
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
          <Button onClick={() => void genericServer?.lists.probe([contract.name])}>{say('askAgain')}</Button>
        }
      />
    </>
  );
}
