import { unavailable } from '../../http/problems';

/** Requests of one provider that wait for their turn in one process. */
const mostWaiting = 50;

const lines = new Map<string, { last: Promise<unknown>; count: number }>();

/**
 * Runs what writes people of a provider, one after the other. Each would wait for the others in the database all the same, but with a
 * connection of its own, of which other tenants would have none left.
 *
 * @throws 503 while too many wait
 */
export async function inTurn<T>(provider: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(provider) ?? { last: Promise.resolve(), count: 0 };
  if (line.count > mostWaiting) throw unavailable('Too many changes of this provider are waiting; try again');
  line.count += 1;
  lines.set(provider, line);
  const turn = line.last.then(work);
  line.last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    line.count -= 1;
    if (line.count === 0) lines.delete(provider);
  }
}
