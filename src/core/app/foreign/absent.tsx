import { EmptyState } from '../../ui/blank';
import { Button } from '../../ui/button';
import { PageHeader } from '../../ui/page';
import { useApp } from '../app-context';
import { useDocumentTitle } from '../document-title';
import { useTextOf } from '../i18n';
import type { Screen } from '../screen';
import { useForeignText } from './foreign-text';

/** In the place of a screen whose list the server does not have. */
export function Absent({ screen }: { screen: Screen }) {
  const { foreign } = useApp();
  const say = useForeignText();
  const { contract } = screen;
  const title = useTextOf(contract.name)('title');
  useDocumentTitle(title);
  return (
    <>
      <PageHeader title={title} ruled />
      <EmptyState
        title={say('absent', { title })}
        text={say('absentText', { path: `/api/secure/${contract.name}` })}
        actions={<Button onClick={() => void foreign?.lists.look([contract.name])}>{say('askAgain')}</Button>}
      />
    </>
  );
}
