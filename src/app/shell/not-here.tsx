import { useApp } from './app-context';
import { useDocumentTitle } from './document-title';
import { defineTexts, usePageText, useText, useTextOf } from '../i18n/i18n';
import type { Screen } from './screen';
import { EmptyState } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { PageHeader } from '@/ui/layout/page';

/** Texts of the pages that say why an address shows nothing, loaded with them. */
const texts = defineTexts({
  en: {
    'forbidden.title': 'Not for your role',
    'forbidden.text':
      'The role {{role}} does not open {{title}}. Whoever administers {{company}} can change your role.',
    'notFound.title': 'There is nothing at this address',
    'notFound.text': 'The link may be old, or a letter is missing.',
    'notFound.back': 'Go to the start page',
  },
  fi: {
    'forbidden.title': 'Ei roolillesi',
    'forbidden.text':
      'Rooli {{role}} ei avaa tätä: {{title}}. Yrityksen {{company}} pääkäyttäjä voi muuttaa rooliasi.',
    'notFound.title': 'Tässä osoitteessa ei ole mitään',
    'notFound.text': 'Linkki voi olla vanha, tai siitä puuttuu merkki.',
    'notFound.back': 'Siirry alkusivulle',
  },
});

/** Page for an address that exists, but not for the user's role. */
export function ForbiddenPage({ screen }: { screen: Screen }) {
  const sayCore = useText();
  const say = usePageText('not-here', texts);
  const title = useTextOf(screen.contract.name)('title');
  const { me } = useApp().current;
  useDocumentTitle(say('forbidden.title'));
  const text = say('forbidden.text', {
    role: me ? (me.custom_role?.name ?? sayCore(`role.${me.role}`)) : '',
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
