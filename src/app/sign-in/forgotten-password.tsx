import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { typedEmail } from '@/contract/email';
import { useLanguage, useText } from '../i18n/i18n';
import { RequestError } from '../data/request-error';
import { askForPassword } from '../session/mail';
import { useErrorText } from '../shell/error-text';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { controlled } from '@/ui/fields/field';
import { TextField } from '@/ui/fields/text-field';
import { SignInForm, SignInText } from '@/ui/layout/sign-in-page';
import { SignInLayout, useSignInText } from './sign-in-layout';

/** Page that asks for a mail with a link for a new password. It says the same whether or not the e-mail is known. */
export function ForgottenPassword({ email, onBack }: { email: string; onBack: () => void }) {
  const say = useText();
  const saySignIn = useSignInText();
  const textOfError = useErrorText();
  const { language } = useLanguage();
  const { control, handleSubmit } = useForm({ defaultValues: { email } });
  const ask = useMutation({
    mutationKey: ['session', 'forgotten'],
    mutationFn: (address: string) => askForPassword(address, language),
  });
  if (ask.isSuccess) {
    return (
      <SignInLayout title={saySignIn('forgotten.sent')}>
        <SignInText>{saySignIn('forgotten.sentText', { email: ask.variables })}</SignInText>
        <Button onClick={onBack}>{saySignIn('invitation.signIn')}</Button>
      </SignInLayout>
    );
  }
  const isTooOften = ask.error instanceof RequestError && ask.error.status === 429;
  return (
    <SignInLayout title={saySignIn('forgotten.title')}>
      <SignInText>{saySignIn('forgotten.text')}</SignInText>
      <SignInForm onSubmit={() => void handleSubmit((values) => ask.mutate(values.email.trim()))()}>
        {ask.error && (
          <Banner kind="danger">
            {isTooOften ? saySignIn('forgotten.tooMany') : textOfError(ask.error)}
          </Banner>
        )}
        <Controller
          control={control}
          name="email"
          rules={{
            validate: (value) =>
              typedEmail(value) !== null ||
              saySignIn(value.trim() === '' ? 'emailMissing' : 'forgotten.noAddress'),
          }}
          render={(field) => (
            <TextField
              {...controlled(field)}
              large
              type="email"
              autoComplete="username"
              // eslint-disable-next-line jsx-a11y/no-autofocus -- the page is this one field
              autoFocus
              label={saySignIn('email')}
            />
          )}
        />
        <Button
          kind="primary"
          size="lg"
          wide
          type="submit"
          busy={ask.isPending}
          busyLabel={say('signIn.doing')}
        >
          {saySignIn('forgotten.do')}
        </Button>
        <button type="button" className="link" onClick={onBack}>
          {saySignIn('invitation.signIn')}
        </button>
      </SignInForm>
    </SignInLayout>
  );
}
