import { Fingerprint } from 'lucide-react';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import type { Session } from '../session/session';
import { PasskeyNote } from './passkey-note';
import { usePasskeyText, useSignInPasskey } from './use-passkey';
import styles from './second-factor.module.css';

/** "or", and the button to sign in by a passkey, below the form of the sign-in page. Nothing in a browser that knows none. */
export function PasskeySignIn({ session, disabled }: { session: Session; disabled: boolean }) {
  const say = usePasskeyText();
  const passkey = useSignInPasskey(session);
  if (!passkey.isKnown) return null;
  return (
    <div className={styles.parts}>
      <p className={`meta ${styles.or}`}>{say('or')}</p>
      <Button
        size="lg"
        wide
        icon={Fingerprint}
        disabled={disabled}
        busy={passkey.busy}
        onClick={passkey.show}
      >
        {say('use')}
      </Button>
      {passkey.failed && <Banner kind="danger">{passkey.failed}</Banner>}
      <PasskeyNote note={passkey.note} />
    </div>
  );
}
