import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useErrorText } from '../shell/error-text';
import { controlled } from '@/ui/fields/field';
import { useText } from '../i18n/i18n';
import { RequestError } from '../data/request-error';
import { fetchDemoSignIns, type Session } from '../session/session';
import { hasProvidersQuery, isEmptyQuery, sendsMailQuery, takesPasskeysQuery } from '../session/features';
import type { Credentials } from '../session/session-wire';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { QuickSignIn, SignInForm, SignInPart, SignInTabs } from '@/ui/layout/sign-in-page';
import { TextField } from '@/ui/fields/text-field';
import { ForgottenPassword } from './forgotten-password';
import { CodeStep, emailFirstQuery, NoCompany, PasskeySignIn } from './late-steps';
import { SignInLayout, useSignInText } from './sign-in-layout';

type SignInMethod = 'email' | 'key';

interface SignInInput {
  email: string;
  password: string;
  key: string;
}

/**
 * Sign-in page of our own service: e-mail and password, a passkey, an API key, or one click in the demo. After an expired
 * session the user returns to the same place.
 */
export function OwnSignIn({ session, expired }: { session: Session; expired: boolean }) {
  const say = useText();
  const saySignIn = useSignInText();
  const textOfError = useErrorText();
  const [method, setMethod] = useState<SignInMethod>('email');
  const [isTyped, setIsTyped] = useState(false);
  const [isForgotten, setIsForgotten] = useState(false);
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const { clearErrors, control, formState, getValues, handleSubmit, resetField, setError, trigger } =
    useForm<SignInInput>({
      defaultValues: { email: '', password: '', key: '' },
    });
  const { root } = formState.errors;
  // Whoever is at the password while it is found out whether there are two steps goes on with one: nothing goes from under their hands.
  const [isOneStep, setIsOneStep] = useState(false);
  const demo = useQuery({
    queryKey: ['demo'],
    queryFn: ({ signal }) => fetchDemoSignIns('', signal),
    staleTime: Infinity,
  });

  const sendsMail = useQuery(sendsMailQuery);
  const hasProviders = useQuery(hasProvidersQuery).data === true;
  const twoSteps = useQuery({ ...emailFirstQuery, enabled: hasProviders }).data;
  const isEmpty = useQuery(isEmptyQuery).data;
  const takesPasskeys = useQuery(takesPasskeysQuery).data === true;
  const EmailFirst = isOneStep ? undefined : twoSteps;

  const { isPending: busy, mutate: signIn } = useMutation({
    mutationKey: ['session', 'begin'],
    // Credentials do not stay in the mutation cache.
    gcTime: 0,
    mutationFn: session.begin,
    onMutate: () => clearErrors(),
    onSuccess: (isIn) => setIsCodeAsked(!isIn),
    onError(reason, credentials) {
      const [name, message] = errorOf(reason, credentials);
      setError(name, { type: 'refused', message });
    },
  });
  const errorOf = (reason: unknown, credentials: Credentials) => {
    const status = reason instanceof RequestError ? reason.status : 0;
    if (status === 429) return ['root', saySignIn('tooMany')] as const;
    if (reason instanceof RequestError && reason.problem?.code === 'other_network')
      return ['key', saySignIn('elsewhere')] as const;
    if (status !== 401 && status !== 422) return ['root', textOfError(reason)] as const;
    return 'key' in credentials
      ? (['key', saySignIn('wrongKey')] as const)
      : (['password', saySignIn('wrong')] as const);
  };
  // Validates and sends only the visible fields: e-mail and password, or the key.
  const submit = handleSubmit(({ email, password, key }) =>
    signIn(method === 'key' ? { key: key.trim() } : { email: email.trim(), password }),
  );
  const field = (
    name: keyof SignInInput,
    missing: string,
    props: Partial<Parameters<typeof TextField>[0]>,
  ) => (
    <Controller
      key={name}
      control={control}
      name={name}
      rules={{ validate: (text) => (name === 'password' ? text : text.trim()) !== '' || missing }}
      render={(box) => {
        const bound = controlled(box);
        const stay = (isOne: boolean) => {
          if (name === 'password' && !EmailFirst) setIsOneStep(isOne);
        };
        return (
          <TextField
            {...bound}
            onFocus={() => stay(true)}
            onChange={(typed) => {
              stay(true);
              bound.onChange(typed);
            }}
            onBlur={() => {
              stay(bound.value !== '');
              bound.onBlur();
            }}
            large
            label={saySignIn(name)}
            {...props}
          />
        );
      }}
    />
  );
  if (isEmpty) return <NoCompany />;
  if (isCodeAsked)
    return (
      <CodeStep
        session={session}
        email={getValues('email').trim()}
        takesPasskeys={takesPasskeys}
        onStartAgain={() => {
          resetField('password');
          setIsTyped(false);
          setIsOneStep(false);
          setIsCodeAsked(false);
        }}
      />
    );
  if (isForgotten)
    return (
      <ForgottenPassword
        email={getValues('email').trim()}
        onBack={() => {
          setIsTyped(false);
          setIsForgotten(false);
        }}
      />
    );
  const emailField = field('email', saySignIn('emailMissing'), {
    type: 'email',
    autoComplete: 'username',
    autoFocus: true,
  });
  const form = (
    <SignInForm onSubmit={() => void submit()}>
      {root && <Banner kind="danger">{root.message}</Banner>}
      {method === 'email' ? (
        <>
          {!EmailFirst && emailField}
          {field('password', saySignIn('passwordMissing'), {
            type: 'password',
            autoComplete: 'current-password',
            autoFocus: EmailFirst !== undefined,
          })}
        </>
      ) : (
        field('key', saySignIn('keyMissing'), { type: 'password' })
      )}
      <Button kind="primary" size="lg" wide type="submit" busy={busy} busyLabel={say('signIn.doing')}>
        {say('signIn.do')}
      </Button>
      {method === 'email' && sendsMail.data && (
        <button type="button" className="link" onClick={() => setIsForgotten(true)}>
          {saySignIn('forgotten.ask')}
        </button>
      )}
    </SignInForm>
  );
  const passkey = method === 'email' && takesPasskeys && <PasskeySignIn session={session} disabled={busy} />;
  return (
    <SignInLayout title={saySignIn('title')}>
      {expired && <Banner kind="note">{saySignIn('expired')}</Banner>}
      {!isTyped && (
        <SignInTabs
          label={saySignIn('ways')}
          tabs={[
            { key: 'email', label: saySignIn('email') },
            { key: 'key', label: saySignIn('key') },
          ]}
          chosen={method}
          controls="sign-in-form"
          onChoose={(chosen) => {
            setMethod(chosen);
            clearErrors();
          }}
        />
      )}
      <SignInPart id="sign-in-form">
        {method === 'email' && EmailFirst ? (
          <EmailFirst
            emailField={emailField}
            readEmail={async () => ((await trigger('email')) ? getValues('email').trim() : null)}
            passwordForm={form}
            passkey={passkey}
            disabled={busy}
            onStep={setIsTyped}
          />
        ) : (
          <>
            {form}
            {passkey}
          </>
        )}
      </SignInPart>
      {demo.data && demo.data.length > 0 && (
        <QuickSignIn
          title={saySignIn('demo')}
          caption={saySignIn('demoHint')}
          people={demo.data.map((person) => ({
            key: person.role,
            role: say(`role.${person.role}`),
            text: saySignIn(`role.${person.role}.about`),
            name: person.name,
          }))}
          onPick={(role) => signIn({ demo: role })}
          disabled={busy}
        />
      )}
    </SignInLayout>
  );
}
