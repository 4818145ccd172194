import { Fail, NotShown } from './outcome';
import type { World } from './world';

/** One sentence of the interface, and how to see whether a server keeps it. */
export interface Check {
  /** Its name, in kebab-case; `--json` and tests know it by this. */
  readonly id: string;
  /** The section of the interface that says it: `4.4`. */
  readonly section: string;
  /** The sentence, in our words. */
  readonly sentence: string;
  /**
   * Whether the interface does not say it in so many words: a server that does otherwise breaks nothing, and what was seen
   * is a note. It is looked at all the same, since a back office loses data where it does not hold.
   */
  readonly isNote?: boolean;
  /** What it needs beside reading: leave to write, or the key of another company. */
  readonly needs?: 'writing' | 'second key';
  /** The resources without which a server cannot show it. */
  readonly on?: readonly string[];
  /**
   * Looks; what it returns says on what the sentence was seen.
   *
   * @throws Fail when the server breaks the sentence, NotShown when the server has nothing to see it on.
   */
  run(world: World): Promise<string>;
}

/** Between where a sentence was seen and where it was not. */
export const notSeen = '; not seen on ';

/**
 * Looks at several resources. Fails where one fails; is seen where one shows it, naming those which did and
 * those which did not.
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
