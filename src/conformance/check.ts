import { Fail, NotShown } from './outcome';
import type { World } from './world';

/** A sentence of the interface, and how to check whether a server satisfies it. */
export interface Check {
  /** Its name in kebab-case, used by `--json` and tests. */
  readonly id: string;
  /** The section of the interface: `4.4`. */
  readonly section: string;
  /** The sentence, in our words. */
  readonly sentence: string;
  /**
   * The interface does not state it explicitly: a server that differs does not violate it, and the result is a note. It
   * is checked because a back office loses data where it does not hold.
   */
  readonly isNote?: boolean;
  /** What it needs in addition to reading: permission to write, or the key of another company. */
  readonly needs?: 'writing' | 'second key';
  /** The resources without which a server cannot show it. */
  readonly on?: readonly string[];
  /**
   * Runs the check; returns where the sentence was observed.
   *
   * @throws Fail if the server violates the sentence, NotShown if the server has nothing to observe it on.
   */
  run(world: World): Promise<string>;
}

/** Separates where a sentence was observed from where it was not. */
export const notSeen = '; not seen on ';

/**
 * Runs a check on several resources. It fails if one fails, and passes if one passes, naming those on which it was
 * observed and those on which it was not.
 */
export async function onEach(
  names: readonly string[],
  look: (name: string) => Promise<string | void>,
): Promise<string> {
  const seen: string[] = [];
  const hidden: string[] = [];
  for (const name of names) {
    try {
      const detail = await look(name);
      seen.push(detail ? `${name} (${detail})` : name);
    } catch (error) {
      if (error instanceof Fail) throw new Fail(`${name}: ${error.expected}`, error.seen);
      if (!(error instanceof NotShown)) throw error;
      hidden.push(`${name}: ${error.message}`);
    }
  }
  if (seen.length === 0) throw new NotShown(hidden.join('; ') || 'no resource to see it on');
  return [seen.join(', '), ...(hidden.length > 0 ? [hidden.join('; ')] : [])].join(notSeen);
}
