import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApp } from '../app-context';
import type { Resource } from '../../contract/resource';
import { setActive, type BulkResult } from './bulk';
import type { Chosen } from './selection';

/** Where a bulk action stands. */
export type BulkState =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly done: number; readonly count: number }
  | {
      readonly step: 'done';
      readonly active: boolean;
      readonly result: BulkResult;
      readonly undone: boolean;
    };

export interface Bulk {
  readonly state: BulkState;
  run: (records: readonly Chosen[], active: boolean) => void;
  /** Turns what was changed back again. */
  undo: () => void;
  stop: () => void;
  /** Forgets the result. */
  close: () => void;
}

/** Activates and deactivates the records of a resource, and can take it back. */
export function useBulk(resource: Resource): Bulk {
  const { current } = useApp();
  const [state, setState] = useState<BulkState>({ step: 'idle' });
  const stopping = useRef(new AbortController());
  const mutation = useMutation({
    mutationKey: [resource.name, 'active'],
    mutationFn: async (work: { records: readonly Chosen[]; active: boolean; undone: boolean }) => {
      const { records, active, undone } = work;
      stopping.current = new AbortController();
      setState({ step: 'running', done: 0, count: records.length });
      const result = await setActive(current.client, resource.name, records, active, {
        ownCompany: current.me?.company.id ?? null,
        bare: current.me === null,
        signal: stopping.current.signal,
        progress: (done) => setState({ step: 'running', done, count: records.length }),
      });
      setState({ step: 'done', active, result, undone });
      return result;
    },
  });
  return {
    state,
    run: (records, active) => mutation.mutate({ records, active, undone: false }),
    undo() {
      if (state.step === 'done')
        mutation.mutate({ records: state.result.changed, active: !state.active, undone: true });
    },
    stop: () => stopping.current.abort(),
    close: () => setState({ step: 'idle' }),
  };
}
