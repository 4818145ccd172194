import { useEffect } from 'react';

/** Whether the page is left for a while, and what is typed is kept as a draft: there is nothing to warn of. */
const leaving = { now: false };

/** Has the browser ask before the page is closed or left for another site, while something would be lost. */
export function useUnloadGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const ask = (event: BeforeUnloadEvent) => leaving.now || event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);
}

/** Leaves for an address that sends back here, without the browser's question. */
export function leaveFor(address: string): void {
  leaving.now = true;
  location.assign(address);
  // Where the other site does not answer, the page stays.
  setTimeout(() => {
    leaving.now = false;
  }, 10_000);
}
