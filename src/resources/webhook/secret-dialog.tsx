import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { secretOverlap, secretSchema, type WebhookSecret } from '@/contract/webhooks';
import { useTextOf } from '@/app/i18n/i18n';
import { isGivenUp } from '@/app/session/given-up';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SelectField } from '@/ui/fields/choices/select-field';
import { Secret } from '@/ui/fields/secret';
import { Fields } from '@/ui/layout/form-section';
import { DialogFoot } from '@/ui/overlays/dialog-foot';
import { Modal } from '@/ui/overlays/modal';
import { pathOf } from './queries';
import { useWhen } from './words';
import styles from './panel.module.css';

/** Makes a secret, in place of the one before, which goes on for some hours. */
export function useSecretMaking() {
  const { client } = useApp().current;
  return useMutation({
    mutationKey: ['webhook', 'secret'],
    // The secret does not stay in the mutation cache.
    gcTime: 0,
    mutationFn: async ({ id, hours }: { id: string; hours: number }) => {
      const { text } = await client.post(pathOf(id, 'secret'), JSON.stringify({ overlap_hours: hours }));
      return secretSchema.parse(JSON.parse(text));
    },
  });
}

/** A secret that was made, shown this once, and what to do with it. */
export function MadeSecret({ secret }: { secret: string }) {
  const say = useTextOf('webhook');
  const [before = '', ...parts] = say('secret.how', {
    signature: '\u0001webhook-signature\u0001',
    id: '\u0001webhook-id\u0001',
    timestamp: '\u0001webhook-timestamp\u0001',
  }).split('\u0001');
  return (
    <>
      <Secret
        label={say('secret.label')}
        value={secret}
        copy={say('secret.copy')}
        copied={say('secret.copied')}
      />
      <p>{say('secret.once')}</p>
      <p className="muted">
        {before}
        {parts.map((part, at) =>
          at % 2 === 0 ? (
            <code key={part} className="code">
              {part}
            </code>
          ) : (
            part
          ),
        )}
      </p>
    </>
  );
}

/** Hours for which the secret before may go on. */
const overlaps = ['0', '1', String(secretOverlap.usual), String(secretOverlap.most)] as const;

/** Dialog that makes the secret of a webhook, or the one that takes its place. */
export function SecretDialog(props: { id: string; name: string; isFirst: boolean; onClose: () => void }) {
  const { id, name, onClose } = props;
  const say = useTextOf('webhook');
  const textOfError = useErrorText();
  // The list is read anew once there is one.
  const [isFirst] = useState(props.isFirst);
  const [hours, setHours] = useState<string>(String(secretOverlap.usual));
  const making = useSecretMaking();
  const title = say(isFirst ? 'secret.title' : 'secret.rotateTitle', { name });
  if (making.data)
    return (
      // Another dialog, which takes the focus to its title.
      <Modal
        key="made"
        opened
        dismissible={false}
        onClose={onClose}
        title={title}
        width={560}
        footer={
          <>
            <span className="grow" />
            <Button kind="primary" size="md" onClick={onClose}>
              {say('secret.done')}
            </Button>
          </>
        }
      >
        <div className={styles.parts}>
          <MadeSecret secret={making.data.secret} />
          {!isFirst && <Former made={making.data} />}
        </div>
      </Modal>
    );
  return (
    <Modal
      opened
      asksForInput={!isFirst}
      onClose={onClose}
      title={title}
      width={560}
      footer={
        <DialogFoot
          cancel={say('cancel')}
          onCancel={onClose}
          busy={making.isPending}
          busyLabel={say('secret.making')}
          onDo={() => making.mutate({ id, hours: Number(hours) })}
        >
          {say(isFirst ? 'secret.make' : 'secret.rotate')}
        </DialogFoot>
      }
    >
      <div className={styles.parts}>
        <p>{say(isFirst ? 'secret.first' : 'secret.text')}</p>
        {!isFirst && (
          <Fields>
            <SelectField
              label={say('secret.overlap')}
              span={6}
              value={hours}
              onChange={setHours}
              options={overlaps.map((value) => ({ value, label: say(`secret.overlap.${value}`) }))}
            />
          </Fields>
        )}
        {making.error && !isGivenUp(making.error) && (
          <Banner kind="danger">
            {say('secret.failed')} {textOfError(making.error)}
          </Banner>
        )}
      </div>
    </Modal>
  );
}

/** What becomes of the secret before. */
function Former({ made: { former_until: until } }: { made: WebhookSecret }) {
  const say = useTextOf('webhook');
  const when = useWhen();
  return (
    <p className="muted">
      {until === null ? say('secret.ended') : say('secret.goesOn', { when: when.in(until, 'until') })}
    </p>
  );
}
