import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from '@/ui/overlays/toast-store';
import { useApp } from '../../shell/app-context';
import { useText } from '../../i18n/i18n';
import type { Resource } from '@/contract/resource';
import type { BulkChange, BulkRequest, BulkResult, EditResult } from './bulk';
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
      const { runBulk } = await import('./bulk');
      aborting.current = new AbortController();
      const count = work.records.length;
      // Rendered before the first request is sent: from then on, leaving the list asks.
      flushSync(() => setState({ step: 'running', done: 0, count }));
      const result = await runBulk(current, resource, work, {
        signal: aborting.current.signal,
        progress: (done: number) => setState({ step: 'running', done, count }),
      });
      setState({ step: 'done', change: work.change, result, isUndo: work.isUndo });
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
