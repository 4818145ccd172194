import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeyNameLength, passkeyOptions, type MadePasskey, type OwnPasskey } from '@/contract/passkeys';
import type { OwnSecurity } from '@/contract/second-factor';
import { Banner } from '@/ui/display/banner';
import { TextField } from '@/ui/fields/text-field';
import { SignInForm } from '@/ui/layout/sign-in-page';
import { DialogFoot } from '@/ui/overlays/dialog-foot';
import { Modal } from '@/ui/overlays/modal';
import { toast } from '@/ui/overlays/toast-store';
import { RequestError } from '../data/request-error';
import { useFormat } from '../i18n/use-format';
import { passkeyNameOf } from '../session/browser-name';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { hasSecondFactor } from './own-security-query';
import { makePasskey } from './passkey';
import { PasskeyNote } from './passkey-note';
import { ProofDialog, ProofFields, useProof } from './proof-entry';
import { usePasskeyText, usePasskeyWords } from './use-passkey';

/** How long the service's options are used, in milliseconds: a little less than the five minutes that it takes them. */
const optionsLast = 4.5 * 60_000;

/** What is there of a passkey that is being added: the service's options, and what the browser made by them. */
interface Begun {
  readonly options: unknown;
  readonly until: number;
  readonly made?: MadePasskey;
}

/**
 * Dialog that adds a passkey: its name, a proof where one is needed, then the browser's own dialog. Who cancels that one tries
 * again without another proof, since a code works once.
 */
export function AddPasskeyDialog({ security, onClose }: { security: OwnSecurity; onClose: () => void }) {
  const { session, current } = useApp();
  const { client } = current;
  const say = usePasskeyText();
  const words = usePasskeyWords(true);
  const { name, setName, missing, isNamed } = useName(nameFor(security.passkeys));
  const [begun, setBegun] = useState<Begun>();
  const adding = useMutation({
    mutationKey: ['session', 'passkey'],
    gcTime: 0,
    mutationFn: async ({ options, until, made }: Begun) => {
      const passkey = made ?? (await makePasskey(options));
      // An answer that did not arrive is sent again as it is: the device holds the passkey by now.
      setBegun({ options, until, made: passkey });
      await client.post('session/passkeys', JSON.stringify({ name: name.trim(), passkey }));
    },
    onError(error) {
      // The service has taken the challenge, and with it the proof.
      if (error instanceof RequestError && error.problem) setBegun(undefined);
    },
    onSuccess: async () => {
      onClose();
      toast.saved({ title: say('add.done'), detail: name.trim() });
      await session.refresh();
    },
  });
  const proof = useProof(
    security,
    'passkey-begin',
    async (given) => {
      const { text } = await client.post('session/passkeys/options', JSON.stringify(given));
      return passkeyOptions.parse(JSON.parse(text));
    },
    (options) => {
      const next = { options, until: Date.now() + optionsLast };
      setBegun(next);
      adding.mutate(next);
    },
  );
  const busy = proof.busy || adding.isPending;
  const submit = () => {
    if (busy || !isNamed()) return;
    if (begun && Date.now() < begun.until) return adding.mutate(begun);
    setBegun(undefined);
    adding.reset();
    proof.submit();
  };
  const { failed, note } = words(adding.error);
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('add.title')}
      subtitle={say('add.about')}
      width={440}
      dismissible={!busy}
      footer={
        <DialogFoot
          cancel={say('cancel')}
          onCancel={onClose}
          busy={busy}
          busyLabel={say('add.doing')}
          onDo={submit}
        >
          {say('add.do')}
        </DialogFoot>
      }
    >
      <SignInForm onSubmit={submit}>
        {failed && <Banner kind="danger">{failed}</Banner>}
        <TextField
          label={say('name')}
          help={say('nameHelp')}
          error={missing}
          maxLength={passkeyNameLength}
          value={name}
          onChange={setName}
        />
        {!begun && <ProofFields proof={proof} />}
        <PasskeyNote note={note} />
      </SignInForm>
    </Modal>
  );
}

/** Dialog that gives a passkey another name. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: OwnPasskey; onClose: () => void }) {
  const { client } = useApp().current;
  const say = usePasskeyText();
  const textOfError = useErrorText();
  const { name, setName, missing, isNamed } = useName(passkey.name);
  const renaming = useMutation({
    mutationKey: ['session', 'passkey-name'],
    mutationFn: () =>
      client.put(
        `session/passkeys/${encodeURIComponent(passkey.id)}`,
        'name',
        JSON.stringify({ name: name.trim() }),
      ),
    onSuccess() {
      onClose();
      toast.saved({ title: say('rename.done'), detail: name.trim() });
    },
  });
  const submit = () => {
    if (!renaming.isPending && isNamed()) renaming.mutate();
  };
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('rename.title')}
      width={440}
      dismissible={!renaming.isPending}
      footer={
        <DialogFoot
          cancel={say('cancel')}
          onCancel={onClose}
          busy={renaming.isPending}
          busyLabel={say('rename.doing')}
          onDo={submit}
        >
          {say('rename.do')}
        </DialogFoot>
      }
    >
      <SignInForm onSubmit={submit}>
        {renaming.error && <Banner kind="danger">{textOfError(renaming.error)}</Banner>}
        <TextField
          label={say('name')}
          error={missing}
          maxLength={passkeyNameLength}
          value={name}
          onChange={setName}
        />
      </SignInForm>
    </Modal>
  );
}

/** Dialog that removes a passkey, with a proof. */
export function RemovePasskeyDialog(props: {
  security: OwnSecurity;
  passkey: OwnPasskey;
  onClose: () => void;
}) {
  const { security, passkey, onClose } = props;
  const { session, current } = useApp();
  const say = usePasskeyText();
  const format = useFormat();
  const { id, name } = passkey;
  const proof = useProof(
    security,
    'passkey-remove',
    (given) =>
      current.client.post(`session/passkeys/${encodeURIComponent(id)}/remove`, JSON.stringify(given)),
    async () => {
      onClose();
      toast.saved({ title: say('remove.done'), detail: name });
      await session.refresh();
    },
  );
  const [asked] = security.asked;
  const others = security.passkeys.filter((other) => other.id !== id);
  return (
    <ProofDialog
      proof={proof}
      title={say('remove.title', { name })}
      action={say('remove')}
      doing={say('remove.doing')}
      kind="danger"
      onClose={onClose}
    >
      <p>{say('remove.text')}</p>
      {asked && !hasSecondFactor({ ...security, passkeys: others }) && (
        <Banner kind="attention">
          {say('remove.asked', { company: asked.company, day: format.day(asked.from) })}
        </Banner>
      )}
    </ProofDialog>
  );
}

/** State of a name that is typed; `isNamed` says at its field that it is missing. */
function useName(first: string) {
  const say = usePasskeyText();
  const [name, setTyped] = useState(first);
  const [missing, setMissing] = useState<string>();
  return {
    name,
    missing,
    setName: (next: string) => {
      setMissing(undefined);
      setTyped(next);
    },
    isNamed: (): boolean => {
      const isThere = name.trim() !== '';
      setMissing(isThere ? undefined : say('nameMissing'));
      return isThere;
    },
  };
}

/** Returns a name for a passkey that this browser makes, other than those that there are. */
function nameFor(passkeys: readonly OwnPasskey[]): string {
  const name = passkeyNameOf(navigator.userAgent) ?? '';
  const taken = new Set(passkeys.map((passkey) => passkey.name));
  if (name === '' || !taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name} ${count}`)) count += 1;
  return `${name} ${count}`;
}
