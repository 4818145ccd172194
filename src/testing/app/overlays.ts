import { beforeAll } from 'vitest';
import { loadOverlays } from '@/ui/overlays/lazy-overlays';

// The page loads them a moment after its start; tests open menus at once.
beforeAll(async () => void (await loadOverlays()));
