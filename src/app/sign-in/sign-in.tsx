import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { Connection } from '../data/client';
import { useDocumentTitle } from '../shell/document-title';
import { useErrorText } from '../shell/error-text';
import { controlled } from '@/ui/fields/field';
import { useLanguage, usePageText, useText, defineTexts } from '../i18n/i18n';
import { saveConnection, savedConnection } from '../session/saved-connection';
import { RequestError } from '../data/request-error';
import { fetchDemoSignIns, type Session } from '../session/session';
import { useReceiptArt } from './sign-in-art';
import { useSignInText } from './sign-in-layout';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { Checkbox } from '@/ui/fields/choices/choice';
import { QuickSignIn, SignInForm, SignInPage } from '@/ui/layout/sign-in-page';
import { TextField } from '@/ui/fields/text-field';

/** Texts of the sign-in with a key. */
const texts = defineTexts({
  en: {
    server: 'Address of the service',
    serverHelp: 'Empty: the address of this page',
    serverWrong: 'Must be an address such as https://till.example.com',
    keep: 'Keep the key in this tab until it is closed',
    noteKept: 'The key is kept in this tab until it is closed.',
    afresh: 'Start afresh as somebody else',
    refused: 'The service does not accept this key',
    expired: 'You were signed out: the key is no longer accepted. Sign in to go on where you were.',
    note: 'The key stays in memory: a reload signs out.',
    demo: 'Demo company',
    demoHint: 'one click, no password',
  },
  fi: {
    server: 'Palvelun osoite',
    serverHelp: 'Tyhjä: tämän sivun osoite',
    serverWrong: 'Anna osoite, esimerkiksi https://till.example.com',
    keep: 'Säilytä avain tässä välilehdessä, kunnes se suljetaan',
    noteKept: 'Avain säilyy tässä välilehdessä, kunnes se suljetaan.',
    afresh: 'Aloita alusta toisena henkilönä',
    refused: 'Palvelu ei hyväksy tätä avainta',
    expired: 'Istunto päättyi: avain ei enää kelpaa. Kirjaudu, niin jatkat siitä mihin jäit.',
    note: 'Avain on vain muistissa: sivun lataus kirjaa ulos.',
    demo: 'Esittelyyritys',
    demoHint: 'yhdellä napsautuksella, ilman salasanaa',
  },
});

/**
 * Sign-in page for other servers and the static build: an API key, or one click in the demo. After an expired
 * session the user returns to the same place.
 */
export function SignIn({ session, expired }: { session: Session; expired: boolean }) {
  const say = useText();
  const saySignIn = useSignInText();
  const sayHere = usePageText('key-sign-in', texts);
  const errorText = useErrorText();
  const { language, choose } = useLanguage();
  const state = session.get();
  const last = state.status === 'out' ? state.last : null;
  const apiHost = apiServerOfPage();
  const { clearErrors, control, handleSubmit, setError, setValue } = useForm({
    defaultValues: { server: last?.connection.baseUrl ?? '', key: '', keep: false },
  });
  const isSaving = useWatch({ control, name: 'keep' });
  const receiptArt = useReceiptArt();
  const demo = useQuery({
    queryKey: ['demo'],
    queryFn: ({ signal }) => fetchDemoSignIns('', signal),
    staleTime: Infinity,
    enabled: apiHost !== 'upstream',
  });
  useDocumentTitle(saySignIn('title'));

  const { isPending: busy, mutate: signIn } = useMutation({
    mutationKey: ['session', 'begin'],
    // Credentials do not stay in the mutation cache.
    gcTime: 0,
    mutationFn: async ({ isSaved, ...connection }: Connection & { isSaved: boolean }) => {
      await session.signIn(connection);
      saveConnection(isSaved ? connection : null);
    },
    onMutate: () => clearErrors(),
    onError(reason, connection) {
      saveConnection(null);
      const isRefused = reason instanceof RequestError && (reason.status === 401 || reason.status === 403);
      const text = isRefused ? sayHere('refused') : errorText(reason);
      const isUnreachable =
        connection.baseUrl !== '' && reason instanceof RequestError && reason.kind === 'offline';
      setError(isUnreachable ? 'server' : 'key', { type: 'refused', message: text });
    },
  });
  const submit = handleSubmit(({ server, key, keep: isSaved }) => signIn({ baseUrl: server, key, isSaved }));
  const signInWithSaved = useEffectEvent(() => {
    const saved = apiHost === 'own' || expired ? null : savedConnection();
    if (!saved) return;
    setValue('server', saved.baseUrl);
    signIn({ ...saved, isSaved: true });
  });
  // Once, on mount: signs in with the connection that was saved for this tab.
  // eslint-disable-next-line react/set-state-in-effect
  useEffect(() => signInWithSaved(), []);
  return (
    <SignInPage
      title={saySignIn('title')}
      product={{ name: 'Tillhouse', caption: saySignIn('slogan') }}
      receipt={receiptArt}
      note={sayHere(isSaving ? 'noteKept' : 'note')}
      language={
        <>
          {last?.me === null && (
            <button type="button" className="link" onClick={() => void session.signOut()}>
              {sayHere('afresh')}
            </button>
          )}
          <button
            type="button"
            className="link"
            lang={language === 'en' ? 'fi' : 'en'}
            onClick={() => choose(language === 'en' ? 'fi' : 'en')}
          >
            {language === 'en' ? 'Suomeksi' : 'In English'}
          </button>
        </>
      }
    >
      {expired && <Banner kind="note">{sayHere('expired')}</Banner>}
      <SignInForm onSubmit={() => void submit()}>
        {apiHost !== 'upstream' && (
          <Controller
            control={control}
            name="server"
            rules={{ validate: (text) => isAddress(text) || sayHere('serverWrong') }}
            render={(field) => (
              <TextField
                {...controlled(field)}
                large
                label={sayHere('server')}
                placeholder="https://"
                help={sayHere('serverHelp')}
              />
            )}
          />
        )}
        <Controller
          control={control}
          name="key"
          rules={{ validate: (text) => text.trim() !== '' || saySignIn('keyMissing') }}
          render={(field) => (
            <TextField
              {...controlled(field)}
              type="password"
              large
              // eslint-disable-next-line jsx-a11y/no-autofocus -- the page is this one field
              autoFocus
              label={say('signIn.key')}
            />
          )}
        />
        {apiHost !== 'own' && (
          <Controller
            control={control}
            name="keep"
            render={({ field }) => (
              <Checkbox checked={field.value} onChange={field.onChange} label={sayHere('keep')} />
            )}
          />
        )}
        <Button kind="primary" size="lg" wide type="submit" busy={busy} busyLabel={say('signIn.doing')}>
          {say('signIn.do')}
        </Button>
      </SignInForm>
      {demo.data && demo.data.length > 0 && (
        <QuickSignIn
          title={sayHere('demo')}
          caption={sayHere('demoHint')}
          people={demo.data.map((person) => ({
            key: person.key,
            role: say(`role.${person.role}`),
            text: saySignIn(`role.${person.role}.about`),
            name: person.name,
          }))}
          onPick={(picked) => signIn({ baseUrl: '', key: picked, isSaved: false })}
          disabled={busy}
        />
      )}
    </SignInPage>
  );
}

/** Validates the address of a service; empty is this page's origin. */
const isAddress = (text: string): boolean =>
  text.trim() === '' || (URL.canParse(text.trim()) && /^https?:$/.test(new URL(text.trim()).protocol));

/**
 * Returns which service answers `/api` at this page's origin, according to the page itself
 * (`server/http/site/static.ts`): our own, another server behind its proxy, or none, for the static build.
 */
const apiServerOfPage = (): 'own' | 'upstream' | 'none' => {
  const content = document.querySelector<HTMLMetaElement>('meta[name="tillhouse-api"]')?.content;
  return content === 'own' || content === 'upstream' ? content : 'none';
};
