import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { controlled } from '@/ui/fields/field';
import { defineTexts } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';
import { RequestError } from '../data/request-error';
import { confirmPassword } from './session-wire';
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
    why: 'Keys, users and erasures ask for it once it is ten minutes old. Nothing was saved yet, and nothing is lost.',
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
  },
  fi: {
    title: 'Anna salasanasi uudelleen',
    titleKey: 'Anna API-avain uudelleen',
    titleNone: 'Jatketaanko käyttäjänä {{name}}?',
    why: 'Avaimet, käyttäjät ja tietojen poisto kysyvät sitä kymmenen minuutin jälkeen. Mitään ei ole vielä tallennettu, eikä mitään häviä.',
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
  },
});

/**
 * Dialog that asks for the session's password, or API key, again; the request that required it is then sent
 * once more.
 */
export function ConfirmDialog() {
  const { session, current } = useApp();
  const say = useLazyTexts('confirm-dialog', texts);
  const errorText = useErrorText();
  const { control, formState, handleSubmit, setError } = useForm({
    defaultValues: { key: '', password: '' },
  });
  const confirming = useMutation({
    mutationKey: ['session', 'confirm'],
    // Credentials do not stay in the mutation cache.
    gcTime: 0,
    mutationFn: confirmPassword,
  });
  const { isSubmitting: busy, errors } = formState;
  const user = current.me?.user ?? null;
  const isApiKey = user === null;
  // Users who signed in with one click in the demo have no password.
  const isOneClick = user?.has_password === false;
  const cancel = () => session.confirmation.resolvePending(false);
  const name = isApiKey ? 'key' : 'password';
  const submit = handleSubmit(async ({ key, password }) => {
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
  const title = isOneClick ? say('titleNone', { name: user.name }) : say(isApiKey ? 'titleKey' : 'title');
  return (
    <Modal opened asksForInput={!isOneClick} onClose={cancel} title={title} width={420} dismissible={!busy}>
      <SignInForm onSubmit={() => void (busy || submit())}>
        <p className="muted">{say('why')}</p>
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
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
        <Button kind="primary" size="md" wide type="submit" busy={busy} busyLabel={say('doing')}>
          {say('do')}
        </Button>
        <Button size="md" wide disabled={busy} onClick={cancel}>
          {say('stay')}
        </Button>
      </SignInForm>
    </Modal>
  );
}
