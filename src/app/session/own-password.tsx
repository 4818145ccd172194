import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { passwordLength } from '@/contract/session';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { controlled } from '@/ui/fields/field';
import { defineTexts } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';
import { RequestError } from '../data/request-error';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { Modal } from '@/ui/overlays/modal';
import { SignInForm } from '@/ui/layout/sign-in-page';
import { TextField } from '@/ui/fields/text-field';
import { toast } from '@/ui/overlays/toast-store';

const texts = defineTexts({
  en: {
    title: 'Change password',
    current: 'Current password',
    password: 'New password',
    repeated: 'New password again',
    rule: 'At least {{least}} characters. A few words in a row make a good one.',
    ends: 'Signs you out everywhere else.',
    do: 'Change password',
    doing: 'Changing',
    stay: 'Cancel',
    close: 'Close',
    done: 'Password changed',
    doneDetail: 'other sessions ended',
    none: 'There is no password for {{email}} yet',
    noneText:
      'You signed in without a password. An administrator can make a one-time link for you, with which you choose one.',
    'wrong.missing': 'Enter your current password',
    'wrong.wrong_password': 'This is not your current password',
    'wrong.too_small': 'At least {{least}} characters',
    'wrong.too_long': 'At most {{most}} characters',
    'wrong.too_easy': 'Too easily guessed: not your e-mail, your company’s name or a repetition',
    'wrong.too_common': 'One of the most common passwords: choose another one',
    'wrong.unchanged': 'This is the password that you have',
    'wrong.differs': 'This is not what stands above',
    tooMany: 'Too many tries. Wait a minute, then try again.',
  },
  fi: {
    title: 'Vaihda salasana',
    current: 'Nykyinen salasana',
    password: 'Uusi salasana',
    repeated: 'Uusi salasana uudelleen',
    rule: 'Vähintään {{least}} merkkiä. Muutama sana peräkkäin on hyvä salasana.',
    ends: 'Muut istuntosi päättyvät.',
    do: 'Vaihda salasana',
    doing: 'Vaihdetaan',
    stay: 'Peruuta',
    close: 'Sulje',
    done: 'Salasana vaihdettu',
    doneDetail: 'muut istunnot päättyivät',
    none: 'Osoitteella {{email}} ei ole vielä salasanaa',
    noneText:
      'Kirjauduit ilman salasanaa. Ylläpitäjä voi tehdä sinulle kertakäyttöisen linkin, jolla valitset salasanan.',
    'wrong.missing': 'Anna nykyinen salasanasi',
    'wrong.wrong_password': 'Tämä ei ole nykyinen salasanasi',
    'wrong.too_small': 'Vähintään {{least}} merkkiä',
    'wrong.too_long': 'Enintään {{most}} merkkiä',
    'wrong.too_easy': 'Liian helppo arvata: ei sähköpostia, yrityksen nimeä eikä toistoa',
    'wrong.too_common': 'Tämä on yleisimpiä salasanoja: valitse toinen',
    'wrong.unchanged': 'Tämä on jo salasanasi',
    'wrong.differs': 'Tämä ei ole sama kuin yllä',
    tooMany: 'Liian monta yritystä. Odota hetki ja yritä uudelleen.',
  },
});

const empty = { current: '', password: '', repeated: '' };
type PasswordForm = typeof empty;
const names = ['current', 'password', 'repeated'] as const;

/** Error code by field: the service's, and those of checks in the page. */
type FieldErrors = Partial<Record<keyof PasswordForm, string>>;

/**
 * Dialog for changing the user's own password: the current one, and the new one twice. Errors are shown at
 * their fields.
 */
export function OwnPassword({ onClose }: { onClose: () => void }) {
  const { session, current } = useApp();
  const say = useLazyTexts('own-password', texts);
  const textOfError = useErrorText();
  const user = current.me?.user;
  const errorsOf = (errors: FieldErrors) =>
    Object.fromEntries(
      Object.entries(errors).map(([name, code]) => [
        name,
        { type: code, message: say(`wrong.${code}`, passwordLength) },
      ]),
    );
  const { control, formState, handleSubmit, setError } = useForm<PasswordForm>({
    defaultValues: empty,
    resolver: (values) => {
      const errors = errorsOf(validate(values, user?.email ?? ''));
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
  });
  const changing = useMutation({
    mutationKey: ['session', 'password'],
    // Credentials do not stay in the mutation cache.
    gcTime: 0,
    mutationFn: session.changePassword,
  });
  const { isSubmitting: busy, errors } = formState;
  if (user?.has_password === false) {
    return (
      <Modal
        opened
        onClose={onClose}
        title={say('none', { email: user.email })}
        footer={
          <>
            <span className="grow" />
            <Button size="md" onClick={onClose}>
              {say('close')}
            </Button>
          </>
        }
      >
        <p>{say('noneText')}</p>
      </Modal>
    );
  }
  const submit = handleSubmit(async (values) => {
    try {
      await changing.mutateAsync({ current: values.current, password: values.password });
      onClose();
      toast.saved({ title: say('done'), detail: say('doneDetail') });
    } catch (reason) {
      const refused = errorsOf(serviceErrors(reason));
      for (const name of names) if (refused[name]) setError(name, refused[name]);
      if (Object.keys(refused).length > 0) return;
      const isRateLimited = reason instanceof RequestError && reason.status === 429;
      setError('root', { type: 'refused', message: isRateLimited ? say('tooMany') : textOfError(reason) });
    }
  });
  const field = (name: keyof PasswordForm, autoComplete: string, help?: string) => (
    <Controller
      control={control}
      name={name}
      render={(box) => (
        <TextField
          {...controlled(box)}
          type="password"
          autoComplete={autoComplete}
          label={say(name)}
          help={help}
        />
      )}
    />
  );
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('title')}
      subtitle={say('ends')}
      width={420}
      dismissible={!busy}
    >
      <SignInForm onSubmit={() => void submit()}>
        {errors.root && <Banner kind="danger">{errors.root.message}</Banner>}
        {/* For password managers: the account whose password they save. */}
        <input hidden readOnly type="email" name="email" autoComplete="username" value={user?.email ?? ''} />
        {field('current', 'current-password')}
        {field('password', 'new-password', say('rule', passwordLength))}
        {field('repeated', 'new-password')}
        <Button kind="primary" size="md" wide type="submit" busy={busy} busyLabel={say('doing')}>
          {say('do')}
        </Button>
      </SignInForm>
    </Modal>
  );
}

/** Validates the input before it is sent, by the rules of the service (contract/session.ts). */
function validate({ current, password, repeated }: PasswordForm, email: string): FieldErrors {
  const errorsFound: FieldErrors = {};
  if (current === '') errorsFound.current = 'missing';
  if (password.length < passwordLength.least) errorsFound.password = 'too_small';
  else if (password.length > passwordLength.most) errorsFound.password = 'too_long';
  else if (password.toLowerCase() === email.toLowerCase()) errorsFound.password = 'too_easy';
  else if (password === current) errorsFound.password = 'unchanged';
  else if (repeated !== password) errorsFound.repeated = 'differs';
  return errorsFound;
}

/** Returns the service's errors by field. */
function serviceErrors(reason: unknown): FieldErrors {
  const errors = (reason instanceof RequestError && reason.problem?.errors) || [];
  const errorsFound: FieldErrors = {};
  for (const { pointer, code } of errors) {
    if (pointer === '/current' || pointer === '/password') {
      const name = pointer === '/current' ? 'current' : 'password';
      if (`wrong.${code}` in texts.en) errorsFound[name] = code;
    }
  }
  return errorsFound;
}
