import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { invitationSchema, passwordLength } from '@/contract/session';
import { useErrorText } from '../shell/error-text';
import { controlled } from '@/ui/fields/field';
import { languageFor, savedLanguage, useLanguage, useText } from '../i18n/i18n';
import { RequestError } from '../data/request-error';
import type { Session } from '../session/session';
import { request } from '../session/session-wire';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SignInText, SignInForm } from '@/ui/layout/sign-in-page';
import { TextField } from '@/ui/fields/text-field';
import { CodeStep, ProviderSignIn } from './late-steps';
import { SignInLayout, useSignInText } from './sign-in-layout';

/** Page of a one-time link: accepts a membership, or sets a new password. `onDone` leaves the page. */
export function InvitationPage(props: { session: Session; token: string; onDone: () => void }) {
  const { session, token, onDone } = props;
  const say = useText();
  const saySignIn = useSignInText();
  const textOfError = useErrorText();
  const { control, formState, handleSubmit, setError } = useForm({ defaultValues: { password: '' } });
  const { root } = formState.errors;
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const read = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => invitationSchema.parse(await request('POST', '/api/invitation', { token })),
    staleTime: Infinity,
  });
  const accepting = useMutation({
    mutationKey: ['session', 'begin'],
    // Credentials do not stay in the mutation cache.
    gcTime: 0,
    mutationFn: session.begin,
  });
  const { show } = useLanguage();
  const invitedIn = read.data?.language;
  useEffect(() => {
    if (invitedIn && savedLanguage() === null) show(languageFor([invitedIn]));
    // eslint-disable-next-line react/exhaustive-deps -- once: whoever reads it may choose another
  }, [invitedIn]);
  const isExpired = (error: unknown) => error instanceof RequestError && error.status === 404;
  const link = read.data;
  if (link && isCodeAsked)
    return (
      <CodeStep
        session={session}
        email={link.email}
        onDone={onDone}
        onStartAgain={() => {
          setIsCodeAsked(false);
          // The link may have been used up with the password.
          void read.refetch();
        }}
      />
    );
  if (!link) {
    if (read.isPending) return <SignInLayout title={saySignIn('invitation.reading')}>{null}</SignInLayout>;
    return (
      <SignInLayout title={saySignIn('invitation.gone')}>
        <SignInText>
          {isExpired(read.error) ? saySignIn('invitation.goneText') : textOfError(read.error)}
        </SignInText>
        {isExpired(read.error) ? (
          <Button onClick={onDone}>{saySignIn('invitation.signIn')}</Button>
        ) : (
          <Button onClick={() => void read.refetch()}>{say('error.tryAgain')}</Button>
        )}
      </SignInLayout>
    );
  }
  const { least, most } = passwordLength;
  const role = link.custom_role?.name ?? say(`role.${link.role}`);
  if (link.only)
    return (
      <SignInLayout title={saySignIn('invitation.title', { company: link.company })}>
        <ProviderSignIn
          invited={{ name: link.name, role }}
          given={link.providers ?? []}
          token={token}
          disabled={false}
        />
      </SignInLayout>
    );
  // Whether the e-mail already has a password must not be visible before a correct one is entered.
  const isAddress = link.kind === 'address';
  // Asks for a password that there is, or may be.
  const isJoin = link.kind === 'join' || isAddress;
  const validate = (password: string) => {
    if (password === '') return saySignIn('passwordMissing');
    if (password.length < least) return saySignIn('invitation.short', { least });
    return password.length <= most || saySignIn('invitation.long', { most });
  };
  const submit = handleSubmit(async ({ password }) => {
    try {
      if (await accepting.mutateAsync({ token, password })) onDone();
      else setIsCodeAsked(true);
    } catch (reason) {
      const status = reason instanceof RequestError ? reason.status : 0;
      const setRefusal = (name: 'password' | 'root', message: string) =>
        setError(name, { type: 'refused', message });
      if (status === 404) void read.refetch();
      if (status === 401) setRefusal('password', saySignIn(isAddress ? 'address.wrong' : 'invitation.wrong'));
      else if (status === 422) setRefusal('password', passwordError(reason));
      else if (status === 409) setRefusal('root', saySignIn('invitation.elsewhere'));
      else setRefusal('root', status === 429 ? saySignIn('tooMany') : textOfError(reason));
    }
  });
  const passwordError = (reason: unknown) => {
    const code = reason instanceof RequestError ? reason.problem?.code : '';
    if (code === 'too_small') return saySignIn('invitation.short', { least });
    return saySignIn(code === 'too_common' ? 'invitation.too_common' : 'invitation.too_easy');
  };
  const { name, company } = link;
  const title = isAddress
    ? saySignIn('address.title')
    : isJoin
      ? saySignIn('invitation.title', { company })
      : saySignIn('invitation.reset');
  const textKey = isAddress ? 'address.text' : isJoin ? 'invitation.joins' : 'invitation.resets';
  return (
    <SignInLayout title={title}>
      <SignInText>{saySignIn(textKey, { name, company, role })}</SignInText>
      <SignInForm onSubmit={() => void submit()}>
        {root && <Banner kind="danger">{root.message}</Banner>}
        <TextField
          large
          readOnly
          type="email"
          name="email"
          autoComplete="username"
          label={saySignIn('email')}
          value={link.email}
          onChange={() => undefined}
        />
        <Controller
          control={control}
          name="password"
          rules={{ validate }}
          render={(field) => (
            <TextField
              {...controlled(field)}
              large
              // eslint-disable-next-line jsx-a11y/no-autofocus -- the page is this one field
              autoFocus
              type="password"
              autoComplete={isJoin ? 'current-password' : 'new-password'}
              label={saySignIn(isJoin ? 'password' : 'invitation.newPassword')}
              help={
                isAddress ? undefined : saySignIn(isJoin ? 'invitation.which' : 'invitation.rule', { least })
              }
            />
          )}
        />
        <Button
          kind="primary"
          size="lg"
          wide
          type="submit"
          busy={formState.isSubmitting}
          busyLabel={say('signIn.doing')}
        >
          {saySignIn(isAddress ? 'address.do' : isJoin ? 'invitation.join' : 'invitation.take')}
        </Button>
      </SignInForm>
      {link.kind === 'join' && link.providers && link.providers.length > 0 && (
        <ProviderSignIn given={link.providers} token={token} disabled={formState.isSubmitting} />
      )}
    </SignInLayout>
  );
}
