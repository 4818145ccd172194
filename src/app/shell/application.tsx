import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import {
  Activity,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
} from 'react';
import { Link as RouterLink } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { AppContext, type App, useApp } from './app-context';
import { formatDay, formatTime, separatorsOf } from '../i18n/format';
import { addTexts, localeOf, Texts, useLanguage, useText } from '../i18n/i18n';
import { Formats } from '../i18n/use-format';
import { preferencesOf } from '../preferences/preferences';
import { createChangeFeed } from '../live/change-feed';
import { invalidationOf } from '../live/invalidation';
import { createRecordLabels } from '../data/record-labels';
import { pagedSource } from '../data/paged-source';
import { watchUserActivity } from '../session/user-activity';
import { createQueryClient } from './query-client';
import type { RouteData } from './route-data';
import type { Screen } from './screen';
import { isHeldBack, type Session, type SignedIn } from '../session/session';
import { UiProvider } from '@/ui/layout/provider';
import type { UiStrings } from '@/ui/display/ui-strings';
import { lazy } from '@/ui/state/lazy';
import { OutsideRoutes } from './page-error';

/** How long after a sign-in the change stream is opened, in milliseconds. */
const liveDelay = 1000;

/**
 * Follows the changes by others, once per window. Generic servers have no change stream and are not asked for
 * one.
 */
function Live() {
  const { current, changeFeed } = useApp();
  const queries = useQueryClient();
  const { client, me } = current;
  const position = me?.live;
  useEffect(() => {
    if (position === undefined) return undefined;
    let stop = () => {};
    let isEnded = false;
    // The first rows come first; nothing is missed meanwhile, because the stream begins at `position`.
    const timer = setTimeout(() => {
      import('../live/follow').then(({ followLive }) => {
        if (!isEnded) stop = followLive({ client, queries, changeFeed, position });
        // Without its code the page is not followed, as where it is left before the code is there.
      }, noop);
    }, liveDelay);
    return () => {
      isEnded = true;
      clearTimeout(timer);
      stop();
    };
  }, [client, queries, changeFeed, position]);
  return null;
}

const noop = () => {};

type Router = ComponentProps<typeof RouterProvider>['router'];

interface Props {
  session: Session;
  i18n: I18n;
  screens: Readonly<Record<string, Screen>>;
  /** Created from `routesOf(screens, i18n, routeData)`. */
  router: Router;
  routeData: RouteData;
}

/** Root component: texts, theme, the sign-in page, and the application behind it. */
export function Application({ i18n, ...props }: Props) {
  return (
    <Texts i18n={i18n}>
      <ThemeProvider>
        <SignInGate i18n={i18n} {...props} />
      </ThemeProvider>
    </Texts>
  );
}

function ThemeProvider({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <UiProvider strings={useUiTexts()} link={AppLink}>
      {children}
    </UiProvider>
  );
}

/**
 * Shows the sign-in page or the application. When a session expires, the application stays mounted but hidden
 * behind the sign-in page, so that the same user gets back to unsaved input.
 */
function SignInGate({ session, i18n, ...rest }: Props) {
  const state = useSyncExternalStore(session.subscribe, session.get);
  const [signInQueries] = useState(createQueryClient);
  const [SignIn] = useState(() => lazy(() => loadSignIn(i18n)));
  const [token, setToken] = useState(oneTimeLinkToken);
  const { router } = rest;
  useEffect(() => watchUserActivity(), []);
  useEffect(() => {
    if (state.status !== 'in') return undefined;
    // Loaded early: after an update of the service the file might no longer exist.
    const timer = setTimeout(() => void loadSignIn(i18n).catch(() => undefined), signInDelay);
    return () => clearTimeout(timer);
  }, [state.status, i18n]);
  const invitation = token === null ? null : { token, onDone };
  function onDone() {
    void router.navigate('/', { replace: true });
    setToken(null);
  }
  // As index.html has it: who is there is being asked.
  if (state.status === 'finding') return <div className="before" />;
  const isVisible = state.status === 'in' && invitation === null;
  const current = state.status === 'in' ? state.current : state.last;
  return (
    <OutsideRoutes>
      <OutsideRoutes instead={null}>
        <OwnLanguage current={state.status === 'in' ? state.current : null} />
      </OutsideRoutes>
      {current && (
        <Activity mode={isVisible ? 'visible' : 'hidden'}>
          <SignedInApplication key={current.identity} session={session} current={current} {...rest} />
        </Activity>
      )}
      {!isVisible && (
        <QueryClientProvider client={signInQueries}>
          <SignIn session={session} state={state} invitation={invitation} />
        </QueryClientProvider>
      )}
    </OutsideRoutes>
  );
}

/**
 * Delay after a sign-in before the sign-in page's code is loaded again, in milliseconds: the first screen loads
 * before it.
 */
const signInDelay = 5000;

async function loadSignIn(i18n: I18n) {
  const { SignInRoutes, texts } = await import('../sign-in/sign-in-routes');
  addTexts(i18n, 'sign-in', { texts });
  return { default: SignInRoutes };
}

/**
 * Returns the token of a one-time link in the page's address. It is in the fragment, which browsers send
 * nowhere.
 */
const oneTimeLinkToken = (): string | null =>
  location.pathname === '/invitation' && location.hash.length > 1 ? location.hash.slice(1) : null;

function SignedInApplication(props: Omit<Props, 'i18n'> & { current: SignedIn }) {
  const { session, screens, router, routeData, current } = props;
  const [queries] = useState(createQueryClient);
  const [memory] = useState(() => new Map<string, unknown>());
  const [changeFeed] = useState(createChangeFeed);
  const app: App = useMemo(() => {
    const fallback =
      current.fallbackModule?.createGenericServer(
        current.client,
        queries,
        Object.values(screens),
        navigator.languages,
      ) ?? null;
    const source = fallback?.source ?? pagedSource(current.client, current.me);
    const preferences = preferencesOf(current);
    const recordLabels = createRecordLabels(queries, source);
    const signedIn = fallback ? { ...current, client: fallback.client } : current;
    return {
      session,
      screens,
      memory,
      changeFeed,
      preferences,
      current: signedIn,
      source,
      recordLabels,
      fallback,
    };
  }, [session, screens, memory, changeFeed, current, queries]);
  const isHeld = isHeldBack(current.me);
  // The pages are rendered after this, in the same frame: what the first one asks for is on its way meanwhile.
  const [isConnected, setIsConnected] = useState(false);
  useLayoutEffect(() => {
    // eslint-disable-next-line react/set-state-in-effect -- the effect connects what the pages read with, and they follow it
    setIsConnected(true);
    if (isHeld) return undefined;
    const { location, navigation } = router.state;
    const { pathname, search } = navigation.location ?? location;
    return routeData.connect({ current: app.current, queries }, pathname + search);
  }, [app, queries, router, routeData, isHeld]);
  return (
    <QueryClientProvider client={queries}>
      <AppContext value={app}>
        <Formats>
          {isHeld && <SecondFactorFirst />}
          {isConnected && (
            // What was typed before the company asked for it stays.
            <Activity mode={isHeld ? 'hidden' : 'visible'}>
              <RefetchAfterSignIn current={current} />
              <Live />
              <RouterProvider router={router} />
            </Activity>
          )}
          <ConfirmDialogHost session={session} />
        </Formats>
      </AppContext>
    </QueryClientProvider>
  );
}

const SecondFactorFirst = lazy(async () => ({
  default: (await import('../second-factor/second-factor-first')).SecondFactorFirst,
}));

const OwnLanguage = lazy(async () => ({
  default: (await import('../session/own-language')).OwnLanguage,
}));

const ConfirmDialog = lazy(async () => ({
  default: (await import('../session/confirm-dialog')).ConfirmDialog,
}));

/** Dialog that asks for the password again while a request waits for the confirmation. */
function ConfirmDialogHost({ session: { confirmation } }: { session: Session }) {
  const isRequested = useSyncExternalStore(confirmation.subscribe, confirmation.isRequested);
  return isRequested && <ConfirmDialog />;
}

/** Refetches everything after a new sign-in of the same user: requests in between were refused. */
function RefetchAfterSignIn({ current }: { current: SignedIn }) {
  const queries = useQueryClient();
  const previous = useRef(current);
  useEffect(() => {
    if (previous.current !== current) invalidationOf(queries).invalidate([]);
    previous.current = current;
  }, [queries, current]);
  return null;
}

/** Link that navigates with the router inside the application, and with the browser elsewhere and for downloads. */
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

function useUiTexts(): UiStrings {
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
      required: say('part.required'),
      yes: say('list.yes'),
      no: say('list.no'),
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
