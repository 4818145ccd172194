import { lazy, Suspense, type ComponentProps } from 'react';
import { loadOverlays } from './lazy-overlays';
import type { Modal } from './modal';

const Loaded = lazy(async () => ({ default: (await loadOverlays()).Modal }));

/** `Modal`, loaded after the page (`preloadOverlays`), for pages that are part of the first load. */
export const LazyModal = (props: ComponentProps<typeof Modal>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);
