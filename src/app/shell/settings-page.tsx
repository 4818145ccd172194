import { Pin } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useId, useRef, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { Button, IconButton } from '@/ui/display/button';
import { EmptyState } from '@/ui/display/empty-state';
import { Icon } from '@/ui/display/icon';
import { SearchBox } from '@/ui/fields/search-box';
import { Link } from '@/ui/layout/link';
import { PageHeader, Toolbar } from '@/ui/layout/page';
import { usePageText, useText } from '../i18n/i18n';
import { useApp } from './app-context';
import { useDocumentTitle } from './document-title';
import { usePlaces } from './navigation';
import { NotFoundPage } from './not-here';
import { setPinned, usePins } from './pins';
import { navGroups, type SettingsPageName } from './screen';
import styles from './settings-page.module.css';
import { texts } from './settings-texts';

/**
 * Page that names the lists which are set up and then left alone, by group, each with a line on what it is for. Typing
 * narrows them, Enter opens the first one, and a pin takes a list into the navigation. The search is in the address.
 */
export function SettingsPage({ name }: { name: SettingsPageName }) {
  const sayCore = useText();
  const say = usePageText('settings', texts);
  const { preferences } = useApp();
  const navigate = useNavigate();
  const places = usePlaces();
  const pins = usePins();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const [q, setQ] = useQueryState('q', parseAsString.withDefault(''));
  const title = sayCore(`nav.${name}`);
  useDocumentTitle(title);
  const all = places
    .filter(({ behind }) => behind === name)
    .map((place) => ({ ...place, about: say(`about.${place.resource}`) }));
  if (all.length === 0) return <NotFoundPage />;
  const words = q.toLocaleLowerCase().split(/\s+/);
  const found = all.filter(({ label, about }) => {
    const text = `${label} ${about}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = navGroups.flatMap((group) => {
    const rows = found.filter((place) => place.group === group);
    return rows.length > 0 && group !== 'start' && group !== 'customers' ? [{ group, rows }] : [];
  });
  const search = (text: string) => void setQ(text === '' ? null : text);
  const focusLink = (step: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    links[at < 0 ? 0 : at + step]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== 1 && step !== -1) return;
    event.preventDefault();
    focusLink(step);
  };
  const open = () => {
    const first = groups[0]?.rows[0];
    if (q !== '' && first) void navigate(first.path);
  };
  return (
    <>
      <PageHeader title={title} />
      <Toolbar
        search={
          <SearchBox
            value={q}
            onChange={search}
            label={say('search')}
            placeholder={say('search')}
            onDown={() => focusLink(1)}
            onEnter={open}
          />
        }
        count={
          found.length === all.length
            ? say('pages', { count: all.length })
            : say('found', { found: found.length, count: all.length })
        }
      />
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys go from link to link */}
      <div ref={list} className={styles.list} data-scroll onKeyDown={onKeyDown}>
        {groups.length === 0 && (
          <EmptyState
            title={say('none', { q: q.trim() })}
            actions={<Button onClick={() => search('')}>{say('all')}</Button>}
          />
        )}
        {groups.map(({ group, rows }) => (
          <section key={group} className={styles.group} aria-labelledby={`${id}-${group}`}>
            <h2 id={`${id}-${group}`}>{sayCore(`nav.${group}`)}</h2>
            <ul>
              {rows.map(({ path, label, icon, about }) => (
                <li key={path}>
                  <Icon as={icon} />
                  <Link href={path}>{label}</Link>
                  <span className={styles.about}>{about}</span>
                  <IconButton
                    icon={Pin}
                    label={say('pin', { page: label })}
                    className={styles.pin}
                    aria-pressed={pins.includes(path)}
                    onClick={() => setPinned(preferences, path, !pins.includes(path))}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {q === '' && (
          <p className={styles.notices}>
            <a className="link" href="/third-party-notices.txt" target="_blank" rel="noreferrer">
              {say('notices')}
            </a>
          </p>
        )}
      </div>
    </>
  );
}
