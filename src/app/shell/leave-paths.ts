/**
 * Addresses for signing out and switching company. They are routes so that the guard of unsaved work applies to
 * them as to any navigation.
 */
export const leavePaths = { here: '/sign-out', everywhere: '/sign-out/everywhere' } as const;

/**
 * Navigation options of the menus. Without them, for example through a link from another site, the routes do
 * nothing.
 */
export const fromMenu = { state: { asked: true } } as const;

/** Returns the address that switches to another membership, named with its tenant (`acting_as`). */
export const switchPath = (membership: string): string => `/switch/${encodeURIComponent(membership)}`;
