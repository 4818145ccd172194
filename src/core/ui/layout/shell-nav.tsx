import { ChevronsUpDown, Search, Sun } from 'lucide-react';
import { IconButton } from '../display/button';
import { Icon, Mark, type IconShape } from '../display/icon';
import { Kbd } from '../display/kbd';
import { Link } from './link';
import { Menu, type MenuEntry } from '../overlays/menu';
import { useTheme } from './provider';
import styles from './shell.module.css';
import { cx } from '../style/cx';

/** A heading of the navigation and the places under it. */
export interface NavGroup {
  title: string;
  links: readonly { href: string; label: string; icon: IconShape; current?: boolean | undefined }[];
}

/** What the navigation shows, in the column and in the sheet. */
export interface ShellNavProps {
  /** The navigation's name: "Main". */
  label: string;
  company: { name: string; caption: string; menu?: MenuEntry[] | undefined };
  search: { label: string; kbd: string; onOpen: () => void };
  groups: readonly NavGroup[];
  me: { name: string; role: string; initials: string; menu?: MenuEntry[] | undefined };
  /** The theme button's word: "Dark theme", "Light theme". */
  themeLabel: (shown: 'light' | 'dark') => string;
}

/** Two letters in a square, for a person; `small` in tables. They say nothing: the name stands beside them. */
export function Face({ children, small }: { children: string; small?: boolean | undefined }) {
  return (
    <span className={cx(styles.face, small && styles.small)} aria-hidden="true">
      {children}
    </span>
  );
}

/** The button that opens the search over everything. */
export function FindButton({ search }: Pick<ShellNavProps, 'search'>) {
  return (
    <button type="button" className={styles.find} onClick={search.onOpen} aria-label={search.label}>
      <Icon as={Search} size="s" />
      <span>{search.label}</span>
      <Kbd>{search.kbd}</Kbd>
    </button>
  );
}

/** The button that turns the theme over. */
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

/** Who is here, and what they may do about themselves; `small` in the bar, where the letters stand for the name. */
export function Me({ name, role, initials, menu, small }: ShellNavProps['me'] & { small?: boolean }) {
  const body = (
    <>
      <Face>{initials}</Face>
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

/** The navigation itself; `onLeave` is called when a place in it was chosen. */
export function ShellNav(props: ShellNavProps & { onLeave?: (() => void) | undefined }) {
  const { label, company, search, groups, me, themeLabel, onLeave } = props;
  return (
    <nav className={styles.nav} aria-label={label}>
      <div className={styles.top}>
        <Company {...company} />
        <FindButton search={search} />
      </div>
      <div className={styles.list}>
        {groups.map((group) => (
          <div key={group.title}>
            <h2>{group.title}</h2>
            <ul>
              {group.links.map((link) => (
                <li key={link.href}>
                  <Link href={link.href} aria-current={link.current ? 'page' : undefined} onClick={onLeave}>
                    <Icon as={link.icon} />
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className={styles.foot}>
        <Me {...me} />
        <ThemeButton label={themeLabel} />
      </div>
    </nav>
  );
}
