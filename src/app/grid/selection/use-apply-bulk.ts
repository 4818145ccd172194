import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ChangeSet, NewItem } from '../../changes/change-sets';
import { useChangeSets } from '../../changes/use-change-sets';
import { toast } from '@/ui/overlays/toast-store';
import { usePageText } from '../../i18n/i18n';
import type { Screen } from '../../shell/screen';
import { settledSet } from '../sheet/set-wire';
import { texts } from './bulk-texts';

/** The toast of the last bulk change; a later one replaces it. */
const toastId = 'bulk-changed';

/**
 * Returns the function that stores a bulk change: `mostAtOnce` records at once, as one change set that the toast can
 * undo; more are collected in a draft, whose preview is opened. `onDone` is called when either is done. A draft that is
 * not whole goes on when it is tried again, and is discarded when the dialog is closed before.
 */
export function useApplyBulk(screen: Screen, mostAtOnce: number, onDone: () => void) {
  const sets = useChangeSets();
  const navigate = useNavigate();
  const say = usePageText('grid/bulk', texts);
  const [progress, setProgress] = useState(0);
  const draft = useRef<{ readonly items: readonly NewItem[]; readonly id: string } | null>(null);
  const collecting = useRef(new AbortController());
  const discard = useCallback(() => {
    if (draft.current) sets.move(draft.current.id, 'discard').catch(() => undefined);
    draft.current = null;
  }, [sets]);
  useEffect(
    () => () => {
      collecting.current.abort();
      discard();
    },
    [discard],
  );
  const undo = useMutation({
    mutationKey: [screen.contract.name, 'bulk'],
    mutationFn: async (id: string) => {
      const made = await settledSet(sets, await sets.move(id, 'undo'));
      return settledSet(sets, await sets.move(made.id, 'apply'));
    },
    onSuccess({ id, counts }) {
      const back = counts['applied'] ?? 0;
      const left = (counts['conflict'] ?? 0) + (counts['kept'] ?? 0) + (counts['refused'] ?? 0);
      const title = say('undone', { count: back });
      if (left === 0) return toast.saved({ id: toastId, title });
      const stay = say('notUndone', { count: left });
      return toast.failed({
        id: toastId,
        title: back > 0 ? `${title}, ${stay}` : stay,
        action: { label: say('show'), onClick: () => void navigate(`/changes/${id}`) },
      });
    },
    onError: () => toast.failed({ id: toastId, title: say('failed') }),
  });
  const mutation = useMutation({
    mutationKey: [screen.contract.name, 'bulk'],
    mutationFn: async ({ items, name }: { items: readonly NewItem[]; name: string }) => {
      const set = { name, origin: 'grid' as const };
      if (items.length > mostAtOnce) {
        collecting.current = new AbortController();
        const { signal } = collecting.current;
        if (draft.current?.items !== items) {
          discard();
          draft.current = { items, id: await sets.collect(set, []) };
        }
        const { id } = draft.current;
        if (signal.aborted) discard();
        await sets.collect(set, items, { into: id, onProgress: setProgress, signal });
        signal.throwIfAborted();
        await sets.move(id, 'preview');
        draft.current = null;
        return id;
      }
      return settledSet(sets, await sets.applyNow(set, items));
    },
    onSuccess(result) {
      if (typeof result === 'string') {
        onDone();
        void navigate(`/changes/${result}`);
        return;
      }
      report(result);
      onDone();
    },
    onSettled: () => setProgress(0),
  });

  const report = ({ id, counts }: ChangeSet) => {
    const left = (counts['refused'] ?? 0) + (counts['conflict'] ?? 0);
    const changed = counts['applied'] ?? 0;
    const title = say('changed', { count: changed });
    if (left > 0)
      toast.failed({
        id: toastId,
        title: changed > 0 ? `${title}, ${say('refused', { count: left })}` : say('refused', { count: left }),
        action: { label: say('show'), onClick: () => void navigate(`/changes/${id}`) },
      });
    else toast.saved({ id: toastId, title, action: { label: say('undo'), onClick: () => undo.mutate(id) } });
  };

  return {
    isBusy: mutation.isPending,
    error: mutation.error,
    progress,
    run: (items: readonly NewItem[], name: string) => mutation.mutate({ items, name }),
  };
}
