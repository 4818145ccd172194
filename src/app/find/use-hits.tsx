import { useQueries } from '@tanstack/react-query';
import { ListFilter, Play, Plus } from 'lucide-react';
import { use, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { IconShape } from '@/ui/display/icon';
import { TodayContext } from '@/ui/display/ui-strings';
import { findRecordsQuery } from '../data/find-query';
import { recordLabelQuery } from '../data/queries';
import type { Row } from '../data/row';
import { CellContent, plain } from '../grid/rows/cell';
import { addTexts, usePageText, useTexts } from '../i18n/i18n';
import { useFormat } from '../i18n/use-format';
import { mayCreate } from '../session/session';
import { useApp, useReadableScreens } from '../shell/app-context';
import { fieldOf, hrefOf, nameOf, type CommandsOf, type Screen } from '../shell/screen';
import type { FindHit } from './find-dialog';
import type { Place } from '../shell/navigation';
import { texts as settingsTexts } from '../shell/settings-texts';
import { openedRecords, recordAt } from './recent';
import { texts } from './texts';
import { useSearchPace } from '@/ui/fields/search-pace';

/** Maximum number of records shown per resource, and of actions and records shown before anything is typed. */
const maxHits = 5;

/** A code as scanners send them: EAN-8 is the shortest. */
const scanned = /^\d{8,}$/;

/** An action that can be run from every page. */
export interface Command {
  readonly label: string;
  readonly icon?: IconShape | undefined;
  readonly onClick: () => void;
}

/**
 * Returns what the search shows: for a typed text the records, pages and actions that match it; for none what was
 * opened lately, the nearest actions, and all pages. A page that is not used daily is found by what it is for, too. `isAnswered`: nothing that belongs to the text is still to come.
 */
export function useHits(
  typed: string,
  opened: boolean,
  places: readonly Place[],
  commands: readonly Command[],
): { groups: { title: string; hits: FindHit[] }[]; isAnswered: boolean } {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { source, current, fallback } = useApp();
  const { me, server } = current;
  const all = useReadableScreens();
  const say = usePageText('find', texts);
  const sayAbout = usePageText('settings', settingsTexts);
  const format = useFormat();
  const sayOf = useTexts();
  const q = useSearchPace(typed.trim());
  const titleOf = (screen: Screen) => sayOf(screen.contract.name)('title');
  // Resources with another shape have no text search. Where the server does not search, only lists that are already
  // loaded are searched.
  const isAsked = ({ contract }: Screen) =>
    opened &&
    q !== '' &&
    contract.answer === undefined &&
    (server.can.listQueries || fallback?.lists.cachedRows(contract.name) != null);
  const results = useQueries({
    queries: all.map((screen) => ({
      ...findRecordsQuery(source, screen.contract, q),
      enabled: isAsked(screen),
    })),
  });
  const ofScreens = useScreenCommands(opened, all);
  const recent = useRecentRows(opened, pathname, all);
  const recentHits = {
    title: say('recent'),
    hits: recent.rows.map(({ screen, row }) => hitOf(screen, row)),
  };
  const records = all.map((screen, index) => ({
    title: titleOf(screen),
    hits: hitsOf(screen, q === '' ? [] : (results[index]?.data ?? [])),
  }));
  function hitOf(screen: Screen, row: Row): FindHit {
    return {
      key: row.id,
      icon: screen.icon,
      label: nameOf(screen, row, format),
      detail: detailOf(screen, row),
      onPick: () => void navigate(addressOf(screen, row)),
    };
  }
  function hitsOf(screen: Screen, rows: readonly Row[]): FindHit[] {
    const hits = rows.slice(0, maxHits).map((row) => hitOf(screen, row));
    if (rows.length <= maxHits) return hits;
    const list = {
      key: `all ${screen.path}`,
      icon: ListFilter,
      label: say('all', { list: titleOf(screen), q }),
      onPick: () => void navigate(`${screen.path}?q=${encodeURIComponent(q)}`),
    };
    return [...hits, list];
  }
  const searchText = typed.trim().toLocaleLowerCase();
  const matchesSearch = ({ label }: { label: string }) => label.toLocaleLowerCase().includes(searchText);
  const screenHits = {
    title: say('goTo'),
    hits: places
      .filter(({ label, behind, resource }) =>
        [label, ...(behind ? [sayAbout(`about.${resource}`)] : [])].some((text) =>
          matchesSearch({ label: text }),
        ),
      )
      .map(({ path, icon, label }) => ({ key: path, icon, label, onPick: () => void navigate(path) })),
  };
  const creations: Command[] = all
    .filter(({ form, contract }) => form && mayCreate(me, contract.access))
    .toSorted((one, other) => Number(isAt(other, pathname)) - Number(isAt(one, pathname)))
    .map((screen) => ({
      label: sayOf(screen.contract.name)('new'),
      icon: Plus,
      onClick: () => void navigate(`${screen.path}/new`),
    }));
  const [firstCreation, ...otherCreations] = creations;
  const actions = [
    ...(firstCreation ? [firstCreation] : []),
    ...(ofScreens ?? []),
    ...otherCreations,
    ...commands,
  ];
  const actionHits = {
    title: say('actions'),
    hits: (searchText === '' ? actions.slice(0, maxHits) : actions.filter(matchesSearch)).map((command) => ({
      key: `command ${command.label}`,
      icon: command.icon ?? Play,
      label: command.label,
      onPick: command.onClick,
    })),
  };
  const isPending = (screen: Screen, index: number) =>
    isAsked(screen) && (results[index]?.isLoading || results[index]?.isPlaceholderData);
  const isAnswered =
    q === typed.trim() && ofScreens !== null && (q === '' ? recent.isLoaded : !all.some(isPending));
  const offers = {
    title: say('actions'),
    hits: all
      .filter(
        ({ contract, scannedBy, form }, index) =>
          scannedBy !== undefined &&
          form !== undefined &&
          isAnswered &&
          scanned.test(q) &&
          results[index]?.data?.length === 0 &&
          mayCreate(me, contract.access),
      )
      .map((screen) => ({
        key: `new ${screen.path}`,
        icon: Plus,
        label: say('withCode', { what: sayOf(screen.contract.name)('new') }),
        isOffer: true,
        onPick: () => void navigate(`${screen.path}/new?code=${q}`),
      })),
  };
  const groups =
    searchText === '' ? [recentHits, actionHits, screenHits] : [...records, screenHits, actionHits, offers];
  return { groups: groups.filter((group) => group.hits.length > 0), isAnswered };
}

const isAt = ({ path }: Screen, pathname: string): boolean => pathname.startsWith(path);

/** Returns the records that were opened lately, as far as they can still be read, without the one that is open. */
function useRecentRows(opened: boolean, pathname: string, screens: readonly Screen[]) {
  const { source, preferences } = useApp();
  const current = recordAt(pathname, screens)?.id;
  const recent = (opened ? openedRecords(preferences) : []).flatMap(({ resource, id }) => {
    const screen = screens.find(({ contract }) => contract.name === resource);
    return screen && id !== current ? [{ screen, id }] : [];
  });
  const labels = useQueries({
    queries: recent.map(({ screen, id }) => recordLabelQuery(source, screen.contract, id)),
  });
  const rows = recent.flatMap(({ screen }, index) => {
    const row = labels[index]?.data;
    return row ? [{ screen, row }] : [];
  });
  return { rows: rows.slice(0, maxHits), isLoaded: !labels.some(({ isLoading }) => isLoading) };
}

/** Returns the actions of the screens; their code is loaded when the search is opened, and null until then. */
function useScreenCommands(opened: boolean, screens: readonly Screen[]): Command[] | null {
  const { current } = useApp();
  const navigate = useNavigate();
  const { i18n } = useTranslation();
  const sayOf = useTexts();
  const today = use(TodayContext);
  const { locale } = useFormat();
  const [loaded, setLoaded] = useState<readonly { screen: Screen; commandsOf: CommandsOf }[] | null>(null);
  useEffect(() => {
    if (!opened) return undefined;
    let isHere = true;
    const load = async () =>
      Promise.all(
        screens.flatMap((screen) =>
          screen.commands
            ? [
                screen.commands().then((part) => {
                  addTexts(i18n, screen.contract.name, part);
                  return { screen, commandsOf: part.commandsOf };
                }),
              ]
            : [],
        ),
      );
    // Without its actions the search still finds everything else.
    load().then(
      (parts) => isHere && setLoaded(parts),
      () => isHere && setLoaded((before) => before ?? []),
    );
    return () => {
      isHere = false;
    };
  }, [opened, screens, i18n]);
  if (loaded === null) return null;
  return loaded.flatMap(({ screen, commandsOf }) =>
    commandsOf({
      say: sayOf(screen.contract.name),
      today: today(),
      locale,
      me: current.me,
      can: current.server.can,
    }).map(({ label, icon, href }) => ({ label, icon, onClick: () => void navigate(href) })),
  );
}

/**
 * Returns what distinguishes records with the same name: the code, or else the first reference, such as a day's
 * location.
 */
function detailOf(screen: Screen, row: Row): ReactNode {
  if (screen.code !== undefined) return plain(fieldOf(row, screen.code));
  const column = screen.columns.find(({ as }) => as === 'reference');
  return column && <CellContent column={column} row={row} resource={screen.contract.name} href={null} />;
}

/** Returns the address of a record's form, or of the list filtered by its name if it has no form. */
const addressOf = (screen: Screen, row: Row): string =>
  hrefOf(screen, row.id) ?? `${screen.path}?q=${encodeURIComponent(plain(row['name']))}`;
