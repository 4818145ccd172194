import { useQuery } from '@tanstack/react-query';
import { KeyRound, Mail } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '../shell/app-context';
import { useDocumentTitle } from '../shell/document-title';
import { defineTexts } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';
import { sendsMailQuery } from './mail';
import { OwnAddress } from './own-address';
import { OwnPassword } from './own-password';
import { Button } from '@/ui/display/button';
import { NoticeBody } from '@/ui/layout/notice-page';
import { PageHeader } from '@/ui/layout/page';
import { SessionTable } from './session-table';
import styles from './sessions-page.module.css';

const texts = defineTexts({
  en: {
    title: 'Your sessions',
    about:
      'Every browser in which you are signed in, in any company. End what you do not know, then change your password.',
    aboutKey: 'Every browser that is signed in with this API key.',
    none: 'This page is for who is signed in with a session.',
    password: 'Change password',
    address: 'Change e-mail',
  },
  fi: {
    title: 'Omat istunnot',
    about:
      'Kaikki selaimet, joissa olet kirjautuneena, missä tahansa yrityksessä. Päätä ne, joita et tunne, ja vaihda sitten salasanasi.',
    aboutKey: 'Kaikki selaimet, joihin on kirjauduttu tällä API-avaimella.',
    none: 'Tämä sivu on sille, joka on kirjautunut istunnolla.',
    password: 'Vaihda salasana',
    address: 'Vaihda sähköposti',
  },
});

/** Page of the user's own account: sessions and password. */
export function SessionsPage() {
  const { current } = useApp();
  const say = useLazyTexts('sessions-page', texts);
  const [changing, setChanging] = useState<'password' | 'address' | null>(null);
  const sendsMail = useQuery(sendsMailQuery).data;
  useDocumentTitle(say('title'));
  const isSession = current.connection.as !== undefined;
  return (
    <>
      <PageHeader
        title={say('title')}
        ruled
        actions={
          isSession &&
          current.me?.user && (
            <>
              {sendsMail === true && (
                <Button icon={Mail} onClick={() => setChanging('address')}>
                  {say('address')}
                </Button>
              )}
              <Button icon={KeyRound} onClick={() => setChanging('password')}>
                {say('password')}
              </Button>
            </>
          )
        }
      />
      {isSession ? (
        <div className={styles.body}>
          <p className="muted">{say(current.me?.user ? 'about' : 'aboutKey')}</p>
          <SessionTable path="session" endAll="end-others" />
        </div>
      ) : (
        <NoticeBody>
          <p>{say('none')}</p>
        </NoticeBody>
      )}
      {changing === 'password' && <OwnPassword onClose={() => setChanging(null)} />}
      {changing === 'address' && <OwnAddress onClose={() => setChanging(null)} />}
    </>
  );
}
