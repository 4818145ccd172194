import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { canonicalEmail } from '@/contract/email';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { defineTexts } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';
import { RequestError } from '../data/request-error';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { controlled } from '@/ui/fields/field';
import { TextField } from '@/ui/fields/text-field';
import { SignInForm } from '@/ui/layout/sign-in-page';
import { Modal } from '@/ui/overlays/modal';
import { toast } from '@/ui/overlays/toast-store';
import { request } from './session-wire';

const texts = defineTexts({
  en: {
    title: 'Change e-mail',
    about:
      'You sign in with {{email}}. A link goes to the new address; nothing changes before you follow it.',
    email: 'New e-mail',
    password: 'Your password',
    do: 'Send the link',
    doing: 'Sending',
    done: 'Check your mail',
    doneDetail: 'a link is on its way to {{email}}',
    'wrong.not_email': 'This is no e-mail address',
    'wrong.not_canonical': 'Write it as {{offer}}',
    'wrong.unchanged': 'This is the e-mail that you have',
    'wrong.missing': 'Enter your password',
    'wrong.wrong_password': 'This is not your password',
    tooMany: 'Too many tries. Wait a while, then try again.',
    noMail: 'This installation sends no mail. Ask an administrator of your company.',
  },
  fi: {
    title: 'Vaihda sähköposti',
    about:
      'Kirjaudut osoitteella {{email}}. Uuteen osoitteeseen lähetetään linkki; mikään ei muutu ennen kuin avaat sen.',
    email: 'Uusi sähköposti',
    password: 'Salasanasi',
    do: 'Lähetä linkki',
    doing: 'Lähetetään',
    done: 'Katso sähköpostisi',
    doneDetail: 'linkki on matkalla: {{email}}',
    'wrong.not_email': 'Tämä ei ole sähköpostiosoite',
    'wrong.not_canonical': 'Kirjoita se muodossa {{offer}}',
    'wrong.unchanged': 'Tämä on jo osoitteesi',
    'wrong.missing': 'Anna salasanasi',
    'wrong.wrong_password': 'Tämä ei ole salasanasi',
    tooMany: 'Liian monta yritystä. Odota hetki ja yritä uudelleen.',
    noMail: 'Tämä asennus ei lähetä sähköpostia. Kysy yrityksesi ylläpitäjältä.',
  },
});

const empty = { email: '', password: '' };

/** Dialog that asks for a link to another e-mail of one's own. */
export function OwnAddress({ onClose }: { onClose: () => void }) {
  const { current } = useApp();
  const say = useLazyTexts('own-address', texts);
  const textOfError = useErrorText();
  const own = current.me?.user?.email ?? '';
  const { control, formState, handleSubmit, setError, setValue } = useForm({ defaultValues: empty });
  const asking = useMutation({
    mutationKey: ['session', 'address'],
    // Credentials do not stay in the mutation cache.
    gcTime: 0,
    mutationFn: (values: typeof empty) => request('POST', '/api/session/address', values),
  });
  const submit = handleSubmit(async (values) => {
    try {
      await asking.mutateAsync(values);
      onClose();
      toast.saved({ title: say('done'), detail: say('doneDetail', { email: values.email }) });
    } catch (reason) {
      const problem = reason instanceof RequestError ? reason.problem : undefined;
      const [at] = problem?.errors ?? [];
      const name = at?.pointer === '/email' ? 'email' : 'password';
      if (at && `wrong.${at.code}` in texts.en) {
        setError(name, { type: at.code, message: say(`wrong.${at.code}`, { offer: at.offer ?? '' }) });
        return;
      }
      const status = reason instanceof RequestError ? reason.status : 0;
      const message = status === 429 ? say('tooMany') : status === 404 ? say('noMail') : textOfError(reason);
      setError('root', { type: 'refused', message });
    }
  });
  /** Leaving the field writes the address as it is stored: what is sent is what is seen. */
  const settle = (typed: string) => {
    const canonical = canonicalEmail(typed);
    if (canonical !== null && canonical !== typed) setValue('email', canonical, { shouldValidate: true });
  };
  return (
    <Modal
      opened
      asksForInput
      onClose={onClose}
      title={say('title')}
      subtitle={say('about', { email: own })}
      width={420}
      dismissible={!formState.isSubmitting}
    >
      <SignInForm onSubmit={() => void submit()}>
        {formState.errors.root && <Banner kind="danger">{formState.errors.root.message}</Banner>}
        <Controller
          control={control}
          name="email"
          rules={{
            validate: (value) => {
              const canonical = canonicalEmail(value);
              if (canonical === null) return say('wrong.not_email');
              if (canonical !== value) return say('wrong.not_canonical', { offer: canonical });
              return canonical !== own || say('wrong.unchanged');
            },
          }}
          render={(box) => {
            const field = controlled(box);
            return (
              <TextField
                {...field}
                type="email"
                autoComplete="email"
                label={say('email')}
                onBlur={() => {
                  settle(box.field.value);
                  field.onBlur();
                }}
              />
            );
          }}
        />
        <Controller
          control={control}
          name="password"
          rules={{ validate: (value) => value !== '' || say('wrong.missing') }}
          render={(box) => (
            <TextField
              {...controlled(box)}
              type="password"
              autoComplete="current-password"
              label={say('password')}
            />
          )}
        />
        <Button
          kind="primary"
          size="md"
          wide
          type="submit"
          busy={formState.isSubmitting}
          busyLabel={say('doing')}
        >
          {say('do')}
        </Button>
      </SignInForm>
    </Modal>
  );
}
