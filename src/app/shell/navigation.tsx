import { LayoutDashboard, Settings, ShieldCheck } from 'lucide-react';
import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import type { IconShape } from '@/ui/display/icon';
import type { NavGroup as LinkGroup, NavLink } from '@/ui/layout/shell-nav';
import { useText, useTexts } from '../i18n/i18n';
import { useApp, useHasOverview, useReadableScreens } from './app-context';
import { usePins } from './pins';
import { mayOpenPage } from './route-loaders';
import { navGroups, settingsPages, type Daily, type NavGroup, type SettingsPageName } from './screen';

/** A page that the user can go to: a list, or another page that has a place in the navigation. */
export interface Place {
  readonly path: string;
  readonly label: string;
  readonly icon: IconShape;
  readonly group: NavGroup;
  /** The name of the resource. */
  readonly resource?: string;
  /** The page that names it, if it is not used daily. */
  readonly behind?: SettingsPageName | undefined;
  /** A shorter label. */
  readonly tab?: string | undefined;
  readonly count?: ComponentType | undefined;
}

/** Returns the lists and pages that the role may read and the server has, in the order of the screens. */
export function usePlaces(): readonly Place[] {
  const { me, server } = useApp().current;
  const { can } = server;
  const screens = useReadableScreens();
  const sayOf = useTexts();
  return screens.flatMap((screen) => {
    const { contract, path, icon, group, behind, tab, count, pages = [] } = screen;
    const say = sayOf(contract.name);
    const further = pages.flatMap((page) =>
      page.nav && (page.needs === undefined || can[page.needs]) && mayOpenPage(screen, page, me)
        ? [{ path: page.path, label: say(page.nav.label), icon: page.nav.icon, group }]
        : [],
    );
    const list = { path, label: say('title'), icon, group, resource: contract.name, behind, count };
    return [{ ...list, tab: tab && say(tab) }, ...further];
  });
}

const settingsIcons: Readonly<Record<SettingsPageName, IconShape>> = {
  settings: Settings,
  administration: ShieldCheck,
};

/** How many entries stand at the thumb of a phone, beside "More". */
const tabCount = 4;

/**
 * Returns the navigation of the user: what is used daily by group, the pages that name everything else, the tabs of a
 * phone, and all of these places for the search. `overview`: the resource that the overview reads.
 */
export function useNavigation(
  overview: string | undefined,
  daily: Daily | undefined,
): {
  readonly groups: readonly LinkGroup[];
  readonly settings: readonly NavLink[];
  readonly tabs: readonly NavLink[];
  readonly places: readonly Place[];
} {
  const say = useText();
  const { pathname } = useLocation();
  const lists = usePlaces();
  const pins = usePins();
  const role = useApp().current.me?.role ?? 'manager';
  const start: Place = { path: '/', label: say('nav.overview'), icon: LayoutDashboard, group: 'start' };
  const places = useHasOverview(overview) ? [start, ...lists] : lists;
  const isAt = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const isShown = ({ behind, path }: Place) => behind === undefined || pins.includes(path);
  const linkOf = ({ path, label, icon, behind, tab, count: Count }: Place): NavLink => ({
    href: path,
    label,
    icon,
    tab,
    current: isAt(path),
    pinned: behind && say('nav.pinned'),
    count: Count && <Count />,
  });
  const mostUsed = (daily?.[role] ?? []).flatMap((path) => places.find((place) => place.path === path) ?? []);
  const [leading] = mostUsed;
  const order = navGroups.toSorted((one, other) => rank(one, leading?.group) - rank(other, leading?.group));
  const groups = order.flatMap((group) => {
    const links = places.filter((place) => place.group === group && isShown(place)).map(linkOf);
    const title = group === 'start' || group === 'customers' ? undefined : say(`nav.${group}`);
    return links.length > 0 ? [{ key: group, title, links }] : [];
  });
  const named = settingsPages.filter((page) => lists.some(({ behind }) => behind === page));
  const settings = named.map((page) => ({
    href: `/${page}`,
    label: say(`nav.${page}`),
    icon: settingsIcons[page],
    current:
      isAt(`/${page}`) || lists.some((place) => place.behind === page && !isShown(place) && isAt(place.path)),
  }));
  return {
    groups,
    settings,
    tabs: [...places.filter((place) => place === start), ...mostUsed].slice(0, tabCount).map(linkOf),
    places: [
      ...places,
      ...settings.map(({ href, ...rest }) => ({ ...rest, path: href, group: 'company' as const })),
    ],
  };
}

/** Returns where a group stands: the role's own comes after the start, the others stay in their order. */
const rank = (group: NavGroup, leading: NavGroup | undefined): number => {
  if (group === 'start') return 0;
  return group === leading ? 1 : 2;
};
