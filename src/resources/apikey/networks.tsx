import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestError } from '@/app/data/request-error';
import { textOf } from '@/app/form/engine/number-text';
import { useFieldProps } from '@/app/form/engine/use-record-field';
import { useTextOf } from '@/app/i18n/i18n';
import { isGivenUp } from '@/app/session/given-up';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { isArray, type Json } from '@/record/json';
import { Banner } from '@/ui/display/banner';
import { TextAreaField } from '@/ui/fields/text-field';
import { DialogFoot } from '@/ui/overlays/dialog-foot';
import { Modal } from '@/ui/overlays/modal';
import styles from './key-page.module.css';

/** Returns the networks of a key that is shown. */
export const networksOf = (value: Json | undefined): readonly string[] =>
  isArray(value) ? value.map(textOf) : [];

/** Returns the networks in typed or pasted text: one a line, or with commas or spaces between. */
const networksIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** Field of a new key for the networks from which it is accepted. */
export function NetworksField() {
  const say = useTextOf('apikey');
  const spec = { name: 'data.networks', span: 12, help: say('networks.help') };
  const { value, set, clear, frame } = useFieldProps(spec, (shown) => networksOf(shown).join(', '));
  const [text, setText] = useState(() => networksOf(value).join('\n'));
  return (
    <TextAreaField
      {...frame}
      value={text}
      onChange={(typed) => {
        setText(typed);
        const networks = networksIn(typed);
        if (networks.length === 0) clear();
        else set(networks);
      }}
    />
  );
}

/**
 * Dialog that changes the networks from which a key is accepted. It sends the version that is shown as `If-Match`; a
 * text that is no network is said at the field.
 */
export function NetworksDialog(props: {
  id: string;
  name: string;
  networks: readonly string[];
  etag: string | null;
  onClose: () => void;
}) {
  const { id, name, networks, etag, onClose } = props;
  const { client } = useApp().current;
  const say = useTextOf('apikey');
  const textOfError = useErrorText();
  const [text, setText] = useState(networks.join('\n'));
  const saving = useMutation({
    mutationKey: ['apikey', 'networks'],
    mutationFn: (next: readonly string[]) =>
      client.put('apikey', id, JSON.stringify({ data: { networks: next.length === 0 ? null : next } }), {
        ifMatch: etag ?? undefined,
      }),
    onSuccess: onClose,
  });
  const { error, variables: sent = [] } = saving;
  const problems = error instanceof RequestError ? (error.problem?.errors ?? []) : [];
  const wrong = problems
    .flatMap(({ pointer }) => /^\/data\/networks\/(\d+)$/.exec(pointer)?.[1] ?? [])
    .map((at) => sent[Number(at)] ?? '');
  const isStale = error instanceof RequestError && error.status === 412;
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('networks.title', { name })}
      footer={
        <DialogFoot
          cancel={say('rename.cancel')}
          onCancel={onClose}
          busy={saving.isPending}
          busyLabel={say('networks.doing')}
          onDo={() => saving.mutate(networksIn(text))}
        >
          {say('networks.do')}
        </DialogFoot>
      }
    >
      <div className={styles.parts}>
        <TextAreaField
          label={say('data.networks')}
          help={say('networks.help')}
          rows={4}
          value={text}
          error={
            wrong.length === 0 ? undefined : say('data.networks!invalid_value', { value: wrong.join(', ') })
          }
          onChange={(typed) => {
            saving.reset();
            setText(typed);
          }}
        />
        {error && wrong.length === 0 && !isGivenUp(error) && (
          <Banner kind="danger">
            {say('networks.failed')} {isStale ? say('rename.stale') : textOfError(error)}
          </Banner>
        )}
      </div>
    </Modal>
  );
}
