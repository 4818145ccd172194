/** The code of dialogs, menus and popovers. */
export interface Overlays {
  readonly NavSheet: (typeof import('../layout/nav-sheet'))['NavSheet'];
  readonly MenuDropdown: (typeof import('./menu-dropdown'))['MenuDropdown'];
  readonly Modal: (typeof import('./modal'))['Modal'];
  readonly PopoverDropdown: (typeof import('./popover-dropdown'))['PopoverDropdown'];
}

let loaded: Overlays | null = null;

/** Loads the code of dialogs, menus and popovers (one chunk: vite.config.ts), which the first page shows without. */
export async function loadOverlays(): Promise<Overlays> {
  const [sheet, menu, modal, popover] = await Promise.all([
    import('../layout/nav-sheet'),
    import('./menu-dropdown'),
    import('./modal'),
    import('./popover-dropdown'),
  ]);
  loaded = {
    NavSheet: sheet.NavSheet,
    MenuDropdown: menu.MenuDropdown,
    Modal: modal.Modal,
    PopoverDropdown: popover.PopoverDropdown,
  };
  return loaded;
}

/** Returns the code of dialogs, menus and popovers if it is loaded already. */
export const loadedOverlays = (): Overlays | null => loaded;

/** How long after a page's start its overlays are loaded, in milliseconds: the first rows come before them. */
const preloadDelay = 2000;

/** Preloads the overlays, so that they can open without a network; returns a function that cancels this. */
export function preloadOverlays(): () => void {
  // A failure is reported when one is opened.
  const timer = setTimeout(() => void loadOverlays().catch(() => undefined), preloadDelay);
  return () => clearTimeout(timer);
}
