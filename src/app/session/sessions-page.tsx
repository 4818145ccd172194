import { useApp } from '../shell/app-context';
import { useDocumentTitle } from '../shell/document-title';
import { useLazyTexts } from '../i18n/lazy-texts';
import { OwnSecurityParts } from '../second-factor/own-security';
import { ownSecurityTexts } from '../second-factor/own-security-texts';
import { NoticeBody } from '@/ui/layout/notice-page';
import { PageHeader } from '@/ui/layout/page';
import { SessionTable } from './session-table';
import styles from './sessions-page.module.css';

/** Page of the person's own sign-in; a session of an API key has nothing but its sessions there. */
export function SessionsPage() {
  const { current } = useApp();
  const say = useLazyTexts('own-security', ownSecurityTexts);
  useDocumentTitle(say('title'));
  const isSession = current.connection.as !== undefined;
  const isPerson = isSession && current.me?.user;
  return (
    <>
      <PageHeader
        title={say('title')}
        ruled
        actions={isPerson && <span className={`muted ${styles.yours}`}>{say('yours')}</span>}
      />
      {isPerson ? (
        <OwnSecurityParts />
      ) : isSession ? (
        <div className={styles.body}>
          <p className="muted">{say('aboutKey')}</p>
          <SessionTable path="session" endAll="end-others" />
        </div>
      ) : (
        <NoticeBody>
          <p>{say('none')}</p>
        </NoticeBody>
      )}
    </>
  );
}
