import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from '@/ui/overlays/toast-store';
import { useApp } from '../../shell/app-context';
import { useText } from '../../i18n/i18n';
import type { Resource } from '@/contract/resource';
import type { BulkResult } from './bulk';
import type { SelectedRow } from './selection';

/** The state of a bulk action. */
export type BulkState =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly done: number; readonly count: number }
  | {
      readonly step: 'done';
      readonly active: boolean;
      readonly result: BulkResult;
      readonly isUndo: boolean;
    };

/** The bulk action of a list: its state, and what the user can do with it. */
export interface Bulk {
  readonly state: BulkState;
  run: (records: readonly SelectedRow[], active: boolean) => void;
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
  readonly active: boolean;
  readonly isUndo: boolean;
  /** The result of the attempt that is repeated; the records are its failures. */
  readonly previous?: BulkResult;
}

/** Returns the bulk action of a resource's list: activates and deactivates records, and can undo that. */
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
      const { records, active, isUndo, previous } = work;
      const { setActive } = await import('./bulk');
      aborting.current = new AbortController();
      // Rendered before the first request is sent: from then on, leaving the list asks.
      flushSync(() => setState({ step: 'running', done: 0, count: records.length }));
      const now = await setActive(current.client, resource, records, active, {
        ownCompany: current.me?.company.id ?? null,
        rereads: previous !== undefined,
        isGenericServer: current.me === null,
        signal: aborting.current.signal,
        progress: (done) => setState({ step: 'running', done, count: records.length }),
      });
      // Records changed by earlier attempts can be undone as well.
      const changed = [...(previous?.changed ?? []), ...now.changed];
      const result = { ...now, changed, unchanged: now.unchanged + (previous?.unchanged ?? 0) };
      setState({ step: 'done', active, result, isUndo });
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
    run: (records, active) => mutation.mutate({ records, active, isUndo: false }),
    retry() {
      if (state.step !== 'done') return;
      const { active, result, isUndo } = state;
      const records = result.failed.map(({ record }) => record);
      mutation.mutate({ records, active, isUndo, previous: result });
    },
    undo() {
      if (state.step === 'done')
        mutation.mutate({ records: state.result.changed, active: !state.active, isUndo: true });
    },
    stop: () => aborting.current.abort(),
    close: () => setState({ step: 'idle' }),
  };
}
