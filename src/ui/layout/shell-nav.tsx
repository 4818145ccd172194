import type { ReactNode } from 'react';
import { ChevronsUpDown, Pin, Search, Sun } from 'lucide-react';
import { IconButton } from '../display/button';
import { Icon, Mark, type IconShape } from '../display/icon';
import { Kbd } from '../display/kbd';
import { Link } from './link';
import { Menu, type MenuEntry } from '../overlays/menu';
import { useTheme } from './provider';
import styles from './shell.module.css';
import { cx } from '../style/cx';

/** A link of the navigation. */
export interface NavLink {
  href: string;
  label: string;
  icon: IconShape;
  /** Shorter than the label, where there is little room. */
  tab?: string | undefined;
  current?: boolean | undefined;
  /** Beside the label: how much waits there. */
  count?: ReactNode;
  /** "Pinned", if the user put it there. */
  pinned?: string | undefined;
}

/** A group of links, with or without a heading. */
export interface NavGroup {
  key: string;
  title?: string | undefined;
  links: readonly NavLink[];
}

/** Props of the navigation, both as a column and as a sheet. */
export interface ShellNavProps {
  /** The accessible name of the navigation: "Main". */
  label: string;
  company: { name: string; caption: string; menu?: MenuEntry[] | undefined };
  search: { label: string; kbd: string; onOpen: () => void };
  groups: readonly NavGroup[];
  /** The pages that name what is not in the groups, always in sight. */
  settings: readonly NavLink[];
  me: { name: string; role: string; initials: string; menu?: MenuEntry[] | undefined };
  /** Returns the label of the theme button: "Dark theme", "Light theme". */
  themeLabel: (shown: 'light' | 'dark') => string;
}

/** A person's initials in a square; `small` in tables. Hidden from assistive technology: the name stands beside it. */
export function Initials({ children, small }: { children: string; small?: boolean | undefined }) {
  return (
    <span className={cx(styles.face, small && styles.small)} aria-hidden="true" data-initials={children} />
  );
}

/** Button that opens the search over all resources. */
export function FindButton({ search }: Pick<ShellNavProps, 'search'>) {
  return (
    <button
      type="button"
      className={styles.find}
      onClick={search.onOpen}
      // All that is written on it, which a narrow window hides.
      aria-label={`${search.label} ${search.kbd}`}
    >
      <Icon as={Search} size="s" />
      <span>{search.label}</span> <Kbd>{search.kbd}</Kbd>
    </button>
  );
}

/** Button that switches between the light and the dark theme. */
export function ThemeButton({ label }: { label: (shown: 'light' | 'dark') => string }) {
  const { shown, choose } = useTheme();
  const next = shown === 'dark' ? 'light' : 'dark';
  return <IconButton icon={Sun} label={label(next)} onClick={() => choose(next)} />;
}

function Company({ name, caption, menu }: ShellNavProps['company']) {
  const body = (
    <>
      <Mark />
      <span className="grow">
        <b className="cut">{name}</b>
        <small>{caption}</small>
      </span>
    </>
  );
  if (!menu?.length) return <div className={styles.company}>{body}</div>;
  return (
    <Menu entries={menu}>
      <button type="button" className={styles.company}>
        {body}
        <Icon as={ChevronsUpDown} size="s" />
      </button>
    </Menu>
  );
}

/** The signed-in person, with a menu of account actions; `small` in the top bar shows the initials alone. */
export function AccountMenu({
  name,
  role,
  initials,
  menu,
  small,
}: ShellNavProps['me'] & { small?: boolean }) {
  const body = (
    <>
      <Initials>{initials}</Initials>
      {!small && (
        <span className="grow">
          <b className="cut">{name}</b>
          <small>{role}</small>
        </span>
      )}
    </>
  );
  if (small) {
    if (!menu?.length) return <div className={styles.meSmall}>{body}</div>;
    return (
      <Menu entries={[{ kind: 'heading', label: name }, ...menu]} position="bottom-end" width={208}>
        <button type="button" className={styles.meSmall} aria-label={name}>
          {body}
        </button>
      </Menu>
    );
  }
  if (!menu?.length) return <div className={styles.me}>{body}</div>;
  return (
    <Menu entries={menu} position="top-start" width={208}>
      <button type="button" className={styles.me}>
        {body}
      </button>
    </Menu>
  );
}

function NavLinks({ links, onLeave }: { links: readonly NavLink[]; onLeave: (() => void) | undefined }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          <Link href={link.href} aria-current={link.current ? 'page' : undefined} onClick={onLeave}>
            <Icon as={link.icon} />
            {link.label}
            {link.count}
            {link.pinned && (
              <span className={styles.pinned} title={link.pinned}>
                <Icon as={Pin} size="xs" />
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The navigation; `onLeave` is called when one of its links is chosen. */
export function ShellNav(props: ShellNavProps & { onLeave?: (() => void) | undefined }) {
  const { label, company, search, groups, settings, me, themeLabel, onLeave } = props;
  return (
    <nav className={styles.nav} aria-label={label}>
      <div className={styles.top}>
        <Company {...company} />
        <FindButton search={search} />
      </div>
      <div className={styles.list}>
        {groups.map((group) => (
          <div key={group.key}>
            {group.title && <h2>{group.title}</h2>}
            <NavLinks links={group.links} onLeave={onLeave} />
          </div>
        ))}
      </div>
      {settings.length > 0 && (
        <div className={styles.settings}>
          <NavLinks links={settings} onLeave={onLeave} />
        </div>
      )}
      <div className={styles.foot}>
        <AccountMenu {...me} />
        <ThemeButton label={themeLabel} />
      </div>
    </nav>
  );
}
