import { useMutation, useQuery } from '@tanstack/react-query';
import { Building2, Fingerprint } from 'lucide-react';
import { Controller, useForm } from 'react-hook-form';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { providerBegun } from '@/contract/single-sign-on';
import { leaveFor } from '../shell/unload-guard';
import { controlled } from '@/ui/fields/field';
import { defineTexts } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';
import { RequestError } from '../data/request-error';
import { ownSecurityQuery, usablePasskeys } from '../second-factor/own-security-query';
import { PasskeyNote } from '../second-factor/passkey-note';
import { ownChallenge, usePasskey, usePasskeyText } from '../second-factor/use-passkey';
import { confirmPassword, request } from './session-wire';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { Modal } from '@/ui/overlays/modal';
import { SignInForm } from '@/ui/layout/sign-in-page';
import { TextField } from '@/ui/fields/text-field';

const texts = defineTexts({
  en: {
    title: 'Enter your password again',
    titleKey: 'Enter the API key again',
    titleNone: 'Go on as {{name}}?',
    why: 'Keys, tills, users, passkeys and erasures ask for it once it is ten minutes old. Nothing was saved yet, and nothing is lost.',
    password: 'Password',
    key: 'API key',
    do: 'Continue',
    doing: 'Checking',
    stay: 'Cancel',
    missing: 'Enter your password',
    missingKey: 'Enter the key',
    wrong: 'This is not your password',
    wrongKey: 'This is not the key that you signed in with',
    tooMany: 'Too many tries. Wait a minute, then try again.',
    titleProvider: 'Show your provider that it is you',
    whyProvider:
      'Keys, tills, users and erasures ask for it. Your provider asks who you are and sends you back to this page. What you typed into a form is kept; nothing was saved yet.',
    doProvider: 'Continue with single sign-on',
    away: 'Your provider does not answer. Try again, or tell your administrator.',
  },
  fi: {
    title: 'Anna salasanasi uudelleen',
    titleKey: 'Anna API-avain uudelleen',
    titleNone: 'Jatketaanko käyttäjänä {{name}}?',
    why: 'Avaimet, kassapäätteet, käyttäjät, pääsyavaimet ja tietojen poisto kysyvät sitä kymmenen minuutin jälkeen. Mitään ei ole vielä tallennettu, eikä mitään häviä.',
    password: 'Salasana',
    key: 'API-avain',
    do: 'Jatka',
    doing: 'Tarkistetaan',
    stay: 'Peruuta',
    missing: 'Anna salasanasi',
    missingKey: 'Anna avain',
    wrong: 'Tämä ei ole salasanasi',
    wrongKey: 'Tämä ei ole avain, jolla kirjauduit',
    tooMany: 'Liian monta yritystä. Odota hetki ja yritä uudelleen.',
    titleProvider: 'Näytä tunnistuspalvelulle, että se olet sinä',
    whyProvider:
      'Avaimet, kassapäätteet, käyttäjät ja tietojen poisto kysyvät sitä. Tunnistuspalvelu kysyy, kuka olet, ja palauttaa sinut tälle sivulle. Lomakkeelle kirjoittamasi säilyy; mitään ei ole vielä tallennettu.',
    doProvider: 'Jatka kertakirjautumisella',
    away: 'Tunnistuspalvelu ei vastaa. Yritä uudelleen tai kerro ylläpitäjällesi.',
  },
});

const codeOf = (error: unknown): string | undefined =>
  error instanceof RequestError ? error.problem?.code : undefined;

/**
 * Dialog that asks for the session's password, a passkey, or the API key, again; the request that required it is then sent
 * once more.
 */
export function ConfirmDialog() {
  const { session, current } = useApp();
  const say = useLazyTexts('confirm-dialog', texts);
  const errorText = useErrorText();
  const { clearErrors, control, formState, handleSubmit, setError } = useForm({
    defaultValues: { key: '', password: '' },
  });
  const confirming = useMutation({
    mutationKey: ['session', 'confirm'],
    // Credentials do not stay in the mutation cache.
    gcTime: 0,
    mutationFn: confirmPassword,
  });
  const passkey = usePasskey(
    'confirm',
    ownChallenge(current.client),
    (shown) => confirmPassword({ passkey: shown }),
    () => session.confirmation.resolvePending(true),
  );
  const sayPasskey = usePasskeyText();
  const { errors } = formState;
  const isTyped = formState.isSubmitting;
  const busy = isTyped || passkey.busy;
  const user = current.me?.user ?? null;
  const isApiKey = user === null;
  // Users who signed in with one click in the demo have no password.
  const isOneClick = user?.has_password === false;
  // Whom a provider signed in, too, has none: it is asked, then.
  const security = useQuery({ ...ownSecurityQuery(current.client), enabled: !isApiKey });
  const isByProvider = codeOf(security.error) === 'no_login';
  const showing = useMutation({
    mutationKey: ['session', 'again'],
    mutationFn: async () =>
      providerBegun.parse(
        await request('POST', '/api/session/provider', { back: location.pathname + location.search }),
      ),
    onSuccess: ({ location: address }) => leaveFor(address),
  });
  const hasPasskey = passkey.isKnown && usablePasskeys(security.data?.passkeys ?? []).length > 0;
  const failed = errors.root?.message ?? passkey.failed;
  const cancel = () => session.confirmation.resolvePending(false);
  const name = isApiKey ? 'key' : 'password';
  const submit = handleSubmit(async ({ key, password }) => {
    passkey.clear();
    try {
      await confirming.mutateAsync(isOneClick ? {} : isApiKey ? { key: key.trim() } : { password });
      session.confirmation.resolvePending(true);
    } catch (reason) {
      const status = reason instanceof RequestError ? reason.status : 0;
      const setRefusal = (at: typeof name | 'root', message: string) =>
        setError(at, { type: 'refused', message });
      if (status === 422) setRefusal(name, say(isApiKey ? 'wrongKey' : 'wrong'));
      else setRefusal('root', status === 429 ? say('tooMany') : errorText(reason));
    }
  });
  if (isByProvider) {
    const { error } = showing;
    return (
      <Modal opened onClose={cancel} title={say('titleProvider')} width={420}>
        <SignInForm onSubmit={() => showing.mutate()}>
          <p className="muted">{say('whyProvider')}</p>
          {error && (
            <Banner kind="danger">
              {codeOf(error) === 'provider_away' ? say('away') : errorText(error)}
            </Banner>
          )}
          <Button
            kind="primary"
            size="md"
            wide
            type="submit"
            icon={Building2}
            busy={showing.isPending || showing.isSuccess}
          >
            {say('doProvider')}
          </Button>
          <Button size="md" wide onClick={cancel}>
            {say('stay')}
          </Button>
        </SignInForm>
      </Modal>
    );
  }
  // Until it is known, nothing is asked for.
  if (isOneClick && security.isPending) return null;
  const title = isOneClick ? say('titleNone', { name: user.name }) : say(isApiKey ? 'titleKey' : 'title');
  return (
    <Modal opened asksForInput={!isOneClick} onClose={cancel} title={title} width={420} dismissible={!busy}>
      <SignInForm onSubmit={() => void (busy || submit())}>
        <p className="muted">{say('why')}</p>
        {failed && <Banner kind="danger">{failed}</Banner>}
        {user && !isOneClick && (
          // For password managers: the account whose password they fill in.
          <input hidden readOnly type="email" name="email" autoComplete="username" value={user.email} />
        )}
        {!isOneClick && (
          <Controller
            control={control}
            name={name}
            rules={{ required: say(isApiKey ? 'missingKey' : 'missing') }}
            render={(field) => (
              <TextField
                {...controlled(field)}
                type="password"
                autoComplete={isApiKey ? 'off' : 'current-password'}
                label={say(name)}
              />
            )}
          />
        )}
        <Button kind="primary" size="md" wide type="submit" busy={isTyped} busyLabel={say('doing')}>
          {say('do')}
        </Button>
        {hasPasskey && (
          <Button
            size="md"
            wide
            icon={Fingerprint}
            disabled={isTyped}
            busy={passkey.busy}
            onClick={() => {
              clearErrors();
              passkey.show();
            }}
          >
            {sayPasskey('use')}
          </Button>
        )}
        <PasskeyNote note={passkey.note} />
        <Button size="md" wide disabled={busy} onClick={cancel}>
          {say('stay')}
        </Button>
      </SignInForm>
    </Modal>
  );
}
