import { useQueries } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ListFilter, Play, Plus } from 'lucide-react';
import type { IconShape } from '../../ui/display/icon';
import { useApp, useReadableScreens } from './app-context';
import { CellContent, plain } from '../grid/rows/cell';
import { useDebouncedValue } from '../grid/rows/use-virtual-rows';
import { useText, useTexts } from '../i18n/i18n';
import { findRecordsQuery } from '../data/queries';
import { fieldOf, hrefOf, nameOf, type Screen } from './screen';
import type { Row } from '../data/row';
import { mayCreate } from '../session/session';
import { useFormat } from '../i18n/use-format';
import { FindDialog, type FindHit } from './find-dialog';

/** How long the search waits for the next key, in milliseconds. */
const debounceTime = 150;

/** Maximum number of records shown per resource. */
const maxHits = 5;

/** A command that can be run from every page. */
export interface Command {
  readonly label: string;
  readonly icon?: IconShape | undefined;
  readonly onClick: () => void;
}

/** Global search over records of every resource, screens and commands. `typed` is the text of its input. */
export function Find(props: {
  opened: boolean;
  typed: string;
  onType: (text: string) => void;
  commands: readonly Command[];
  onClose: () => void;
}) {
  const { opened, typed, onType, commands, onClose } = props;
  const say = useText();
  const groups = useHits(typed, opened, commands);
  const close = () => {
    onType('');
    onClose();
  };
  return (
    <FindDialog
      opened={opened}
      onClose={close}
      label={say('find.label')}
      placeholder={say('find.placeholder')}
      text={typed}
      onChange={onType}
      groups={groups}
      emptyText={typed.trim() ? say('find.nothing', { q: typed.trim() }) : undefined}
      hints={{ choose: say('find.choose'), opens: say('find.opens') }}
      onPick={(hit) => {
        close();
        hit.onPick();
      }}
    />
  );
}

function useHits(
  typed: string,
  opened: boolean,
  commands: readonly Command[],
): { title: string; hits: FindHit[] }[] {
  const navigate = useNavigate();
  const { source, current, genericServer } = useApp();
  const { me } = current;
  const all = useReadableScreens();
  const say = useText();
  const format = useFormat();
  const sayOf = useTexts();
  const q = useDebouncedValue(typed.trim(), debounceTime);
  const titleOf = (screen: Screen) => sayOf(screen.contract.name)('title');
  const results = useQueries({
    queries: all.map((screen) => ({
      ...findRecordsQuery(source, screen.contract, q, screen.code),
      // Resources with another shape have no text search. On a generic server lists are read whole, so only
      // lists that are already loaded are searched.
      enabled:
        opened &&
        q !== '' &&
        screen.contract.answer === undefined &&
        (!genericServer || genericServer.lists.cachedRows(screen.contract.name) !== null),
    })),
  });
  const records = all.map((screen, index) => ({
    title: titleOf(screen),
    hits: hitsOf(screen, q === '' ? [] : (results[index]?.data ?? [])),
  }));
  function hitsOf(screen: Screen, rows: readonly Row[]): FindHit[] {
    const hits = rows.slice(0, maxHits).map((row) => ({
      key: row.id,
      icon: screen.icon,
      label: nameOf(screen, row, format),
      detail: detailOf(screen, row),
      onPick: () => void navigate(addressOf(screen, row)),
    }));
    if (rows.length <= maxHits) return hits;
    const list = {
      key: `all ${screen.path}`,
      icon: ListFilter,
      label: say('find.all', { list: titleOf(screen), q }),
      onPick: () => void navigate(`${screen.path}?q=${encodeURIComponent(q)}`),
    };
    return [...hits, list];
  }
  const searchText = typed.trim().toLocaleLowerCase();
  const matchesSearch = ({ label }: { label: string }) => label.toLocaleLowerCase().includes(searchText);
  const screenHits = {
    title: say('find.goTo'),
    hits: all
      .map((screen) => ({
        key: screen.path,
        icon: screen.icon,
        label: titleOf(screen),
        onPick: () => void navigate(screen.path),
      }))
      .filter(matchesSearch),
  };
  const creations: Command[] = all
    .filter(({ form, contract }) => form && mayCreate(me, contract.access))
    .map((screen) => ({
      label: sayOf(screen.contract.name)('new'),
      icon: Plus,
      onClick: () => void navigate(`${screen.path}/new`),
    }));
  const commandHits = {
    title: say('find.commands'),
    // With an empty input only screens are shown: commands would fill the page.
    hits: (searchText === '' ? [] : [...creations, ...commands]).filter(matchesSearch).map((command) => ({
      key: `command ${command.label}`,
      icon: command.icon ?? Play,
      label: command.label,
      onPick: command.onClick,
    })),
  };
  return [...records, screenHits, commandHits].filter((group) => group.hits.length > 0);
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

/** Calls `open` on Ctrl K or ⌘ K, on every page. */
export function useFindKey(open: () => void): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open]);
}
