import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import {
  Activity,
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
} from 'react';
import { Link as RouterLink } from 'react-router';
import { RouterProvider } from 'react-router/dom';

import { AppContext, type App } from './app-context';
import { formatDay, formatTime, separatorsOf } from '../i18n/format';
import { addTexts, localeOf, Texts, useLanguage, useText } from '../i18n/i18n';
import { Formats } from '../i18n/use-format';
import { preferencesOf } from '../preferences/preferences';
import { Live } from '../live/live';
import { createChangeFeed } from '../live/change-feed';
import { invalidationOf } from '../live/invalidation';
import { createRecordLabels } from '../data/record-labels';
import { pagedSource } from '../data/paged-source';
import { watchUserActivity } from '../session/user-activity';
import { createQueryClient } from './query-client';
import type { Screen } from './screen';
import type { Session, SignedIn } from '../session/session';
import { UiProvider } from '../../ui/layout/provider';
import type { UiStrings } from '../../ui/display/ui-strings';

type Router = ComponentProps<typeof RouterProvider>['router'];

interface Props {
  session: Session;
  i18n: I18n;
  screens: Readonly<Record<string, Screen>>;
  /** Made from `routesOf(screens)`. */
  router: Router;
}

/** The whole application: its texts, its look, and behind the sign-in its pages. */
export function Application({ i18n, ...props }: Props) {
  return (
    <Texts i18n={i18n}>
      <Looks>
        <Entrance i18n={i18n} {...props} />
      </Looks>
    </Texts>
  );
}

function Looks({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <UiProvider strings={useUiWords()} link={AppLink}>
      {children}
    </UiProvider>
  );
}

/**
 * The sign-in, or the application. Where a session ended in the middle of something, that something stays mounted and
 * hidden behind the sign-in: the same person finds every keystroke again.
 */
function Entrance({ session, i18n, ...inside }: Props) {
  const state = useSyncExternalStore(session.subscribe, session.get);
  const [signInQueries] = useState(createQueryClient);
  const [SignIn] = useState(() => lazy(() => loadSignIn(i18n)));
  const [token, setToken] = useState(linkInAddress);
  const { router } = inside;
  useEffect(() => watchUserActivity(), []);
  useEffect(() => {
    if (state.status !== 'in') return undefined;
    // There when it is needed, also after an update of the service has taken its file away.
    const timer = setTimeout(() => void loadSignIn(i18n).catch(() => undefined), signInDelay);
    return () => clearTimeout(timer);
  }, [state.status, i18n]);
  const invited = token === null ? null : { token, onDone };
  function onDone() {
    void router.navigate('/', { replace: true });
    setToken(null);
  }
  const isIn = state.status === 'in' && invited === null;
  const current = state.status === 'in' ? state.current : state.status === 'finding' ? null : state.last;
  return (
    <>
      {current && (
        <Activity mode={isIn ? 'visible' : 'hidden'}>
          <Inside key={current.identity} session={session} current={current} {...inside} />
        </Activity>
      )}
      {!isIn && state.status !== 'finding' && (
        <QueryClientProvider client={signInQueries}>
          <Suspense>
            <SignIn session={session} state={state} invited={invited} />
          </Suspense>
        </QueryClientProvider>
      )}
    </>
  );
}

/** How long after a sign-in its page is loaded again, in milliseconds: what is on screen goes first. */
const signInDelay = 5000;

async function loadSignIn(i18n: I18n) {
  const { SignInRoutes, texts } = await import('../sign-in/sign-in-routes');
  addTexts(i18n, 'door', { texts });
  return { default: SignInRoutes };
}

/** The token of the one-time link that the page was opened by: behind `#`, which is sent nowhere. */
const linkInAddress = (): string | null =>
  location.pathname === '/invitation' && location.hash.length > 1 ? location.hash.slice(1) : null;

function Inside(props: Omit<Props, 'i18n'> & { current: SignedIn }) {
  const { session, screens, router, current } = props;
  const [queries] = useState(createQueryClient);
  const [memory] = useState(() => new Map<string, unknown>());
  const [changeFeed] = useState(createChangeFeed);
  const app: App = useMemo(() => {
    const genericServer =
      current.foreign?.createGenericServer(
        current.client,
        queries,
        Object.values(screens),
        navigator.languages,
      ) ?? null;
    const source = genericServer?.source ?? pagedSource(current.client);
    const preferences = preferencesOf(current);
    const recordLabels = createRecordLabels(queries, source);
    const signedIn = genericServer ? { ...current, client: genericServer.client } : current;
    return {
      session,
      screens,
      memory,
      changeFeed,
      preferences,
      current: signedIn,
      source,
      recordLabels,
      genericServer,
    };
  }, [session, screens, memory, changeFeed, current, queries]);
  return (
    <QueryClientProvider client={queries}>
      <AppContext value={app}>
        <Formats>
          <AskAgain of={current} />
          <Live />
          <RouterProvider router={router} />
          <Confirming session={session} />
        </Formats>
      </AppContext>
    </QueryClientProvider>
  );
}

const ConfirmDialog = lazy(() =>
  import('../session/confirm-dialog').then(({ ConfirmDialog: dialog }) => ({ default: dialog })),
);

/** The dialog that asks for the password again, while a request waits for it. */
function Confirming({ session: { confirmation } }: { session: Session }) {
  const isAsked = useSyncExternalStore(confirmation.subscribe, confirmation.isAsked);
  return (
    isAsked && (
      <Suspense>
        <ConfirmDialog />
      </Suspense>
    )
  );
}

/** Signed in again: what was refused in between is asked for anew. */
function AskAgain({ of }: { of: SignedIn }) {
  const queries = useQueryClient();
  const before = useRef(of);
  useEffect(() => {
    if (before.current !== of) invalidationOf(queries).ask([]);
    before.current = of;
  }, [queries, of]);
  return null;
}

/** A link within the application asks the router; one out of it, or a download, is the browser's own. */
function AppLink({ href = '', children, ...rest }: ComponentProps<'a'>) {
  if (!href.startsWith('/'))
    return (
      <a href={href} {...rest}>
        {children}
      </a>
    );
  return (
    <RouterLink to={href} {...rest}>
      {children}
    </RouterLink>
  );
}

function useUiWords(): UiStrings {
  const say = useText();
  const { language } = useLanguage();
  return useMemo(
    () => ({
      close: say('part.close'),
      clear: say('part.clear'),
      loading: say('part.loading'),
      nothingFound: say('part.nothingFound'),
      searchFailed: say('part.searchFailed'),
      use: (text) => say('part.use', { text }),
      remove: (what) => say('part.remove', { what }),
      moveUp: (what) => say('part.moveUp', { what }),
      moveDown: (what) => say('part.moveDown', { what }),
      invalidJson: (line) =>
        line === undefined ? say('part.invalidJson') : say('part.invalidJsonLine', { line }),
      showPassword: say('part.showPassword'),
      details: say('part.details'),
      decimalSeparator: separatorsOf(localeOf[language]).decimal === ',' ? ',' : '.',
      locale: localeOf[language],
      day: (value) => formatDay(value, localeOf[language]),
      time: (value) => formatTime(value, localeOf[language]),
      notDay: say('part.notDay'),
      notTime: say('part.notTime'),
      calendar: say('part.calendar'),
      previousYear: say('part.previousYear'),
      previousMonth: say('part.previousMonth'),
      nextMonth: say('part.nextMonth'),
      nextYear: say('part.nextYear'),
      today: say('time.today'),
      week: say('part.week'),
    }),
    [say, language],
  );
}
