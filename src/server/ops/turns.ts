/** Work of many owners that is done in parts, by turns. */
export interface Turns<Piece> {
  /**
   * Puts a piece of work into the turns of its owner, unless it is there already.
   *
   * @returns when nothing of it is left to do, or at the close
   */
  readonly take: (owner: string, key: string, piece: Piece) => Promise<void>;
  /** Returns how many pieces there are, at work or waiting. */
  readonly count: () => number;
  /** Begins no part any more, and resolves when those under way have ended. */
  readonly close: () => Promise<void>;
}

interface Waiting<Piece> {
  readonly key: string;
  readonly piece: Piece;
}

/**
 * Does work in parts, some at once: after each part the next owner has a turn, and a piece of which something is left goes
 * behind the others of its owner. So what is small waits for one part of what is large, however much there is of it. Of one
 * owner one part is done at a time: two of them would wait for each other's locks, in places that others could use.
 *
 * @param atOnce how many parts are done at once
 * @param part does the next part of a piece, returns whether something is left, and never rejects
 */
export function openTurns<Piece>(atOnce: number, part: (piece: Piece) => Promise<boolean>): Turns<Piece> {
  const owners = new Map<string, Waiting<Piece>[]>();
  // When each owner last had a turn, while there is work at all.
  const turnOf = new Map<string, number>();
  let turn = 0;
  const atWork = new Set<string>();
  const pieces = new Map<string, { readonly done: Promise<void>; readonly resolve: () => void }>();
  const underWay = new Set<Promise<void>>();
  const state = { isClosed: false };

  const queue = (owner: string, waiting: Waiting<Piece>) => {
    const own = owners.get(owner);
    if (own) own.push(waiting);
    else owners.set(owner, [waiting]);
  };
  const finish = (key: string) => {
    pieces.get(key)?.resolve();
    pieces.delete(key);
    if (pieces.size === 0) turnOf.clear();
  };
  const lastTurn = (owner: string): number => turnOf.get(owner) ?? 0;
  const doPart = async (owner: string, one: Waiting<Piece>) => {
    const isMore = await part(one.piece);
    if (isMore && !state.isClosed) queue(owner, one);
    else finish(one.key);
  };
  const next = (): void => {
    while (!state.isClosed && underWay.size < atOnce) {
      const [first, ...others] = [...owners.keys()].filter((one) => !atWork.has(one));
      if (first === undefined) return;
      const owner = others.reduce((best, one) => (lastTurn(one) < lastTurn(best) ? one : best), first);
      const waiting = owners.get(owner) ?? [];
      const one = waiting.shift();
      if (waiting.length === 0) owners.delete(owner);
      if (!one) continue;
      turnOf.set(owner, (turn += 1));
      atWork.add(owner);
      const doing: Promise<void> = doPart(owner, one).finally(() => {
        underWay.delete(doing);
        atWork.delete(owner);
        next();
      });
      underWay.add(doing);
    }
  };

  return {
    take(owner, key, piece) {
      const known = pieces.get(key);
      if (known) return known.done;
      if (state.isClosed) return Promise.resolve();
      let resolve: () => void = () => undefined;
      const done = new Promise<void>((resolved) => {
        resolve = resolved;
      });
      pieces.set(key, { done, resolve });
      queue(owner, { key, piece });
      next();
      return done;
    },
    count: () => pieces.size,
    async close() {
      state.isClosed = true;
      owners.clear();
      await Promise.all(underWay);
      for (const key of pieces.keys()) finish(key);
    },
  };
}
