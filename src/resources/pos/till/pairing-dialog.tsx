import { useEffect, useRef, useState } from 'react';
import { isGivenUp } from '@/app/session/given-up';
import { useErrorText } from '@/app/shell/error-text';
import { overlap, type Till } from '@/contract/tills';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SkeletonLines } from '@/ui/display/empty-state';
import { SelectField } from '@/ui/fields/choices/select-field';
import { Modal } from '@/ui/overlays/modal';
import { PairingCode, useMaking, type Register, type ShownCode } from './pairing-code';
import { useTillText } from './texts';
import styles from './till.module.css';

/**
 * Dialog that pairs a till with a register: makes a code, shows it with the time that it has left, and says when the till
 * has come. Where one takes the place of another, it asks first how long the other one goes on.
 */
export function PairingDialog(props: { register: Register; isReplacing: boolean; onClose: () => void }) {
  const { register, isReplacing, onClose } = props;
  const say = useTillText();
  const textOfError = useErrorText();
  const [hours, setHours] = useState<string>(String(overlap.usual));
  const [code, setCode] = useState<ShownCode>();
  const [paired, setPaired] = useState<Till>();
  const making = useMaking(register.id, setCode);
  const { mutate } = making;
  const make = () => mutate(Number(hours), { onError });
  // Whoever does not type the password again has no code to look at.
  const onError = (error: unknown) => {
    if (isGivenUp(error) && !code && !isReplacing) onClose();
  };
  const begun = useRef(isReplacing);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    make();
  });
  const failed = making.error && !isGivenUp(making.error) && (
    <Banner kind="danger">
      {say('failed')} {textOfError(making.error)}
    </Banner>
  );
  const isAsking = isReplacing && !code;
  return (
    <Modal
      opened
      onClose={onClose}
      asksForInput={isAsking}
      title={say(isReplacing ? 'replace.title' : 'pair.title', { register: register.name })}
      width={isAsking ? 480 : 664}
      // A click beside it would take the code away from who is typing it at the till.
      dismissible={!code || paired !== undefined}
      footer={
        paired ? (
          <>
            <span className="grow" />
            <Button kind="primary" size="md" ref={takeFocus} onClick={onClose}>
              {say('done')}
            </Button>
          </>
        ) : code ? (
          <>
            <span className="muted">{say('staysGood')}</span>
            <Button size="md" onClick={onClose}>
              {say('close')}
            </Button>
          </>
        ) : (
          <>
            <span className="grow" />
            <Button size="md" onClick={onClose}>
              {say('cancel')}
            </Button>
            {(isReplacing || failed) && (
              <Button
                kind="primary"
                size="md"
                busy={making.isPending}
                busyLabel={say('making')}
                onClick={make}
              >
                {say(isReplacing ? 'make' : 'again')}
              </Button>
            )}
          </>
        )
      }
    >
      {isAsking && (
        <div className={styles.parts}>
          <p>{say('replace.text')}</p>
          <SelectField
            label={say('overlap')}
            help={say('overlap.help')}
            value={hours}
            onChange={setHours}
            options={['0', '1', '24'].map((value) => ({ value, label: say(`overlap.${value}`) }))}
          />
        </div>
      )}
      {failed}
      {code ? (
        <PairingCode
          {...{ register, code, paired }}
          onPaired={setPaired}
          another={
            <button type="button" className="link" disabled={making.isPending} onClick={make}>
              {say('another')}
            </button>
          }
        />
      ) : (
        !isAsking && !failed && <SkeletonLines lines={6} />
      )}
    </Modal>
  );
}

const takeFocus = (element: HTMLElement | null) => element?.focus();
