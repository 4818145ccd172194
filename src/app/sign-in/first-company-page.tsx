import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Controller, useForm, useWatch, type Control, type FieldPath } from 'react-hook-form';
import {
  firstLinkSchema,
  isCurrency,
  type FirstCompany,
  type FirstLink,
  zoneOf,
} from '@/contract/first-company';
import { templateCountries } from '@/contract/countries';
import { typedEmail } from '@/contract/email';
import { passwordLength } from '@/contract/session';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SelectField } from '@/ui/fields/choices/select-field';
import { controlled } from '@/ui/fields/field';
import { TextField } from '@/ui/fields/text-field';
import { SignInForm, SignInText } from '@/ui/layout/sign-in-page';
import { RequestError } from '../data/request-error';
import { useLanguage, useText, type SayOf } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';
import type { Session } from '../session/session';
import { request } from '../session/session-wire';
import { useErrorText } from '../shell/error-text';
import { firstCompanyTexts } from './first-company-texts';
import styles from './first-company.module.css';
import { SignInLayout, useSignInText } from './sign-in-layout';

const useFirstCompanyText = (): SayOf => useLazyTexts('first-company', firstCompanyTexts);

/** What stands in place of the sign-in where nobody can sign in yet. */
export function NoCompany() {
  const say = useFirstCompanyText();
  return (
    <SignInLayout title={say('none.title')}>
      <SignInText>{say('none.text')}</SignInText>
    </SignInLayout>
  );
}

type Template = FirstLink['templates'][number];

const other = 'other';

interface Typed {
  name: string;
  ident: string;
  country: string;
  currency: string;
  timezone: string;
  person: string;
  email: string;
  password: string;
}

/** Where the service names a fault, and which field shows it. */
const fieldAt: Readonly<Record<string, FieldPath<Typed>>> = {
  '/company/name': 'name',
  '/company/ident': 'ident',
  '/company/place/currency': 'currency',
  '/company/place': 'timezone',
  '/company/place/timezone': 'timezone',
  '/person/name': 'person',
  '/person/email': 'email',
  '/password': 'password',
};

/** Page of the link that an empty service prints: makes the first company with its administrator, and lets them in. */
export function FirstCompanyPage(props: { session: Session; token: string; onDone: () => void }) {
  const { session, token, onDone } = props;
  const say = useFirstCompanyText();
  const sayAll = useText();
  const saySignIn = useSignInText();
  const textOfError = useErrorText();
  const read = useQuery({
    queryKey: ['first-company', token],
    queryFn: async () => firstLinkSchema.parse(await request('POST', '/api/first_company/link', { token })),
    staleTime: Infinity,
  });
  if (read.data)
    return (
      <SignInLayout title={say('title')}>
        <SignInText>{say('text')}</SignInText>
        <Form {...{ session, token, onDone }} templates={read.data.templates} />
      </SignInLayout>
    );
  if (read.isPending) return <SignInLayout title={saySignIn('invitation.reading')}>{null}</SignInLayout>;
  const isGone = read.error instanceof RequestError && read.error.status === 404;
  return (
    <SignInLayout title={saySignIn('invitation.gone')}>
      <SignInText>{isGone ? say('gone') : textOfError(read.error)}</SignInText>
      {isGone ? (
        <Button onClick={onDone}>{saySignIn('invitation.signIn')}</Button>
      ) : (
        <Button onClick={() => void read.refetch()}>{sayAll('error.tryAgain')}</Button>
      )}
    </SignInLayout>
  );
}

function Form(props: {
  session: Session;
  token: string;
  onDone: () => void;
  templates: readonly Template[];
}) {
  const { session, token, onDone, templates } = props;
  const say = useFirstCompanyText();
  const sayAll = useText();
  const saySignIn = useSignInText();
  const textOfError = useErrorText();
  const { language } = useLanguage();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const here = templates.find(({ timezone }) => timezone === timeZone)?.country ?? other;
  const { control, formState, handleSubmit, setError } = useForm<Typed>({
    defaultValues: {
      name: '',
      ident: '',
      country: here,
      currency: '',
      timezone: timeZone,
      person: '',
      email: '',
      password: '',
    },
  });
  const country = useWatch({ control, name: 'country' });
  const template = templates.find((one) => one.country === country);
  const making = useMutation({
    mutationKey: ['session', 'begin'],
    // Credentials do not stay in the mutation cache.
    gcTime: 0,
    mutationFn: session.begin,
  });
  const { least } = passwordLength;
  const wordsOf = (field: string, code: string, detail: string, offer?: unknown): string => {
    if (field === 'password')
      return saySignIn(
        `invitation.${code === 'too_small' ? 'short' : code === 'too_common' ? code : 'too_easy'}`,
        {
          least,
        },
      );
    if (typeof offer === 'string') return say('email.offer', { offer });
    const known: Readonly<Record<string, string>> = {
      email: say('email.wrong'),
      currency: say('currency.wrong'),
      timezone: say('timezone.wrong'),
    };
    return known[field] ?? detail;
  };
  const submit = handleSubmit(async (typed) => {
    try {
      const body = bodyOf(typed, token, language);
      await making.mutateAsync(body).catch(async (error: unknown) => {
        // The answer to an earlier try was lost, and it had made the company: whoever did lets themselves in.
        if (!(error instanceof RequestError) || error.status !== 404) throw error;
        const { email } = body.person;
        await making.mutateAsync({ email, password: body.password }).catch(() => Promise.reject(error));
      });
      onDone();
    } catch (error) {
      const problems = error instanceof RequestError ? (error.problem?.errors ?? []) : [];
      const placed = problems.flatMap(({ pointer, code, detail, offer }) => {
        const field = fieldAt[pointer];
        return field ? [{ field, message: wordsOf(field, code, detail, offer) }] : [];
      });
      for (const { field, message } of placed)
        setError(field, { type: 'refused', message }, { shouldFocus: field === placed[0]?.field });
      if (placed.length > 0) return;
      const status = error instanceof RequestError ? error.status : 0;
      const message =
        status === 404 ? say('gone') : status === 429 ? saySignIn('tooMany') : textOfError(error);
      setError('root', { type: 'refused', message });
    }
  });
  const { root } = formState.errors;
  const needed = (text: string) => text.trim() !== '' || say('missing');
  const field = { control, say };
  return (
    <SignInForm onSubmit={() => void submit()}>
      {root && <Banner kind="danger">{root.message}</Banner>}
      <Part title={say('company')}>
        <Text {...field} name="name" label="name" check={needed} focus autoComplete="organization" />
        <Text {...field} name="ident" label="ident" help={say('ident.help')} />
        <Controller
          control={control}
          name="country"
          render={(box) => (
            <SelectField
              {...controlled(box)}
              label={say('country')}
              options={[...templateCountries, other].map((value) => ({
                value,
                label: say(`country.${value}`),
              }))}
            />
          )}
        />
        {template ? (
          <Brings template={template} />
        ) : (
          <>
            <Text
              {...field}
              name="currency"
              label="currency"
              check={(text) => isCurrency(text.trim().toUpperCase()) || say('currency.wrong')}
            />
            <Text
              {...field}
              name="timezone"
              label="timezone"
              check={(text) => zoneOf(text.trim()) !== null || say('timezone.wrong')}
            />
            <p className="meta">{say('brings.none')}</p>
          </>
        )}
      </Part>
      <Part title={say('you')}>
        <Text {...field} name="person" label="you.name" check={needed} autoComplete="name" />
        <Text {...field} name="email" label="email" check={needed} type="email" autoComplete="username" />
        <Text
          {...field}
          name="password"
          label="password"
          type="password"
          autoComplete="new-password"
          help={saySignIn('invitation.rule', { least })}
          check={(text) => text.length >= least || saySignIn('invitation.short', { least })}
        />
      </Part>
      <Button
        kind="primary"
        size="lg"
        wide
        type="submit"
        busy={formState.isSubmitting}
        busyLabel={sayAll('signIn.doing')}
      >
        {say('do')}
      </Button>
    </SignInForm>
  );
}

/** Returns the body of what was typed. */
const bodyOf = (typed: Typed, token: string, language: 'en' | 'fi'): FirstCompany => {
  const country = templateCountries.find((one) => one === typed.country);
  return {
    token,
    language,
    company: {
      name: typed.name.trim(),
      ident: typed.ident.trim(),
      place: country
        ? { country }
        : { currency: typed.currency.trim().toUpperCase(), timezone: typed.timezone.trim() },
    },
    person: { name: typed.person.trim(), email: typedEmail(typed.email) ?? typed.email.trim() },
    password: typed.password,
  };
};

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Text(props: {
  control: Control<Typed>;
  say: SayOf;
  name: Exclude<FieldPath<Typed>, 'country'>;
  /** The key of its text. */
  label: string;
  help?: string;
  type?: 'email' | 'password';
  autoComplete?: string;
  focus?: boolean;
  check?: (text: string) => true | string;
}) {
  const { control, say, name, label, check, focus, ...rest } = props;
  return (
    <Controller
      control={control}
      name={name}
      rules={{ validate: check ?? (() => true) }}
      render={(box) => (
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the page is this one form
        <TextField {...controlled(box)} {...rest} large autoFocus={focus} label={say(label)} />
      )}
    />
  );
}

/** What the template of a country brings, before it is chosen. */
function Brings({ template }: { template: Template }) {
  const say = useFirstCompanyText();
  const { language } = useLanguage();
  const { taxes, tenders, currency, cash_rounding: unit, accounts } = template;
  const number = new Intl.NumberFormat(language);
  const money = new Intl.NumberFormat(language, { style: 'currency', currency });
  const lists = new Intl.ListFormat(language === 'en' ? 'en-GB' : language);
  return (
    <div className={styles.brings}>
      <p className="meta">{say('brings')}</p>
      <ul>
        <li>
          {say('brings.taxes', { rates: lists.format(taxes.map((rate) => number.format(Number(rate)))) })}
        </li>
        <li>{say('brings.tenders', { names: tenders.join(', ') })}</li>
        {unit !== null && <li>{say('brings.rounding', { unit: money.format(Number(unit)) })}</li>}
        <li>{say('brings.accounts', { count: accounts })}</li>
      </ul>
    </div>
  );
}
