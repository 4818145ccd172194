import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Menu as MenuIcon } from 'lucide-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { Button } from '../display/button';
import { Icon, Mark } from '../display/icon';
import { FindButton, AccountMenu, ShellNav, type NavLink, type ShellNavProps } from './shell-nav';
import { loadOverlays, preloadOverlays } from '../overlays/lazy-overlays';
import { usePhone } from './use-phone';
import styles from './shell.module.css';
import { lazy } from '@/ui/state/lazy';

// What only a phone has is no part of the first load.
const TabBar = lazy(async () => ({ default: (await import('./tab-bar')).TabBar }));
const NavSheet = lazy(async () => ({ default: (await loadOverlays()).NavSheet }));

/**
 * Layout of the application: navigation beside the content; below 1100 px a sheet behind "Menu" in the top bar, and on a
 * phone behind "More" at the end of the tabs.
 */
export function Shell(
  props: ShellNavProps & {
    /** "Menu" */
    menuLabel: string;
    /** "Skip to the content", the first element that Tab focuses. */
    skipLabel: string;
    /** What a phone has at the thumb. */
    tabs: readonly NavLink[];
    /** "Daily" */
    tabsLabel: string;
    /** "More" */
    moreLabel: string;
    children: ReactNode;
  },
) {
  const { menuLabel, skipLabel, tabs, tabsLabel, moreLabel, children, ...nav } = props;
  const [opened, { open, close }] = useDisclosure();
  const [isSheetUsed, setIsSheetUsed] = useState(false);
  useEffect(preloadOverlays, []);
  const showMenu = useCallback(() => {
    setIsSheetUsed(true);
    open();
  }, [open]);
  const narrow = useMediaQuery('(max-width: 1099px)', false);
  const isPhone = usePhone();
  return (
    <div className={styles.app} data-shell>
      <a className={styles.skip} href="#main">
        {skipLabel}
      </a>
      {!narrow && <ShellNav {...nav} />}
      <header className={styles.bar}>
        <Button kind="quiet" onClick={showMenu} aria-haspopup="dialog" aria-expanded={opened && narrow}>
          <Icon as={MenuIcon} />
          {menuLabel}
        </Button>
        <Mark />
        <b className="strong cut">{nav.company.name}</b>
        <FindButton search={nav.search} />
        {narrow && <AccountMenu {...nav.me} small />}
      </header>
      <main className={styles.main} id="main" tabIndex={-1}>
        {children}
      </main>
      {isPhone && (
        <div className={styles.tabs} data-tabs>
          <TabBar label={tabsLabel} tabs={tabs} more={{ label: moreLabel, opened, onClick: showMenu }} />
        </div>
      )}
      {isSheetUsed && <NavSheet {...nav} sheetLabel={menuLabel} opened={opened && narrow} onClose={close} />}
    </div>
  );
}
