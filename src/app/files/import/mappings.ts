import { z } from 'zod';
import { sharedViewsSchema } from '@/contract/shared-view';
import type { Client } from '../../data/client';
import { RequestError } from '../../data/request-error';
import { decimalSigns } from '@/ui/fields/number-readings';
import type { ImportDeclaration } from '../understanding/import-field';
import type { Decisions } from '../understanding/import-plan';

const remembered = z.object({
  header: z.array(z.string()),
  at: z.string(),
  label: z.string(),
  columns: z.array(z.object({ field: z.string().nullable(), empties: z.boolean().optional() })),
  key: z.string().optional(),
  from: z.string().nullable().optional(),
  sign: z.enum(decimalSigns).optional(),
  dates: z.enum(['dmy', 'mdy', 'ymd']).optional(),
  choices: z.record(z.string(), z.record(z.string(), z.object({ id: z.string() }))).optional(),
  forNew: z.record(z.string(), z.string()).optional(),
});

/** What the company decided about an earlier file with these columns. */
export interface Mapping {
  readonly id: string;
  /** Whether the user may change it. */
  readonly isMine: boolean;
  readonly label: string;
  /** When: an ISO date-time. */
  readonly at: string;
  readonly decisions: Decisions;
}

// A view of the list that only its import shows: what the company shares about a list, without a table of its own.
const listOf = ({ resource }: ImportDeclaration): string => `${resource}/import`;

/** Finds what was decided about a file with these columns, on our own service; null if nothing was. */
export async function findMapping(
  client: Client,
  declaration: ImportDeclaration,
  header: readonly string[],
  signal: AbortSignal,
): Promise<Mapping | null> {
  let views;
  try {
    const path = `/api/secure/shared_view?resource=${encodeURIComponent(listOf(declaration))}`;
    views = sharedViewsSchema.parse(await client.json(path, signal));
  } catch (error) {
    // Without it, the columns are found by their names: another server has no such thing.
    if (error instanceof RequestError || error instanceof z.ZodError) return null;
    throw error;
  }
  for (const view of views) {
    const { data } = remembered.safeParse(view.columns);
    if (!data || JSON.stringify(data.header) !== JSON.stringify(header)) continue;
    const { at, label, header: _, ...decisions } = data;
    return { id: view.id, isMine: view.mine, label, at, decisions };
  }
  return null;
}

/** Remembers what was decided about a file, for the next one with its columns. A refusal is no matter. */
export async function saveMapping(
  client: Client,
  declaration: ImportDeclaration,
  of: {
    readonly header: readonly string[];
    readonly label: string;
    readonly decisions: Decisions;
    readonly known: Mapping | null;
  },
): Promise<void> {
  const { header, label, decisions, known } = of;
  const { columns, key, from, sign, dates, forNew, choices = {} } = decisions;
  const content = {
    header,
    label,
    at: new Date().toISOString(),
    columns,
    key,
    from,
    sign,
    dates,
    forNew,
    // What is to be made is made by then.
    choices: Object.fromEntries(
      Object.entries(choices).map(([resource, texts]) => [
        resource,
        Object.fromEntries(Object.entries(texts).filter(([, choice]) => choice !== 'make')),
      ]),
    ),
  };
  const body = { name: `${label.slice(0, 40)} ${fingerprint(header)}`, search: '', columns: content };
  try {
    if (known?.isMine) await client.put('shared_view', known.id, JSON.stringify(body));
    else if (!known)
      await client.post('shared_view', JSON.stringify({ ...body, resource: listOf(declaration) }));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
}

/** Returns eight characters that tell headers apart. */
function fingerprint(header: readonly string[]): string {
  let hash = 5381;
  for (const character of header.join('\t'))
    hash = (hash * 33 + (character.codePointAt(0) ?? 0)) % 4_294_967_296;
  return hash.toString(16).padStart(8, '0');
}
