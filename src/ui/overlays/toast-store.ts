import type { ReactNode } from 'react';
import { createListeners } from '../state/listeners';

/** A toast notification. */
export interface ToastData {
  id: string;
  kind: 'saved' | 'failed';
  title: string;
  /**
   * For `saved`: muted text on the right, "version 15". For `failed`: muted text below, which says what happens next.
   */
  detail?: ReactNode;
  action?: { label: string; onClick: () => void } | undefined;
}

let toasts: readonly ToastData[] = [];
let count = 0;
const listeners = createListeners();

function put(next: readonly ToastData[]): void {
  // At most four at once: the oldest goes.
  toasts = next.slice(-4);
  listeners.notify();
}

function show(kind: ToastData['kind'], id: string | undefined, rest: Omit<ToastData, 'id' | 'kind'>): void {
  count += 1;
  const toastId = id ?? `toast-${count}`;
  put([...toasts.filter((each) => each.id !== toastId), { ...rest, kind, id: toastId }]);
}

/** The visible toasts, and a subscription to their changes (for `useSyncExternalStore`). */
export const toastStore = {
  read: (): readonly ToastData[] => toasts,
  subscribe: listeners.subscribe,
};

/** Shows toasts about things done elsewhere on the page; what a field or banner can say does not go into a toast. */
export const toast = {
  /** Hides itself after a while, later if it has an action; that action must be available elsewhere too. */
  saved: (data: {
    title: string;
    detail?: string | undefined;
    id?: string | undefined;
    action?: ToastData['action'];
  }): void => show('saved', data.id, data),
  /** Stays while it has an action. A later toast with the same `id` (by default the title) replaces it. */
  failed: (data: Omit<ToastData, 'id' | 'kind'> & { id?: string | undefined }): void =>
    show('failed', data.id ?? data.title, data),
  hide: (id: string): void => put(toasts.filter((each) => each.id !== id)),
};
