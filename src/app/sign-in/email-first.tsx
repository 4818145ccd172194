import { useMutation } from '@tanstack/react-query';
import { Asterisk } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { providersOffered } from '@/contract/single-sign-on';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SignInForm } from '@/ui/layout/sign-in-page';
import { request } from '../session/session-wire';
import styles from '../second-factor/second-factor.module.css';
import own from './email-first.module.css';
import {
  ProviderButtons,
  providerRefusal,
  useProviderError,
  useProviderText,
  type Provider,
} from './provider-sign-in';

/**
 * Sign-in in two steps, where the service knows providers of single sign-on: the e-mail, whose domain says which providers are offered, and
 * then how: through one of them, or with what is the person's own. Where none is offered the password is asked next.
 */
export function EmailFirst(props: {
  emailField: ReactNode;
  /** Returns the typed e-mail; null where it has to be mended first. */
  readEmail: () => Promise<string | null>;
  /** The form that asks for the password. */
  passwordForm: ReactNode;
  /** "or", and the sign-in by a passkey; nothing where the service takes none. */
  passkey: ReactNode;
  disabled: boolean;
  /** Is told whether the e-mail is behind, and the other ways of the page with it. */
  onStep: (isTyped: boolean) => void;
}) {
  const { emailField, readEmail, passwordForm, passkey, disabled, onStep } = props;
  const say = useProviderText();
  const wordsOf = useProviderError();
  const [typed, setTyped] = useState<{ email: string; providers: readonly Provider[] }>();
  const [byPassword, setByPassword] = useState(false);
  const looking = useMutation({
    mutationKey: ['session', 'providers'],
    mutationFn: async (email: string) =>
      providersOffered.parse(await request('POST', '/api/session/providers', { email })).providers,
    onSuccess(providers, email) {
      setTyped({ email, providers });
      onStep(true);
    },
  });
  const { error, isPending } = looking;
  const look = async () => {
    const email = await readEmail();
    if (email !== null) looking.mutate(email);
  };
  if (!typed) {
    const refusal = providerRefusal();
    return (
      <>
        <SignInForm onSubmit={() => void look()}>
          {error ? (
            <Banner kind="danger">{wordsOf(error, '')}</Banner>
          ) : (
            refusal && !isPending && <Banner kind="danger">{say(refusal)}</Banner>
          )}
          {emailField}
          <Button kind="primary" size="lg" wide type="submit" busy={isPending} disabled={disabled}>
            {say('next')}
          </Button>
        </SignInForm>
        {passkey}
      </>
    );
  }
  const { email, providers } = typed;
  const who = (
    <p className={own.who}>
      <span>{email}</span>
      <button
        type="button"
        className="link"
        onClick={() => {
          setTyped(undefined);
          setByPassword(false);
          onStep(false);
        }}
      >
        {say('change')}
      </button>
    </p>
  );
  if (byPassword || providers.length === 0)
    return (
      <>
        {who}
        {passwordForm}
        {passkey}
      </>
    );
  return (
    <>
      {who}
      <div className={own.ways}>
        <ProviderButtons primary providers={providers} disabled={disabled} />
        <p className={`meta ${styles.or}`}>{say('orOwn')}</p>
        {passkey}
        <Button size="lg" wide icon={Asterisk} disabled={disabled} onClick={() => setByPassword(true)}>
          {say('password')}
        </Button>
        <p className="meta">{say('onlyOwn')}</p>
      </div>
    </>
  );
}
