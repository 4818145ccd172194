import type { ReactNode } from 'react';
import { createListeners } from '../state/listeners';

/** A word in the corner. */
export interface ToastData {
  id: string;
  kind: 'saved' | 'failed';
  title: string;
  /** `saved`: muted, on the right: "version 15". `failed`: muted, below: what happens now. */
  detail?: ReactNode;
  action?: { label: string; onClick: () => void } | undefined;
}

let toasts: readonly ToastData[] = [];
let count = 0;
const listeners = createListeners();

function put(next: readonly ToastData[]): void {
  // More than four at once is a wall, not a word: the oldest goes.
  toasts = next.slice(-4);
  listeners.notify();
}

function show(kind: ToastData['kind'], id: string | undefined, rest: Omit<ToastData, 'id' | 'kind'>): void {
  count += 1;
  const own = id ?? `toast-${count}`;
  put([...toasts.filter((each) => each.id !== own), { ...rest, kind, id: own }]);
}

/** What shows now, and when that changes. */
export const toastStore = {
  read: (): readonly ToastData[] => toasts,
  subscribe: listeners.subscribe,
};

/** A word in the corner about what was done elsewhere; never for what a field or a banner can say. */
export const toast = {
  /** Goes by itself; with an action it stays longer, and what the action does can be done elsewhere too. */
  saved: (data: {
    title: string;
    detail?: string | undefined;
    id?: string | undefined;
    action?: ToastData['action'];
  }): void => show('saved', data.id, data),
  /** Stays while it has an action. A later one with the same `id` (the title, when not given) takes its place. */
  failed: (data: Omit<ToastData, 'id' | 'kind'> & { id?: string | undefined }): void =>
    show('failed', data.id ?? data.title, data),
  hide: (id: string): void => put(toasts.filter((each) => each.id !== id)),
};
