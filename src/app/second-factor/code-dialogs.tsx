import { useState, type ReactNode } from 'react';
import { newRecoveryCodes, type OwnSecurity } from '@/contract/second-factor';
import { Button } from '@/ui/display/button';
import { Checkbox } from '@/ui/fields/choices/choice';
import { Modal } from '@/ui/overlays/modal';
import { toast } from '@/ui/overlays/toast-store';
import { useApp } from '../shell/app-context';
import { useSecondFactorText } from './code-entry';
import { ProofDialog, useProof } from './proof-entry';
import { RecoveryCodes } from './recovery-codes';
import styles from './second-factor.module.css';

interface Props {
  readonly security: OwnSecurity;
  readonly onClose: () => void;
}

/** Dialog that turns the authenticator off. `notice`: what follows where a company asks for a second factor. */
export function TurnOffDialog({ security, notice, onClose }: Props & { notice: ReactNode }) {
  const { session, current } = useApp();
  const say = useSecondFactorText();
  const proof = useProof(
    security,
    'authenticator',
    (given) => current.client.post('session/authenticator/off', JSON.stringify(given)),
    async () => {
      onClose();
      toast.saved({ title: say('off.done') });
      await session.refresh();
    },
  );
  return (
    <ProofDialog
      proof={proof}
      title={say('off.title')}
      action={say('off.do')}
      doing={say('off.doing')}
      kind="danger"
      onClose={onClose}
    >
      <p>{say('off.text')}</p>
      {notice}
    </ProofDialog>
  );
}

/** Dialog that makes ten new recovery codes and shows them once. */
export function RenewCodesDialog({ security, onClose }: Props) {
  const { client } = useApp().current;
  const say = useSecondFactorText();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isKept, setIsKept] = useState(false);
  const proof = useProof(
    security,
    'recovery-codes',
    async (given) => {
      const { text } = await client.post('session/recovery-codes', JSON.stringify(given));
      return newRecoveryCodes.parse(JSON.parse(text));
    },
    ({ recovery_codes: made }) => setCodes(made),
  );
  if (!codes)
    return (
      <ProofDialog
        proof={proof}
        title={say('renew.title')}
        action={say('renew.do')}
        doing={say('renew.doing')}
        kind="primary"
        onClose={onClose}
      >
        <p>{say('renew.text')}</p>
      </ProofDialog>
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('renew.title')}
      // They are shown once: a click beside the dialog would lose them.
      dismissible={false}
      footer={
        <>
          <span className="muted">{!isKept && say('renew.kept')}</span>
          <Button kind="primary" size="md" disabled={!isKept} onClick={onClose}>
            {say('renew.done')}
          </Button>
        </>
      }
    >
      <div className={styles.parts}>
        <RecoveryCodes codes={codes} />
        <Checkbox checked={isKept} onChange={setIsKept} label={say('kept.sure')} />
      </div>
    </Modal>
  );
}
