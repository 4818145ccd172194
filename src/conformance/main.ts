import { parseArgs } from 'node:util';
import { runConformance } from './run';
import { table } from './table';

const usage = `npm run conformance -- --base-url URL --key KEY [--second-key KEY] [--read-only] [--json]

  --second-key  the key of another company, neither parent nor child: shows what each is kept from
  --read-only   sends nothing but GET
  --json        prints the report as JSON

Ends with 0 when no sentence failed, with 1 when one did, with 2 when the server could not be asked.`;

/**
 * `npm run conformance`: checks any server against the interface, sentence by sentence, and prints the results.
 *
 * @param args the arguments after `npm run conformance --`.
 * @param say receives the output.
 * @returns the exit status: 0 if nothing failed, 1 if something did, 2 if nothing could be checked.
 */
export async function main(args: readonly string[], say: (text: string) => void): Promise<0 | 1 | 2> {
  try {
    const options = read(args);
    if (!options) {
      say(usage);
      return 2;
    }
    const report = await runConformance(options);
    say(options.json ? JSON.stringify(report, null, 2) : table(report));
    return report.results.some(({ verdict }) => verdict === 'fail') ? 1 : 0;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    say(`${error instanceof Error ? error.message : String(error)}${cause}`);
    return 2;
  }
}

function read(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { 'base-url': text, key: text, 'second-key': text, 'read-only': flag, json: flag },
  });
  const baseUrl = values['base-url'];
  const { key, json } = values;
  if (!baseUrl || !key) return null;
  return { baseUrl, key, secondKey: values['second-key'], readOnly: values['read-only'], json };
}
