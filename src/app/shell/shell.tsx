import { Keyboard, KeyRound, LogOut, Monitor, MonitorX } from 'lucide-react';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { useCallback, useState, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useApp, useReadableScreens } from './app-context';
import { fromMenu, leavePaths, switchPath } from './leave-paths';
import { languages, useLanguage, useText, type Language } from '../i18n/i18n';
import { initialsOf } from '../session/initials';
import type { openScanned } from './scanner-keys';
import { useNavigation } from './navigation';
import type { Daily } from './screen';
import type { MenuEntry } from '@/ui/overlays/menu';
import { LastSeenContext } from '@/ui/layout/link';
import { Shell } from '@/ui/layout/shell';
import { takeKeys } from '@/ui/state/keys-meanwhile';
import { lazy } from '@/ui/state/lazy';

// The search is loaded when somebody opens it, or holds the key that may.
const loadFind = () => import('../find/find');
const Find = lazy(async () => ({ default: (await loadFind()).Find }), KeysMeanwhile);
const KeysDialog = lazy(async () => ({ default: (await import('../find/keys-dialog')).KeysDialog }));
const findAhead = () => void loadFind().catch(() => undefined);

/** Loaded only for users who change their password. */
const OwnPassword = lazy(async () => ({ default: (await import('../session/own-password')).OwnPassword }));

/** What only paper shows is no part of the first load. */
const PagePrintHead = lazy(async () => ({
  default: (await import('../print/page-print-head')).PagePrintHead,
}));

/** Frame around every page: navigation, company menu, search, user menu. */
export function AppShell(props: { overview?: string | undefined; daily?: Daily | undefined }) {
  const { current, fallback, screens: allScreens, memory, preferences } = useApp();
  const screens = useReadableScreens();
  const say = useText();
  const { pathname, search } = useLocation();
  useEffect(() => {
    let stop: (() => void) | undefined = () => {};
    // Without its code the focus is where the browser leaves it.
    import('@/ui/state/kept-focus').then(
      ({ keepFocus }) => {
        if (stop) stop = keepFocus();
      },
      () => undefined,
    );
    return () => {
      stop?.();
      stop = undefined;
    };
  }, []);
  useEffect(() => void memory.set(pathname, search), [memory, pathname, search]);
  const lastSeen = useCallback(
    (href: string) => href + ((memory.get(href) as string | undefined) ?? ''),
    [memory],
  );
  // Null: the search was never opened, and its code is not needed.
  const [isFinding, setIsFinding] = useState<boolean | null>(null);
  const [findText, setFindText] = useState('');
  const openFind = useCallback((text = '') => {
    setFindText(text);
    setIsFinding(true);
  }, []);
  const [isShowingKeys, setIsShowingKeys] = useState(false);
  const showKeys = useCallback(() => setIsShowingKeys(true), []);
  useFindKeys({ open: openFind, showKeys, ahead: findAhead });
  useEffect(() => {
    const remember = async () =>
      (await import('../find/recent')).rememberOpened(pathname, preferences, screens);
    // Without its code the search shows what was opened before.
    remember().catch(() => undefined);
  }, [pathname, preferences, screens]);
  useScanner(openFind);
  const [isChangingPassword, setIsChangingPassword] = useState(false);
  const menu = useUserMenu(() => setIsChangingPassword(true), showKeys);
  const { me, connection } = current;
  const { groups, settings, tabs, places } = useNavigation(props.overview, props.daily);
  const currentScreen = Object.values(allScreens).find((screen) => screen.path === pathname);
  const isAbsent = currentScreen && fallback?.lists.isServed(currentScreen.contract.name) === false;
  const name = me?.user?.name ?? me?.key?.name ?? say('signIn.key');
  return (
    <NuqsAdapter>
      <Shell
        label={say('nav.label')}
        menuLabel={say('nav.menu')}
        skipLabel={say('nav.skip')}
        company={{
          name: me?.company.name ?? hostOf(connection.baseUrl),
          caption: 'Tillhouse',
          menu: useCompanyMenu(),
        }}
        search={{ label: say('find.label'), kbd: findKeyName(), onOpen: () => openFind() }}
        groups={groups}
        settings={settings}
        tabs={tabs}
        tabsLabel={say('nav.daily')}
        moreLabel={say('nav.more')}
        me={{
          name,
          role: [
            me && (me.custom_role?.name ?? say(`role.${me.role}`)),
            me?.locations && say('user.locations', { count: me.locations.length }),
          ]
            .filter(Boolean)
            .join(' · '),
          initials: initialsOf(name),
          menu,
        }}
        themeLabel={(shown) =>
          `${say('user.theme')}: ${say(shown === 'dark' ? 'theme.dark' : 'theme.light')}`
        }
      >
        <PagePrintHead />
        <LastSeenContext value={lastSeen}>
          {isAbsent ? <fallback.Unavailable screen={currentScreen} /> : <Outlet />}
        </LastSeenContext>
      </Shell>
      {isFinding !== null && (
        <Find
          opened={isFinding}
          typed={findText}
          onType={setFindText}
          places={places}
          menu={menu}
          onClose={() => setIsFinding(false)}
        />
      )}
      {isShowingKeys && <KeysDialog onClose={() => setIsShowingKeys(false)} />}
      {isChangingPassword && <OwnPassword onClose={() => setIsChangingPassword(false)} />}
    </NuqsAdapter>
  );
}

/** Takes the keys while the code of the search loads, which waits for their Enter. */
function KeysMeanwhile(props: {
  opened: boolean;
  typed: string;
  onType: (text: string) => void;
  onClose: () => void;
}) {
  const { opened, typed, onType, onClose } = props;
  const say = useText();
  const take = useEffectEvent(() =>
    takeKeys({ label: say('find.label'), text: typed, onType, onEscape: onClose }),
  );
  useLayoutEffect(() => (opened ? take() : undefined), [opened]);
  return null;
}

function useUserMenu(onPassword: () => void, onKeys: () => void): MenuEntry[] {
  const { current } = useApp();
  const say = useText();
  const navigate = useNavigate();
  const { language, choose } = useLanguage();
  const tags: Language[] = ['en', 'fi'];
  // Routes, so that the guard of unsaved work applies.
  const leaveTo = (path: string) => () => void navigate(path, fromMenu);
  return [
    { kind: 'heading', label: say('user.language') },
    ...tags.map((tag) => ({ label: languages[tag], chosen: tag === language, onClick: () => choose(tag) })),
    { kind: 'rule' },
    { label: say('nav.keys'), icon: Keyboard, detail: '?', onClick: onKeys },
    // API keys have no sessions.
    ...(current.connection.as === undefined
      ? []
      : [{ label: say('user.sessions'), icon: Monitor, onClick: () => void navigate('/sessions') }]),
    ...(current.connection.as === undefined || !current.me?.user
      ? []
      : [{ label: say('user.password'), icon: KeyRound, onClick: onPassword }]),
    { label: say('user.signOut'), icon: LogOut, onClick: leaveTo(leavePaths.here) },
    ...(current.connection.as === undefined
      ? []
      : [{ label: say('user.signOutEverywhere'), icon: MonitorX, onClick: leaveTo(leavePaths.everywhere) }]),
  ];
}

/** Returns a menu of the companies in which the user works, if there is more than one. */
function useCompanyMenu(): MenuEntry[] {
  const { me } = useApp().current;
  const say = useText();
  const navigate = useNavigate();
  const memberships = me?.memberships ?? [];
  if (memberships.length < 2) return [];
  const together = { label: say('nav.companies'), onClick: () => void navigate('/group') };
  const companies = memberships
    .toSorted((a, b) => a.company.name.localeCompare(b.company.name))
    .map(({ acting_as: membership = '', company, role, custom_role: own }) => ({
      label: company.name,
      detail: own?.name ?? say(`role.${role}`),
      chosen: membership === me?.acting_as,
      onClick: () => {
        if (membership !== me?.acting_as) void navigate(switchPath(membership), fromMenu);
      },
    }));
  return me?.role === 'terminal' ? companies : [...companies, { kind: 'rule' }, together];
}

const hostOf = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).host : location.host);

const findKeyName = (): string => (navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K');

/** What is typed into: a "?" there is text. */
const typing =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=dialog] *, dialog *';

/**
 * Calls `open` on Ctrl K or ⌘ K and `showKeys` on "?", on every page; `ahead` when one of them may follow, so that the
 * code of the dialog is there when it does.
 */
function useFindKeys(keys: { open: () => void; showKeys: () => void; ahead: () => void }): void {
  const { open, showKeys, ahead } = keys;
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (key === 'Control' || key === 'Meta') ahead();
      const isCommand = ctrlKey || metaKey;
      const isTyped = target instanceof Element && target.closest(typing) !== null;
      if (key === '?' && !isCommand && !altKey && !isTyped && !event.defaultPrevented) {
        event.preventDefault();
        showKeys();
      }
      if (key.toLowerCase() !== 'k' || !isCommand || shiftKey || altKey) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open, showKeys, ahead]);
}

/**
 * Handles barcode scanners, which type digits and Enter. Opens the record with the scanned code, or calls
 * `find` with it if there is none or more than one. An input that had the focus gets its previous value back,
 * unless codes belong in it.
 */
function useScanner(find: (code: string) => void): void {
  const navigate = useNavigate();
  const { source } = useApp();
  const readable = useReadableScreens();
  const onCode = useEffectEvent((code: string, openCode: typeof openScanned) => {
    void openCode(code, readable, source, navigate, find);
  });
  useEffect(() => {
    const stopping = new AbortController();
    // A code may come while the page, or its code for scanners, is still loading.
    const early: KeyboardEvent[] = [];
    let press = (event: KeyboardEvent): void => {
      early.push(event);
    };
    document.addEventListener('keydown', (event) => press(event), { capture: true, signal: stopping.signal });
    const begin = async () => {
      const scanner = await import('./scanner-keys');
      press = scanner.createScanner((code) => onCode(code, scanner.openScanned), afterFrame);
      for (const event of early) press(event);
    };
    // Without its code scanners type as keyboards do.
    begin().catch(() => (press = () => undefined));
    return () => stopping.abort();
  }, []);
}

const afterFrame = (done: (time: number) => void): void => {
  requestAnimationFrame(() => setTimeout(() => done(performance.now())));
};
