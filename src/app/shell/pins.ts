import { useSyncExternalStore } from 'react';
import { createListeners } from '@/ui/state/listeners';
import type { Preferences } from '../preferences/preferences';
import { useApp } from './app-context';

const preference = 'pins';
const changed = createListeners();

function pinsIn(preferences: Preferences): readonly string[] {
  const stored = preferences.read(preference);
  return Array.isArray(stored) ? stored.filter((path): path is string => typeof path === 'string') : [];
}

/** Returns the addresses of the lists that the user pinned to the navigation on this machine. */
export function usePins(): readonly string[] {
  const { preferences } = useApp();
  // Text, because a snapshot must be the same until something changes; addresses have no spaces.
  return useSyncExternalStore(changed.subscribe, () => pinsIn(preferences).join(' ')).split(' ');
}

/** Pins a list to the navigation, or takes it out again. */
export function setPinned(preferences: Preferences, path: string, isPinned: boolean): void {
  const others = pinsIn(preferences).filter((pin) => pin !== path);
  preferences.write(preference, isPinned ? [...others, path] : others);
  changed.notify();
}
