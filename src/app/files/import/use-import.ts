import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { priceTaxSaid } from '@/record/price-tax';
import { useApp } from '../../shell/app-context';
import type { Chosen, Scan } from '../reading/scan';
import type { ImportDeclaration } from '../understanding/import-field';
import {
  planImport,
  type Decisions,
  type PlannedImport,
  type Surroundings,
} from '../understanding/import-plan';
import { plainName } from '../understanding/match-columns';
import type { KeptLines } from '../understanding/refused-file';
import { ImportClient } from './import-client';
import type { RefusedTexts, Understood } from './import-session';
import { findMapping, type Mapping } from './mappings';
import { decisionsThatHold } from './added-records';
import { readPages, referencesQuery } from './referenced-records';

/** How far the file is. */
export type Work =
  | { readonly step: 'idle' | 'reading' | 'ready' }
  | { readonly step: 'records' | 'lines'; readonly done: number; readonly total: number }
  | { readonly step: 'failed'; readonly error: Error };

/** A file that is being imported. */
export interface Import {
  readonly file: File | null;
  readonly scan: Scan | null;
  readonly planned: PlannedImport | null;
  readonly understood: Understood | null;
  readonly work: Work;
  readonly decisions: Decisions;
  readonly surroundings: Surroundings | null;
  /** What was remembered of an earlier file with these columns. */
  readonly remembered: Mapping | null;
  /** Every key of the resource, also those whose column the file does not have. */
  readonly keys: ImportDeclaration['keys'];
  readonly open: (file: File | null) => void;
  readonly choose: (chosen: Chosen) => void;
  readonly decide: (decisions: Decisions) => void;
  /** Missing records that were decided about: their names as the file writes them, by lower case. */
  readonly names: (text: string) => string;
  readonly refusedLines: () => Promise<KeptLines>;
  readonly refusedFile: (texts: RefusedTexts) => Promise<Blob>;
  readonly items: () => ReturnType<ImportClient['items']>;
}

/** Reads a file in a worker, finds how it is to be understood, and what it would do, again with each decision. */
export function useImport(declaration: ImportDeclaration): Import {
  const app = useApp();
  const { current } = app;
  const { data: references } = useQuery(referencesQuery(app, declaration));
  const company = current.me?.company.id ?? null;
  const currency = current.me?.company.currency ?? null;
  const priceTax = priceTaxSaid(current.me?.company.price_tax);
  const zone = current.me?.company.timezone ?? null;
  const surroundings = useMemo(
    (): Surroundings | null => (references ? { references, company, currency, zone, priceTax } : null),
    [references, company, currency, zone, priceTax],
  );
  const worker = useRef<ImportClient | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState<Chosen>({});
  const [scan, setScan] = useState<Scan | null>(null);
  const [decisions, setDecisions] = useState<Decisions>({});
  const [understood, setUnderstood] = useState<Understood | null>(null);
  const [remembered, setRemembered] = useState<Mapping | null>(null);
  const [work, setWork] = useState<Work>({ step: 'idle' });
  useEffect(() => {
    const client = new ImportClient();
    worker.current = client;
    return () => client.end();
  }, []);

  useEffect(() => {
    const { current: client } = worker;
    if (!file || !client || !surroundings) return undefined;
    const stopped = new AbortController();
    const read = async () => {
      setWork({ step: 'reading' });
      const found = await client.scan(file, chosen);
      if (stopped.signal.aborted) return;
      const mapping = await findMapping(current.client, declaration, found.header, stopped.signal);
      if (stopped.signal.aborted) return;
      setRemembered(mapping);
      setDecisions((old) => ({
        from: supplierOf(file, declaration, surroundings),
        ...(mapping && decisionsThatHold(mapping.decisions, surroundings.references)),
        ...old,
      }));
      setScan(found);
      setWork({ step: 'ready' });
    };
    read().catch((error: unknown) => {
      if (!stopped.signal.aborted) setWork(failed(error));
    });
    return () => stopped.abort();
  }, [file, chosen, surroundings, declaration, current]);

  const planned = useMemo(
    () => (scan && surroundings ? planImport(scan, declaration, surroundings, decisions) : null),
    [scan, surroundings, declaration, decisions],
  );
  const plan = planned?.plan ?? null;
  const lines = scan?.lines ?? 0;
  useEffect(() => {
    const { current: client } = worker;
    if (!file || !plan || !client) {
      setUnderstood(null);
      return undefined;
    }
    const stopped = new AbortController();
    const { signal } = stopped;
    const understand = async () => {
      if (signal.aborted) return;
      if (await client.prepare(file, plan)) {
        const progress = (done: number, total: number) =>
          !signal.aborted && setWork({ step: 'records', done, total });
        try {
          await readPages(app, declaration.resource, {
            give: (page) => client.addPage(page),
            progress,
            signal,
          });
        } catch (error) {
          await client.forget();
          throw error;
        }
      }
      if (signal.aborted) return;
      const result = await client.understand(
        (done) => !signal.aborted && setWork({ step: 'lines', done, total: lines }),
      );
      if (signal.aborted) return;
      setUnderstood(result);
      setWork({ step: 'ready' });
    };
    // One after another: the worker has one file and one plan at a time.
    queue.current = queue.current.then(understand).catch((error: unknown) => {
      if (!signal.aborted) setWork(failed(error));
    });
    return () => stopped.abort();
  }, [file, plan, lines, app, declaration]);

  // Once decided about, they are unknown no more.
  const names = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { text } of understood?.outcome.unknown ?? []) names.current.set(text.toLowerCase(), text);
  }, [understood]);

  const open = useCallback((next: File | null) => {
    setScan(null);
    setChosen({});
    setDecisions({});
    setUnderstood(null);
    setWork({ step: next ? 'reading' : 'idle' });
    setFile(next);
  }, []);
  return {
    file,
    scan,
    planned,
    understood,
    work,
    decisions,
    surroundings,
    remembered,
    keys: declaration.keys,
    open,
    choose: useCallback((more) => setChosen((old) => ({ ...old, ...more })), []),
    decide: useCallback((more) => setDecisions((old) => ({ ...old, ...more })), []),
    names: useCallback((text) => names.current.get(text) ?? text, []),
    refusedLines: useCallback(async () => clientOf(worker.current).refusedLines(), []),
    refusedFile: useCallback(async (texts) => clientOf(worker.current).refusedFile(texts), []),
    items: useCallback(() => clientOf(worker.current).items(), []),
  };
}

function clientOf(client: ImportClient | null): ImportClient {
  if (!client) throw new Error('The worker has ended');
  return client;
}

const failed = (error: unknown): Work => ({
  step: 'failed',
  error: error instanceof Error ? error : new Error(String(error)),
});

/** Returns the one supplier whose name is in the name of the file. */
function supplierOf(
  { name }: File,
  { from }: ImportDeclaration,
  { references }: Surroundings,
): string | null {
  if (!from) return null;
  const text = plainName(name).replaceAll(' ', '');
  const named = (references[from.resource] ?? []).filter((one) => {
    const words = plainName(one.name)
      .replaceAll(/ (?:oy|oyj|ab|ltd|ky|tmi)$/g, '')
      .replaceAll(' ', '');
    return one.isActive && words.length >= 4 && text.includes(words);
  });
  return named.length === 1 ? (named[0]?.id ?? null) : null;
}
