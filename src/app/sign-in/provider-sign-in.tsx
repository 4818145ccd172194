import { useMutation } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import {
  providerBegun,
  providerRefusals,
  type ProviderRefusal,
  type ProvidersOffered,
} from '@/contract/single-sign-on';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SignInText } from '@/ui/layout/sign-in-page';
import { RequestError } from '../data/request-error';
import { defineTexts } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';
import { request } from '../session/session-wire';
import { useErrorText } from '../shell/error-text';
import styles from '../second-factor/second-factor.module.css';

const texts = defineTexts({
  en: {
    or: 'or',
    orOwn: 'or with your own',
    next: 'Continue',
    change: 'Change',
    password: 'Password',
    onlyOwn: 'A company may accept only its own way in.',
    invited: '{{name}}, you are invited in the role {{role}}. Sign in as you do at work elsewhere.',
    invitedNowhere:
      '{{name}}, this company is entered through its provider alone, which lets nobody in at the moment. Ask an administrator.',
    with: 'Continue with {{name}}',
    away: '{{name}} does not answer. Try again, or tell your administrator.',
    tooMany: 'Too many tries. Wait a minute, then try again.',
    failed: 'The provider let nobody in. Try again; if it stays so, tell your administrator.',
    unknown:
      'The provider knows you, but nobody here does yet. Ask an administrator of your company to let you in.',
    invitation: 'This link was used, replaced by a newer one, or is past its time. Ask for another one.',
  },
  fi: {
    or: 'tai',
    orOwn: 'tai omilla tunnuksillasi',
    next: 'Jatka',
    change: 'Vaihda',
    password: 'Salasana',
    onlyOwn: 'Yritys voi hyväksyä vain oman tapansa.',
    invited: '{{name}}, sinut on kutsuttu rooliin {{role}}. Kirjaudu kuten muuallakin töissä.',
    invitedNowhere:
      '{{name}}, tähän yritykseen pääsee vain tunnistuspalvelun kautta, eikä se päästä nyt ketään. Kysy ylläpitäjältä.',
    with: 'Jatka: {{name}}',
    away: '{{name}} ei vastaa. Yritä uudelleen tai kerro ylläpitäjällesi.',
    tooMany: 'Liian monta yritystä. Odota hetki ja yritä uudelleen.',
    failed:
      'Tunnistuspalvelu ei päästänyt ketään sisään. Yritä uudelleen; jos se ei auta, kerro ylläpitäjällesi.',
    unknown:
      'Tunnistuspalvelu tuntee sinut, mutta kukaan täällä ei vielä. Pyydä yrityksesi ylläpitäjää päästämään sinut sisään.',
    invitation: 'Linkki on käytetty, korvattu uudemmalla tai vanhentunut. Pyydä uusi.',
  },
});

/** Returns the texts of the sign-in by a provider. */
export const useProviderText = () => useLazyTexts('provider-sign-in', texts);

export type Provider = ProvidersOffered['providers'][number];

/** Returns why a provider let nobody in, as the address of the page says; null if it says nothing. */
export function providerRefusal(): ProviderRefusal | null {
  const said = new URLSearchParams(location.search).get('sign-in');
  return providerRefusals.find((one) => one === said) ?? null;
}

/** Returns words for why nobody was sent to a provider. */
export function useProviderError(): (reason: Error, provider: string) => string {
  const say = useProviderText();
  const textOfError = useErrorText();
  return (reason, provider) => {
    const isOurs = reason instanceof RequestError;
    if (isOurs && reason.status === 429) return say('tooMany');
    return isOurs && reason.problem?.code === 'provider_away'
      ? say('away', { name: provider })
      : textOfError(reason);
  };
}

/** The page that is open, without what it says of a sign-in. */
function pageOf({ href }: Location): string {
  const address = new URL(href);
  address.searchParams.delete('sign-in');
  return address.pathname + address.search;
}

/**
 * Buttons that lead to providers of single sign-on. The page is left for the provider's own.
 *
 * @param props.token of the invitation that is followed
 * @param props.primary whether they are the first way of the page
 */
export function ProviderButtons(props: {
  providers: readonly Provider[];
  token?: string;
  primary?: boolean;
  disabled: boolean;
}) {
  const { providers, token, primary = false, disabled } = props;
  const say = useProviderText();
  const wordsOf = useProviderError();
  const { error, isPending, isSuccess, mutate, variables } = useMutation({
    mutationKey: ['session', 'provider'],
    mutationFn: async ({ id }: Provider) =>
      providerBegun.parse(
        await request(
          'POST',
          `/api/sign-in/${encodeURIComponent(id)}`,
          token === undefined ? { back: pageOf(location) } : { token },
        ),
      ),
    onSuccess: ({ location: address }) => location.assign(address),
  });
  const busy = isPending || isSuccess;
  return (
    <>
      {providers.map((provider, n) => (
        <Button
          key={provider.id}
          kind={primary ? 'primary' : 'default'}
          size="lg"
          wide
          icon={Building2}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- what was in focus, Continue, is gone
          autoFocus={primary && n === 0}
          disabled={disabled}
          busy={busy && variables?.id === provider.id}
          onClick={() => mutate(provider)}
        >
          {say('with', { name: provider.name })}
        </Button>
      ))}
      {error && <Banner kind="danger">{wordsOf(error, variables?.name ?? '')}</Banner>}
    </>
  );
}

/**
 * "or", and the providers of a company, below the form of an invitation to it.
 *
 * @param props.invited who follows an invitation that nothing else takes up
 */
export function ProviderSignIn(props: {
  given: readonly Provider[];
  invited?: { name: string; role: string };
  token: string;
  disabled: boolean;
}) {
  const { given, invited, token, disabled } = props;
  const say = useProviderText();
  const refusal = providerRefusal();
  return (
    <div className={styles.parts}>
      {invited ? (
        <SignInText>{say(given.length === 0 ? 'invitedNowhere' : 'invited', invited)}</SignInText>
      ) : (
        <p className={`meta ${styles.or}`}>{say('or')}</p>
      )}
      <ProviderButtons primary={invited !== undefined} providers={given} token={token} disabled={disabled} />
      {refusal && <Banner kind="danger">{say(refusal)}</Banner>}
    </div>
  );
}
