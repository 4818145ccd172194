import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from '@/ui/overlays/toast-store';
import { useApp } from '../../shell/app-context';
import { useText } from '../../i18n/i18n';
import type { Resource } from '@/contract/resource';
import type { BulkResult, EditResult, EditsById } from './bulk';
import type { SelectedRow } from './selection';

/** The state of a bulk action. */
export type BulkState =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly done: number; readonly count: number }
  | {
      readonly step: 'done';
      readonly change: BulkChange;
      readonly result: BulkResult & Partial<EditResult>;
      readonly isUndo: boolean;
    };

/** What a bulk action does: it activates or deactivates, or edits values one record at a time. */
export type BulkChange = { readonly active: boolean } | { readonly edits: EditsById };

/** The bulk action of a list: its state, and what the user can do with it. */
export interface Bulk {
  readonly state: BulkState;
  run: (records: readonly SelectedRow[], change: BulkChange) => void;
  /** Repeats the failed records, on their current versions. */
  retry: () => void;
  /** Reverts the changed records. */
  undo: () => void;
  stop: () => void;
  /** Discards the result. */
  close: () => void;
}

interface BulkRequest {
  readonly records: readonly SelectedRow[];
  readonly change: BulkChange;
  readonly isUndo: boolean;
  /** The result of the attempt that is repeated; the records are its failures. */
  readonly previous?: BulkResult & Partial<EditResult>;
}

/** Returns the bulk action of a resource's list: activates, deactivates or edits records, and can undo that. */
export function useBulk(resource: Resource): Bulk {
  const { current } = useApp();
  const [state, setState] = useState<BulkState>({ step: 'idle' });
  const say = useText();
  const aborting = useRef(new AbortController());
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const mutation = useMutation({
    mutationKey: [resource.name, 'active'],
    mutationFn: async (work: BulkRequest) => {
      const { records, change, isUndo, previous } = work;
      const { setActive, editRecords } = await import('./bulk');
      aborting.current = new AbortController();
      // Rendered before the first request is sent: from then on, leaving the list asks.
      flushSync(() => setState({ step: 'running', done: 0, count: records.length }));
      const { client, me, server } = current;
      const options = {
        ownCompany: me?.company.id ?? null,
        rereads: previous !== undefined,
        signal: aborting.current.signal,
        progress: (done: number) => setState({ step: 'running', done, count: records.length }),
      };
      const byEdits = async ({ edits }: { edits: EditsById }): Promise<EditResult> => {
        const todo = records.filter(({ id }) => edits.has(id));
        const edited = await editRecords(client, resource, todo, edits, options);
        return { ...edited, unchanged: records.length - todo.length };
      };
      const now: BulkResult & Partial<EditResult> =
        'edits' in change
          ? await byEdits(change)
          : server.can.mergePatch
            ? await setActive(client, resource, records, change.active, options)
            : await byEdits({ edits: activeEdits(records, change.active) });
      // Records changed by earlier attempts can be undone as well.
      const changed = [...(previous?.changed ?? []), ...now.changed];
      const back = new Map([...(previous?.back ?? []), ...(now.back ?? [])]);
      const result = { ...now, changed, back, unchanged: now.unchanged + (previous?.unchanged ?? 0) };
      setState({ step: 'done', change, result, isUndo });
      if (!isMounted.current && result.failed.length > 0)
        toast.failed({
          title: say('bulk.failed', { count: result.failed.length }),
          detail: result.failed.map(({ record }) => record.name).join(', '),
          action: { label: say('part.close'), onClick: () => {} },
        });
      return result;
    },
  });
  return {
    state,
    run: (records, change) => mutation.mutate({ records, change, isUndo: false }),
    retry() {
      if (state.step !== 'done') return;
      const { change, result, isUndo } = state;
      const records = result.failed.map(({ record }) => record);
      mutation.mutate({ records, change, isUndo, previous: result });
    },
    undo() {
      if (state.step !== 'done') return;
      const { change, result } = state;
      const back =
        'active' in change ? { active: !change.active } : { edits: result.back ?? new Map<string, never>() };
      mutation.mutate({ records: result.changed, change: back, isUndo: true });
    },
    stop: () => aborting.current.abort(),
    close: () => setState({ step: 'idle' }),
  };
}

/** Returns the edits that activate or deactivate those of the records that are not so already. */
const activeEdits = (records: readonly SelectedRow[], active: boolean): EditsById =>
  new Map(
    records
      .filter((record) => record.active !== active)
      .map(({ id }) => [id, [{ path: ['active'], after: active }]]),
  );
