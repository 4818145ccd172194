import { useSyncExternalStore } from 'react';
import { createListeners } from '@/ui/state/listeners';

const collecting = new Set<string>();
const listeners = createListeners();

/** Returns whether changes of a list are collected, and the function that begins and ends that. */
export function useCollecting(resource: string): { isOn: boolean; set: (isOn: boolean) => void } {
  const isOn = useSyncExternalStore(listeners.subscribe, () => collecting.has(resource));
  return {
    isOn,
    set(next) {
      if (next) collecting.add(resource);
      else collecting.delete(resource);
      listeners.notify();
    },
  };
}
