import { defineTexts } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';

const texts = defineTexts({
  en: {
    'way.password': 'Password',
    'way.passkey': 'Passkey',
    'way.link': 'One-time link',
    'way.provider': 'Single sign-on',
    'way.demo': 'A click, in the demo',
    'way.key': 'API key',
    'second.app': '{{way}}, code',
    'second.recovery_code': '{{way}}, recovery code',
    'second.remembered': '{{way}}, remembered',
    'second.passkey': '{{way}}, passkey',
  },
  fi: {
    'way.password': 'Salasana',
    'way.passkey': 'Pääsyavain',
    'way.link': 'Kertalinkki',
    'way.provider': 'Kertakirjautuminen',
    'way.demo': 'Napsautus, esittelyssä',
    'way.key': 'API-avain',
    'second.app': '{{way}}, koodi',
    'second.recovery_code': '{{way}}, palautuskoodi',
    'second.remembered': '{{way}}, muistettu',
    'second.passkey': '{{way}}, pääsyavain',
  },
});

/** Returns what says by what somebody came in: "Password, code". A way that is not known is named as the service names it. */
export function useWayIn(): (way: string, second: string | null) => string {
  const say = useLazyTexts('way-in', texts);
  return (way, second) => {
    const name = `way.${way}` in texts.en ? say(`way.${way}`) : way;
    // A passkey is both.
    return second !== null && second !== way && `second.${second}` in texts.en
      ? say(`second.${second}`, { way: name })
      : name;
  };
}
