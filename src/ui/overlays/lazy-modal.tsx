import { type ComponentProps } from 'react';
import { loadOverlays } from './lazy-overlays';
import type { Modal } from './modal';
import { lazy } from '@/ui/state/lazy';

const Loaded = lazy(async () => ({ default: (await loadOverlays()).Modal }));

/** `Modal`, loaded after the page (`preloadOverlays`), for pages that are part of the first load. */
export const LazyModal = (props: ComponentProps<typeof Modal>) => <Loaded {...props} />;
