import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { numberOf, parseRecord } from '@/record/json';
import type { NewItem } from '../../changes/change-sets';
import { useChangeSets } from '../../changes/use-change-sets';
import type { SayOf } from '../../i18n/i18n';
import { useApp } from '../../shell/app-context';
import type { ImportDeclaration } from '../understanding/import-field';
import { saveMapping } from './mappings';
import { addedRecords } from './added-records';
import type { Import } from './use-import';

/** Collecting the items of a file into a change set. */
export interface Collecting {
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly error: Error | null;
  readonly start: () => void;
}

/** Collects the items of a file into a draft, a batch at a time, remembers its columns, and opens the set. */
export function useCollecting(declaration: ImportDeclaration, one: Import, say: SayOf): Collecting {
  const changeSets = useChangeSets();
  const navigate = useNavigate();
  const { current } = useApp();
  const [progress, setProgress] = useState<Collecting['progress']>(null);
  const [error, setError] = useState<Error | null>(null);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);

  async function* items(): AsyncGenerator<readonly NewItem[]> {
    const { choices = {}, made = {} } = one.decisions;
    // What lines refer to is made before them.
    const makes = Object.entries(choices).flatMap(([resource, texts]) =>
      Object.entries(texts).flatMap(([text, choice]): NewItem[] => {
        const recordId = made[resource]?.[text];
        return choice === 'make' && recordId !== undefined
          ? [{ resource, recordId, version: null, patch: { name: one.names(text) } }]
          : [];
      }),
    );
    const added = addedRecords(one.decisions).map(({ resource, id, name }): NewItem => ({
      resource,
      recordId: id,
      version: null,
      patch: { name },
    }));
    if (makes.length + added.length > 0) yield [...makes, ...added];
    for await (const batch of one.items())
      yield batch.map(({ recordId, version, patch, line }) => ({
        resource: declaration.resource,
        recordId,
        version,
        patch: parseRecord(patch),
        line,
      }));
  }

  const collect = async () => {
    const { file, scan, planned, understood, decisions, remembered } = one;
    if (!file || !scan || !planned || !understood) return;
    const { counts, applyAt } = understood.outcome;
    const total = counts.created + counts.changed;
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    setError(null);
    setProgress({ done: 0, total });
    const supplier = (one.surroundings?.references[declaration.from?.resource ?? ''] ?? []).find(
      ({ id }) => id === planned.from,
    );
    const id = await changeSets.collect(
      {
        name: say('setName', { name: file.name }),
        origin: 'import',
        ...(applyAt === null ? {} : { applyAt }),
        data: {
          file: {
            name: file.name,
            lines: numberOf(String(scan.lines)),
            ...(counts.refused > 0 && { refused: numberOf(String(counts.refused)) }),
          },
        },
      },
      items(),
      { signal, onProgress: (done) => setProgress({ done: Math.min(done, total), total }) },
    );
    try {
      if (counts.refused > 0)
        await changeSets.refused.keep(
          id,
          { resource: declaration.resource, ...(await one.refusedLines()) },
          signal,
        );
    } catch (failure) {
      // It is tried again with a draft of its own.
      await changeSets.move(id, 'discard').catch(() => undefined);
      throw failure;
    }
    await saveMapping(current.client, declaration, {
      header: scan.header,
      label: supplier?.name ?? file.name.replace(/\.[^.]+$/, ''),
      decisions: {
        ...decisions,
        columns: planned.columns,
        key: planned.key ?? undefined,
        from: planned.from,
      },
      known: remembered,
    });
    // The set's own page says what became of its preview.
    await changeSets.move(id, 'preview').catch(() => undefined);
    await navigate(`/changes/${id}`);
  };
  return {
    progress,
    error,
    start: () => {
      collect().catch((failure: unknown) => {
        setProgress(null);
        if (!stopping.current?.signal.aborted)
          setError(failure instanceof Error ? failure : new Error(String(failure)));
      });
    },
  };
}
