import { Fingerprint, ListChecks, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { rememberedDays } from '@/contract/second-factor';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { Checkbox } from '@/ui/fields/choices/choice';
import { SignInForm, SignInText } from '@/ui/layout/sign-in-page';
import { useText } from '../i18n/i18n';
import type { Session } from '../session/session';
import { SignInLayout } from '../sign-in/sign-in-layout';
import { CodeEntry, useCodeEntry, useSecondFactorText } from './code-entry';
import { PasskeyNote } from './passkey-note';
import { usePasskeyText, useSignInPasskey } from './use-passkey';
import { Way } from './way';
import styles from './second-factor.module.css';

/**
 * Second step of a sign-in whose password was right: a code of the app, a recovery code, or a passkey in place of both steps
 * where `takesPasskeys`. `onStartAgain` goes back to the password, also when the service has given the sign-in up.
 */
export function CodeStep(props: {
  session: Session;
  email: string;
  takesPasskeys?: boolean;
  onDone?: (() => void) | undefined;
  onStartAgain: () => void;
}) {
  const { session, email, takesPasskeys = false, onDone, onStartAgain } = props;
  const say = useSecondFactorText();
  const sayShared = useText();
  const [remember, setRemember] = useState(false);
  const entry = useCodeEntry(
    'begin',
    (code) => session.begin({ code, remember }),
    () => onDone?.(),
  );
  const passkey = useSignInPasskey(session);
  const sayPasskey = usePasskeyText();
  const { isRecovery } = entry;
  const failed = entry.failed ?? passkey.failed;
  if (entry.refusal === 'sign_in_ended')
    return (
      <SignInLayout title={say('step.ended')}>
        <SignInText>{say('step.endedText')}</SignInText>
        <Button onClick={onStartAgain}>{say('step.again')}</Button>
      </SignInLayout>
    );
  return (
    <SignInLayout title={say(isRecovery ? 'step.recovery' : 'step.title')}>
      {!isRecovery && <p className={`muted ${styles.under}`}>{say('step.text', { email })}</p>}
      <SignInForm onSubmit={() => entry.submit()}>
        {failed && <Banner kind="danger">{failed}</Banner>}
        <CodeEntry entry={entry} wide />
        <Checkbox
          checked={remember}
          onChange={setRemember}
          label={say('step.remember', { days: rememberedDays })}
        />
        <Button
          kind="primary"
          size="lg"
          wide
          type="submit"
          busy={entry.busy}
          busyLabel={sayShared('signIn.doing')}
        >
          {sayShared('signIn.do')}
        </Button>
      </SignInForm>
      <div className={styles.ways}>
        <Way
          icon={ListChecks}
          text={say(isRecovery ? 'code.useApp' : 'code.useRecovery')}
          detail={isRecovery ? '' : say('code.once')}
          onClick={() => entry.choose(!isRecovery)}
        />
        {takesPasskeys && passkey.isKnown && (
          <Way
            icon={Fingerprint}
            text={sayPasskey('use')}
            detail={sayPasskey('noCode')}
            busy={passkey.busy}
            onClick={passkey.show}
          />
        )}
        <Way icon={Undo2} text={say('step.again')} onClick={onStartAgain} />
      </div>
      <PasskeyNote note={passkey.note} />
    </SignInLayout>
  );
}
