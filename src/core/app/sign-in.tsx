import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDocumentTitle } from './document-title';
import { useErrorText } from './error-text';
import { useLanguage, useText } from './i18n';
import { RequestError } from './request-error';
import { demoSignIns, type Session } from './session';
import { useReceiptArt } from './sign-in-art';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { QuickSignIn, SignInForm, SignInPage } from '../ui/sign-in-page';
import { TextField } from '../ui/text-field';

/** The way in: an API key, or one click where the demo company stands. Whoever was somewhere comes back there. */
export function SignIn({ session, expired }: { session: Session; expired: boolean }) {
  const say = useText();
  const errorText = useErrorText();
  const { language, choose } = useLanguage();
  const [key, setKey] = useState('');
  const [baseUrl, setBaseUrl] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const art = useReceiptArt();
  const demo = useQuery({
    queryKey: ['demo', baseUrl ?? ''],
    queryFn: ({ signal }) => demoSignIns(baseUrl ?? '', signal),
    staleTime: Infinity,
  });
  useDocumentTitle(say('signIn.title'));

  const signIn = async (withKey: string) => {
    if (withKey.trim() === '') {
      setError(say('signIn.keyMissing'));
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      await session.signIn({ baseUrl: baseUrl ?? '', key: withKey });
    } catch (reason) {
      setBusy(false);
      const refused = reason instanceof RequestError && (reason.status === 401 || reason.status === 403);
      setError(refused ? say('signIn.refused') : errorText(reason));
    }
  };
  return (
    <SignInPage
      title={say('signIn.title')}
      product={{ name: 'Tillhouse', caption: say('signIn.slogan') }}
      receipt={art}
      note={say('signIn.note')}
      language={
        <>
          {baseUrl === undefined && (
            <button type="button" className="link" onClick={() => setBaseUrl('')}>
              {say('signIn.serverOther')}
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
      {expired && <Banner kind="note">{say('signIn.expired')}</Banner>}
      <SignInForm onSubmit={() => void signIn(key)}>
        <TextField
          type="password"
          large
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the page is this one field
          autoFocus
          label={say('signIn.key')}
          value={key}
          onChange={setKey}
          error={error}
          name="key"
        />
        {baseUrl !== undefined && (
          <TextField
            label={say('signIn.server')}
            value={baseUrl}
            onChange={setBaseUrl}
            placeholder="https://"
            name="server"
          />
        )}
        <Button kind="primary" size="lg" wide type="submit" busy={busy} busyLabel={say('signIn.doing')}>
          {say('signIn.do')}
        </Button>
      </SignInForm>
      {demo.data && demo.data.length > 0 && (
        <QuickSignIn
          title={say('signIn.demo')}
          caption={say('signIn.demoHint')}
          people={demo.data.map((person) => ({
            key: person.key,
            role: say(`role.${person.role}`),
            text: say(`role.${person.role}.about`),
            name: person.name,
          }))}
          onPick={(picked) => void signIn(picked)}
          disabled={busy}
        />
      )}
    </SignInPage>
  );
}
