import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from 'vitest';

const cache = path.join(import.meta.dirname, '../../../.cache/faults');
/** @type {(import('./plant.mjs').Fault & { number: number })[]} */
const faults = JSON.parse(readFileSync(path.join(cache, 'faults.json'), 'utf8'));

// A worker runs several files, and loads a module once: those that come later may read what was loaded.
/** @type {typeof globalThis & { reachedPlaces?: Set<number>, reachedPlace?: (number: number) => void }} */
const everywhere = globalThis;
const places = (everywhere.reachedPlaces ??= new Set());
everywhere.reachedPlace = (number) => places.add(number);

afterAll(() => {
  if (process.env['FAULT'] !== undefined) return;
  const file = expect.getState().testPath ?? '';
  mkdirSync(path.join(cache, 'reached'), { recursive: true });
  const name = createHash('sha256').update(file).digest('hex').slice(0, 16);
  writeFileSync(path.join(cache, 'reached', `${name}.json`), JSON.stringify({ file, reached: [...places] }));
  for (const number of places) if (!faults[number]?.onLoad) places.delete(number);
});
