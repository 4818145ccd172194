import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApp, useReadable } from './app-context';
import { plain } from './grid/cell';
import { useSettled } from './grid/use-window';
import { useLanguage, useText } from './i18n';
import { findRecords } from './queries';
import { fieldOf, type Screen } from './screen';
import { FindDialog, type FindHit } from './find-dialog';

/** How long the search waits for the next key, in milliseconds. */
const pause = 150;

/** How many records of each resource are offered. */
const most = 5;

/** Search over everything: records of every resource, and screens to go to. */
export function Find({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const say = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const groups = useHits(typed, opened);
  const close = () => {
    setTyped('');
    onClose();
  };
  return (
    <FindDialog
      opened={opened}
      onClose={close}
      label={say('find.label')}
      placeholder={say('find.placeholder')}
      text={typed}
      onChange={setTyped}
      groups={groups}
      nothing={typed.trim() ? say('find.nothing', { q: typed.trim() }) : undefined}
      hints={{ choose: say('find.choose'), opens: say('find.opens') }}
      onPick={(hit) => {
        close();
        void navigate(hit.href);
      }}
    />
  );
}

function useHits(typed: string, opened: boolean): { title: string; hits: FindHit[] }[] {
  const { source, foreign } = useApp();
  const all = useReadable();
  const say = useText();
  const { language } = useLanguage();
  const q = useSettled(typed.trim(), pause);
  const titleOf = (screen: Screen) => screen.texts[language]['title'] ?? screen.contract.name;
  const found = useQueries({
    queries: all.map((screen) => ({
      ...findRecords(source, screen.contract, q),
      // Another server's lists are read whole: a search does not make it read those that nobody opened.
      enabled: opened && q !== '' && (!foreign || foreign.lists.kept(screen.contract.name) !== null),
    })),
  });
  const records = all.map((screen, index) => ({
    title: titleOf(screen),
    hits: (q === '' ? [] : (found[index]?.data ?? [])).slice(0, most).map((row) => ({
      key: row.id,
      icon: screen.icon,
      label: plain(row['name']),
      detail: screen.code === undefined ? undefined : plain(fieldOf(row, screen.code)),
      href: screen.form
        ? `${screen.path}/${row.id}`
        : `${screen.path}?q=${encodeURIComponent(plain(row['name']))}`,
    })),
  }));
  const wanted = typed.trim().toLocaleLowerCase();
  const places = {
    title: say('find.goTo'),
    hits: all
      .filter((screen) => titleOf(screen).toLocaleLowerCase().includes(wanted))
      .map((screen) => ({ key: screen.path, icon: screen.icon, label: titleOf(screen), href: screen.path })),
  };
  return [...records, places].filter((group) => group.hits.length > 0);
}

/** Ctrl K, or ⌘ K, from anywhere. */
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
