import { lazy, Suspense, type ComponentProps } from 'react';
import type { Modal } from './modal';

const load = () => import('./modal');
const Loaded = lazy(async () => ({ default: (await load()).Modal }));

/** Preloads the dialog's code while the browser is idle, so that it can open without a network. */
export const preloadModal = (): void => void load().catch(() => undefined);

/** `Modal`, loaded after the page (`preloadModal`), for pages that are part of the first load. */
export const LazyModal = (props: ComponentProps<typeof Modal>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);
