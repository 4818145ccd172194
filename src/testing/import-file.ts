import { scanFile, type Chosen } from '@/app/files/reading/scan';
import type { ImportDeclaration, Referenced } from '@/app/files/understanding/import-field';
import { planImport, type Decisions } from '@/app/files/understanding/import-plan';
import { Understanding } from '@/app/files/understanding/understand';
import type { ItemText, Outcome, Refusal } from '@/app/files/understanding/understood';

/** What an import in a test says: its items by line, and its refusals as one text each. */
export interface TestedImport {
  readonly undecided: readonly string[];
  readonly items: Readonly<Record<number, unknown>>;
  readonly found: Readonly<Record<number, string | null>>;
  readonly refused: readonly string[];
  readonly outcome: Outcome | null;
  readonly lines: number;
}

/** Runs a file through every step up to its items, without a worker. `pages`: the list of records, as it is answered. */
export async function importFile(
  file: Blob,
  of: {
    declaration: ImportDeclaration;
    pages: readonly string[];
    references?: Readonly<Record<string, readonly Referenced[]>>;
    company?: string | null;
    currency?: string;
    priceTax?: boolean | null;
    zone?: string;
    chosen?: Chosen | undefined;
    decisions?: Decisions | undefined;
  },
): Promise<TestedImport> {
  const scan = await scanFile(file, of.chosen);
  const { plan, undecided } = planImport(
    scan,
    of.declaration,
    {
      references: of.references ?? {},
      company: of.company ?? null,
      currency: of.currency ?? null,
      zone: of.zone ?? null,
      priceTax: of.priceTax ?? null,
    },
    of.decisions,
  );
  const nothing = { items: {}, found: {}, refused: [], outcome: null, lines: scan.lines };
  if (!plan) return { ...nothing, undecided };
  const understanding = new Understanding(file, plan);
  const stored = await understanding.collect();
  for (const page of of.pages) stored.addPage(page);
  const items: ItemText[] = [];
  const refused: Refusal[] = [];
  const outcome = await understanding.run({
    item: (item) => items.push(item),
    refused: (refusal) => refused.push(refusal),
  });
  return {
    undecided,
    items: Object.fromEntries(items.map(({ line, patch }) => [line, JSON.parse(patch)])),
    found: Object.fromEntries(items.map(({ line, recordId }) => [line, recordId])),
    refused: refused
      .toSorted((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0))
      .map(({ lines, problem, text }) => `${lines.join(',')} ${problem}: ${text}`),
    outcome,
    lines: scan.lines,
  };
}
