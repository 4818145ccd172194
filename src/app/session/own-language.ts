import { useEffect, useRef } from 'react';
import { toast } from '@/ui/overlays/toast-store';
import { RequestError } from '../data/request-error';
import { defineTexts, languageFor, savedLanguage, useLanguage, type Language } from '../i18n/i18n';
import type { SignedIn } from './session';
import { request } from './session-wire';

const texts = defineTexts({
  en: {
    failed: 'English is chosen in this browser only',
    detail: 'The service could not keep it. Choose it once more later.',
  },
  fi: {
    failed: 'Suomi on valittu vain tässä selaimessa',
    detail: 'Palvelu ei voinut tallentaa valintaa. Valitse kieli myöhemmin uudelleen.',
  },
});

/**
 * Keeps the language of the person on our service, so that it is the same in every browser: a sign-in takes it from
 * there, and what the person chooses is sent there. A language chosen on the sign-in page is the choice of who signs in
 * next. API keys and generic servers have no person: there the choice stays in the browser. Renders nothing.
 */
export function OwnLanguage({ current }: { current: SignedIn | null }) {
  const { language, choose } = useLanguage();
  const user = current?.me?.user;
  const person = current?.connection.as === undefined || !user ? null : user.id;
  const stored = user?.language;
  const seen = useRef({ language, person: null as string | null, stored: language, isChosenOutside: false });
  useEffect(() => {
    const before = seen.current;
    const isChanged = language !== before.language;
    const now = { ...before, language, person };
    seen.current = now;
    if (person === null) {
      now.isChosenOutside ||= isChanged && before.person === null && savedLanguage() === language;
    } else if (before.person !== person) {
      now.isChosenOutside = false;
      now.stored = stored && !before.isChosenOutside ? languageFor([stored]) : language;
      if (now.stored !== language) choose(now.stored);
      else if (before.isChosenOutside) void store(language);
    } else if (isChanged && language !== now.stored) {
      now.stored = language;
      void store(language);
    }
    // eslint-disable-next-line react/exhaustive-deps -- what the service says counts at the sign-in alone
  }, [language, person]);
  return null;
}

/** Keeps the language of the person at our service; a toast says if it could not. */
async function store(language: Language): Promise<void> {
  try {
    await request('PUT', '/api/session/language', { language });
  } catch (error) {
    // Without a session the sign-in page says so.
    if (error instanceof RequestError && error.status === 401) return;
    toast.failed({ title: texts[language].failed, detail: texts[language].detail });
  }
}
