import { useNavigate } from 'react-router';
import { useApp } from '@/app/shell/app-context';
import { RecordForm } from '@/app/form/record-form';
import { useTextOf } from '@/app/i18n/i18n';
import type { Screen } from '@/app/shell/screen';
import { Banner } from '@/ui/display/banner';
import styles from './company.module.css';
import { Details } from './details';

export { texts } from './page-texts';

/** Page for a new child company. A signed-in person who creates one becomes its first administrator. */
export function Page({ screen }: { screen: Screen }) {
  const { current, session } = useApp();
  const say = useTextOf('company');
  const navigate = useNavigate();
  const isPerson = current.me?.user != null;
  return (
    <RecordForm
      screen={screen}
      id={null}
      sections={['general', 'region']}
      onCreated={() => {
        // Reload the session: it has a new membership.
        void session.refresh();
        void navigate(screen.path, { replace: true });
      }}
    >
      <div className={styles.note}>
        <Banner kind="note">{say(isPerson ? 'childText' : 'childKey')}</Banner>
      </div>
      <Details />
    </RecordForm>
  );
}
