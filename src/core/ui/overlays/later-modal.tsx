import { lazy, Suspense, type ComponentProps } from 'react';
import type { Modal } from './modal';

const load = () => import('./modal');
const Loaded = lazy(async () => ({ default: (await load()).Modal }));

/** Fetches the dialog while nothing else is to be done, so that it is there when the network is not. */
export const fetchModal = (): void => void load().catch(() => undefined);

/** A dialog of a page that is loaded first: its code comes after the page (`fetchModal`). */
export const LaterModal = (props: ComponentProps<typeof Modal>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);
