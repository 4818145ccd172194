type Texts = Record<string, unknown>;

/** Texts whose Finnish half is a chunk of its own. */
interface Part {
  readonly texts: Texts;
  readonly load: () => Promise<object>;
}

/** What is declared and not loaded yet. */
const missing = new Set<Part>();
const arrivals = new Set<() => void>();
let isWanted = false;

/**
 * Returns the Finnish half of texts: empty at first, and filled by `loadFinnish`. Only the build writes calls of it
 * (scripts/split-languages.mjs); elsewhere, both languages are where they are declared.
 *
 * @public
 */
export function laterFinnish(load: () => Promise<object>): Texts {
  const texts: Texts = {};
  missing.add({ texts, load });
  return texts;
}

/** Returns whether the Finnish half of texts is still to be loaded. */
export function isMissing(texts: object): boolean {
  for (const part of missing) if (part.texts === texts) return true;
  return false;
}

/** Calls `listener` each time Finnish texts were loaded. */
export function onFinnish(listener: () => void): void {
  arrivals.add(listener);
}

/**
 * Loads the Finnish half of all texts that are declared, also of those that come meanwhile, and from now on with each chunk. What cannot be
 * loaded is tried again with the next chunk; until then English replaces it.
 */
export async function loadFinnish(): Promise<void> {
  isWanted = true;
  const failed = new Set<Part>();
  for (let parts = [...missing]; parts.length > 0; parts = [...missing].filter((part) => !failed.has(part))) {
    await Promise.all(
      parts.map(async (part) => {
        try {
          Object.assign(part.texts, await part.load());
          missing.delete(part);
        } catch {
          failed.add(part);
        }
      }),
    );
    for (const arrived of arrivals) arrived();
  }
}

/**
 * Resolves to a chunk that was loaded by `import()`; in a Finnish session once its texts are there, too. The build calls it.
 *
 * @public
 */
export const withFinnish = async <Chunk>(chunk: Chunk): Promise<Chunk> => {
  if (isWanted && missing.size > 0) await loadFinnish();
  return chunk;
};
