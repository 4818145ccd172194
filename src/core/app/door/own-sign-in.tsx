import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText } from '../error-text';
import { useText } from '../i18n';
import { RequestError } from '../request-error';
import { demoSignIns, type Session } from '../session';
import type { Credentials } from '../session-wire';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { QuickSignIn, SignInForm, SignInTabs } from '../../ui/sign-in-page';
import { TextField } from '../../ui/text-field';
import { DoorPage, useDoorText } from './door-page';

type Way = 'email' | 'key';

interface Typed {
  readonly email: string;
  readonly password: string;
  readonly key: string;
}

type Wrong = Partial<Record<keyof Typed | 'all', string>>;

/**
 * The way in at our own service: e-mail and password, an API key, or one click where the demo stands. Whoever
 * was somewhere comes back there.
 */
export function OwnSignIn({ session, expired }: { session: Session; expired: boolean }) {
  const say = useText();
  const door = useDoorText();
  const textOfError = useErrorText();
  const [way, setWay] = useState<Way>('email');
  const [typed, setTyped] = useState<Typed>({ email: '', password: '', key: '' });
  const [wrong, setWrong] = useState<Wrong>({});
  const [busy, setBusy] = useState(false);
  const demo = useQuery({
    queryKey: ['demo'],
    queryFn: ({ signal }) => demoSignIns('', signal),
    staleTime: Infinity,
  });

  const begin = async (credentials: Credentials) => {
    setBusy(true);
    setWrong({});
    try {
      await session.begin(credentials);
    } catch (reason) {
      setBusy(false);
      setWrong(whatIsWrong(reason, credentials));
    }
  };
  const whatIsWrong = (reason: unknown, credentials: Credentials): Wrong => {
    const status = reason instanceof RequestError ? reason.status : 0;
    if (status === 429) return { all: door('tooMany') };
    if (status !== 401 && status !== 422) return { all: textOfError(reason) };
    return 'key' in credentials ? { key: door('wrongKey') } : { password: door('wrong') };
  };
  const submit = () => {
    const email = typed.email.trim();
    const { password } = typed;
    const key = typed.key.trim();
    const missing: Wrong =
      way === 'key'
        ? { ...(key === '' && { key: say('signIn.keyMissing') }) }
        : {
            ...(email === '' && { email: door('emailMissing') }),
            ...(password === '' && { password: door('passwordMissing') }),
          };
    setWrong(missing);
    if (Object.keys(missing).length === 0) void begin(way === 'key' ? { key } : { email, password });
  };
  const field = (name: keyof Typed) => ({
    large: true,
    label: door(name),
    name,
    value: typed[name],
    error: wrong[name],
    onChange: (text: string) => setTyped({ ...typed, [name]: text }),
  });
  return (
    <DoorPage title={say('signIn.title')}>
      {expired && <Banner kind="note">{door('expired')}</Banner>}
      <SignInTabs
        label={door('ways')}
        tabs={[
          { key: 'email', label: door('email') },
          { key: 'key', label: door('key') },
        ]}
        chosen={way}
        controls="sign-in-form"
        onChoose={(chosen) => {
          setWay(chosen);
          setWrong({});
        }}
      />
      <div id="sign-in-form">
        <SignInForm onSubmit={submit}>
          {wrong.all && <Banner kind="danger">{wrong.all}</Banner>}
          {way === 'email' ? (
            <>
              {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the page is this one form */}
              <TextField {...field('email')} type="email" autoComplete="username" autoFocus />
              <TextField {...field('password')} type="password" autoComplete="current-password" />
            </>
          ) : (
            <TextField {...field('key')} type="password" />
          )}
          <Button kind="primary" size="lg" wide type="submit" busy={busy} busyLabel={say('signIn.doing')}>
            {say('signIn.do')}
          </Button>
        </SignInForm>
      </div>
      {demo.data && demo.data.length > 0 && (
        <QuickSignIn
          title={door('demo')}
          caption={door('demoHint')}
          people={demo.data.map((person) => ({
            key: person.role,
            role: say(`role.${person.role}`),
            text: say(`role.${person.role}.about`),
            name: person.name,
          }))}
          onPick={(role) => void begin({ demo: role })}
          disabled={busy}
        />
      )}
    </DoorPage>
  );
}
