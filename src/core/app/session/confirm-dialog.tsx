import { Controller, useForm } from 'react-hook-form';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { controlled } from '../../ui/fields/field';
import { defineTexts } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';
import { RequestError } from '../data/request-error';
import { confirmPassword } from './session-wire';
import { Banner } from '../../ui/display/banner';
import { Button } from '../../ui/display/button';
import { Modal } from '../../ui/overlays/modal';
import { SignInForm } from '../../ui/layout/sign-in-page';
import { TextField } from '../../ui/fields/text-field';

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

/** Asks for the password, or the key, of the session again; the request that asked for it is then sent again. */
export function ConfirmDialog() {
  const { session, current } = useApp();
  const say = useLazyTexts('confirm-dialog', texts);
  const errorText = useErrorText();
  const { control, formState, handleSubmit, setError } = useForm({
    defaultValues: { key: '', password: '' },
  });
  const { isSubmitting: busy, errors } = formState;
  const user = current.me?.user ?? null;
  const isKey = user === null;
  // Whom the demo lets in by a click has nothing to type.
  const isClick = user?.has_password === false;
  const cancel = () => session.confirmation.settle(false);
  const name = isKey ? 'key' : 'password';
  const submit = handleSubmit(async ({ key, password }) => {
    try {
      await confirmPassword(isClick ? {} : isKey ? { key: key.trim() } : { password });
      session.confirmation.settle(true);
    } catch (reason) {
      const status = reason instanceof RequestError ? reason.status : 0;
      const refuse = (at: typeof name | 'root', message: string) =>
        setError(at, { type: 'refused', message });
      if (status === 422) refuse(name, say(isKey ? 'wrongKey' : 'wrong'));
      else refuse('root', status === 429 ? say('tooMany') : errorText(reason));
    }
  });
  const title = isClick ? say('titleNone', { name: user.name }) : say(isKey ? 'titleKey' : 'title');
  return (
    <Modal opened asksForInput={!isClick} onClose={cancel} title={title} width={420} dismissible={!busy}>
      <SignInForm onSubmit={() => void (busy || submit())}>
        <p className="muted">{say('why')}</p>
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        {user && !isClick && (
          // Whose password a password manager is to fill in.
          <input hidden readOnly type="email" name="email" autoComplete="username" value={user.email} />
        )}
        {!isClick && (
          <Controller
            control={control}
            name={name}
            rules={{ required: say(isKey ? 'missingKey' : 'missing') }}
            render={(field) => (
              <TextField
                {...controlled(field)}
                type="password"
                autoComplete={isKey ? 'off' : 'current-password'}
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
