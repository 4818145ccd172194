import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { encode } from 'uqr';
import { newRecoveryCodes, type NewAuthenticator } from '@/contract/second-factor';
import { Banner } from '@/ui/display/banner';
import { Button, IconButton } from '@/ui/display/button';
import { Checkbox } from '@/ui/fields/choices/choice';
import { SignInForm } from '@/ui/layout/sign-in-page';
import { Modal } from '@/ui/overlays/modal';
import { toast } from '@/ui/overlays/toast-store';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { CodeEntry, useCodeEntry, useSecondFactorText } from './code-entry';
import { RecoveryCodes } from './recovery-codes';
import styles from './second-factor.module.css';

/**
 * Dialog that sets up an authenticator app in two steps: its first code, and ten recovery codes that are kept. Nothing is
 * turned on before the second one; `isMoving`: an older authenticator works until then.
 */
export function SetUpDialog(props: {
  authenticator: NewAuthenticator;
  isMoving: boolean;
  onClose: () => void;
}) {
  const { authenticator, isMoving, onClose } = props;
  const { session, current } = useApp();
  const { client } = current;
  const say = useSecondFactorText();
  const textOfError = useErrorText();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isKept, setIsKept] = useState(false);
  const entry = useCodeEntry(
    'authenticator-check',
    async (code) => {
      const { text } = await client.post('session/authenticator/check', JSON.stringify({ code }));
      return newRecoveryCodes.parse(JSON.parse(text));
    },
    ({ recovery_codes: made }) => setCodes(made),
  );
  const turnOn = useMutation({
    mutationKey: ['session', 'authenticator'],
    mutationFn: () => client.post('session/authenticator/on', ''),
    onSuccess: async () => {
      onClose();
      toast.saved({ title: say('setUp.done'), detail: say('setUp.doneDetail') });
      await session.refresh();
    },
  });
  const isSecond = codes !== undefined;
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('setUp.title')}
      subtitle={say('setUp.about')}
      width={672}
      // The codes are shown once: a click beside the dialog would lose them.
      dismissible={!isSecond}
      footer={
        <>
          <span className="muted">{say(isMoving ? 'setUp.moving' : 'setUp.before')}</span>
          <Button size="md" kind="quiet" onClick={onClose}>
            {say('setUp.cancel')}
          </Button>
          {isSecond ? (
            <Button
              kind="primary"
              size="md"
              disabled={!isKept}
              busy={turnOn.isPending}
              busyLabel={say('setUp.turningOn')}
              onClick={() => turnOn.mutate()}
            >
              {say('setUp.on')}
            </Button>
          ) : (
            <Button
              kind="primary"
              size="md"
              busy={entry.busy}
              busyLabel={say('setUp.checking')}
              onClick={() => entry.submit()}
            >
              {say('setUp.next')}
            </Button>
          )}
        </>
      }
    >
      <ol className={styles.steps}>
        {(['setUp.first', 'setUp.second'] as const).map((step, at) => (
          <Step key={step} number={at + 1} isCurrent={isSecond === (at === 1)} takesFocus={isSecond}>
            {say(step)}
          </Step>
        ))}
      </ol>
      {isSecond ? (
        <div className={styles.parts}>
          {turnOn.error && <Banner kind="danger">{textOfError(turnOn.error)}</Banner>}
          <RecoveryCodes codes={codes} />
          <Checkbox checked={isKept} onChange={setIsKept} label={say('kept.sure')} />
        </div>
      ) : (
        <div className={styles.parts}>
          {entry.failed && (
            <Banner kind="danger">
              {entry.refusal === 'no_authenticator' ? say('setUp.over') : entry.failed}
            </Banner>
          )}
          <div className={styles.scan}>
            <QrPicture text={authenticator.uri} label={say('setUp.picture')} />
            <div className={styles.beside}>
              <div>
                <h3>{say('setUp.scan')}</h3>
                <p>{say('setUp.type')}</p>
                <TypedKey secret={authenticator.secret} />
              </div>
              <SignInForm onSubmit={() => entry.submit()}>
                <CodeEntry entry={entry} label={say('setUp.digits')} help={say('code.help')} />
              </SignInForm>
            </div>
          </div>
        </div>
      )}
    </Modal>
  );
}

/** One step of the set-up in the list of both. The second one takes the focus when it comes. */
function Step(props: { number: number; isCurrent: boolean; takesFocus: boolean; children: string }) {
  const { number, isCurrent, takesFocus, children } = props;
  return (
    <li
      ref={isCurrent && takesFocus ? takeFocus : undefined}
      tabIndex={-1}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <span aria-hidden="true">{number}</span>
      {children}
    </li>
  );
}

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** The key for who has no camera, in groups of four. */
function TypedKey({ secret }: { secret: string }) {
  const say = useSecondFactorText();
  const [isCopied, setIsCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setIsCopied(true),
      () => undefined,
    );
  return (
    <div className={styles.key}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- code, with a name */}
      <code aria-label={say('setUp.key')} role="group">
        {(secret.match(/.{1,4}/g) ?? []).map((group, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- groups may be equal
          <span key={at}>{group} </span>
        ))}
      </code>
      <span className="meta" aria-live="polite">
        {isCopied && say('kept.copied')}
      </span>
      {'clipboard' in navigator && (
        <IconButton icon={Copy} kind="default" label={say('setUp.copyKey')} onClick={() => void copy()} />
      )}
    </div>
  );
}

/** Light modules around the code, which cameras need (ISO/IEC 18004). */
const quietZone = 4;

/** Picture of a text for cameras, drawn as one path: dark on light in every theme. */
function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here: no file
      role="img"
      aria-label={label}
      className={styles.picture}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={data.map(rowPath).join('')} />
    </svg>
  );
}

/** Returns the path of one row: a rectangle for each run of dark modules. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    const from = x;
    while (row[x]) x += 1;
    if (x > from) path += `M${from} ${y}h${x - from}v1H${from}z`;
  }
  return path;
}
