import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { toast, toastStore } from '@/ui/overlays/toast-store';
import { loadOverlays } from '@/ui/overlays/lazy-overlays';

// The page that all tests of a worker share, and what each of them finds on it: nothing of the one before.

// Updates in jsdom arrive late on a busy machine; no test asserts a time.
configure({ asyncUtilTimeout: 60_000 });

// jsdom has no layout, so a viewport of ten rows is set here.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { get: () => 32 + 360, configurable: true });

// The page loads them a moment after its start; tests open menus at once.
beforeAll(async () => void (await loadOverlays()));

afterEach(() => {
  cleanup();
  for (const { id } of toastStore.read()) toast.hide(id);
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
});
