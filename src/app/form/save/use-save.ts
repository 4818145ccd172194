import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { pointerOf } from '@/contract/pointer';
import { toast } from '@/ui/overlays/toast-store';
import { useApp } from '../../shell/app-context';
import { useIdempotencyKey } from '../../data/idempotency-key';
import type { Change } from '@/record/diff';
import { jsonText, type JsonObject } from '@/record/json';
import { RequestError } from '../../data/request-error';
import { focusFirstError } from '../engine/focus';
import type { RecordForm, RecordState } from '../engine/use-record-form';
import { useFormText } from '../texts';
import { applyChoices, type Choice, type Choices, type DecidedMerge } from '../merge/merge-choices';
import { textOf } from '../engine/number-text';
import { recordQuery } from '../../data/record-query';
import { useErrorText } from '../../shell/error-text';
import { changesOf, saveRecord, undoSave, type Done } from './save';

/** Another person's version, found while saving, and the decisions about it. */
interface Stale {
  readonly record: JsonObject;
  readonly etag: string | null;
  readonly choices: Choices;
  readonly isOpen: boolean;
}

/** Saving a record, with the state of all its outcomes. */
export interface Saving {
  readonly isBusy: boolean;
  /** Why the last attempt was not stored; null after a success and during the next attempt. */
  readonly failure: RequestError | null;
  /** The record that had no changes when saving was last tried; null before. */
  readonly unchanged: RecordState | null;
  /** What the service stored differently. */
  readonly deviations: readonly Change[];
  readonly stale: Stale | null;
  readonly decided: DecidedMerge | null;
  readonly save: () => void;
  /** Saves, and calls `then` once it is stored, in place of what follows a creation. */
  readonly saveThen: (then: () => void) => void;
  /** Opens the postponed merge again. */
  readonly openMerge: () => void;
  readonly closeMerge: () => void;
  readonly decide: (pointer: string, choice: Choice) => void;
  readonly decideAll: (from: 'mine' | 'theirs') => void;
  readonly saveMerged: () => void;
  /** Starts a merge with another person's version that was found without saving. */
  readonly startMerge: (record: JsonObject, etag: string | null) => void;
  /** Saves these values to the digit in place of the current ones; only while there are no unsaved changes. */
  readonly restore: (record: JsonObject) => void;
  /** Clears the messages of the last attempt. */
  readonly clearMessages: () => void;
}

/** What happens to a created record: `isKept` says whether its page may show it from the response. */
interface Creation {
  readonly isCached: boolean;
  readonly created: (id: string, record: JsonObject) => void;
}

/** Returns the saving of the record in a form. `creation` is called for a created record. */
export function useSave(form: RecordForm, id: string | null, creation: Creation): Saving {
  const { current: signedIn } = useApp();
  const { client, server } = signedIn;
  const queries = useQueryClient();
  const say = useFormText();
  const textOfError = useErrorText();
  const { resource } = form;
  const [stale, setStale] = useState<Stale | null>(null);
  const [deviations, setDeviations] = useState<readonly Change[]>([]);
  const [unchanged, setUnchanged] = useState<RecordState | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const keyFor = useIdempotencyKey();
  const after = useRef<(() => void) | null>(null);
  /** What was sent last: of what may have been stored without an answer, the record itself would be found as its twin. */
  const sentLast = useRef<JsonObject | null>(null);

  /** Takes a save back, also after its page was left. */
  const undoing = useMutation({
    mutationKey: [resource.name, 'undo'],
    networkMode: 'always',
    mutationFn: undoSave,
    onSuccess(undone, done: Done) {
      const { stored } = done;
      const name = textOf(stored['name']) || say('untitled');
      if (!undone) {
        toast.failed({ title: say('notUndone', { name }), detail: say('notUndone.since') });
        return;
      }
      queries.setQueryData(recordQuery(client, resource, done.id).queryKey, undone);
      // What was typed since the save stays.
      if (form.get().base === stored) form.saved(stored, undone.record, undone.etag);
      toast.saved({ title: say('undone', { name }) });
    },
    onError(error, { stored }) {
      const name = textOf(stored['name']) || say('untitled');
      toast.failed({ title: say('notUndone', { name }), detail: textOfError(error) });
    },
  });

  const mutation = useMutation({
    mutationKey: [resource.name, 'save'],
    // Without a network the save fails with a message, instead of waiting for one.
    networkMode: 'always',
    mutationFn: async ({ exact }: { exact: boolean }) => {
      const { base, etag, current } = form.get();
      const idempotencyKey = keyFor(jsonText(current));
      sentLast.current = current;
      const result = await saveRecord({
        client,
        resource,
        id,
        base,
        etag,
        current,
        server,
        exact,
        idempotencyKey,
      });
      return { result, sent: current, before: base };
    },
    onSuccess({ result, sent, before }) {
      const { record, etag } = result;
      const then = after.current;
      after.current = null;
      if (result.kind === 'stale') {
        setStale({ record, etag, choices: new Map(), isOpen: true });
        return;
      }
      setStale(null);
      setDeviations(result.deviations);
      const newId = textOf(record['id']);
      if (id !== null || creation.isCached)
        queries.setQueryData(recordQuery(client, resource, id ?? newId).queryKey, { record, etag });
      form.saved(sent, record, etag);
      const version = textOf(record['version']);
      const name = textOf(record['name']) || say('untitled');
      const done = { client, resource, server, id: id ?? newId, before, stored: record };
      // Without versions a change that comes between cannot be told.
      const isUndoable = id !== null && etag !== null && server.can.mergePatch && changesOf(done).length > 0;
      toast.saved({
        title: say(id === null ? 'created' : 'saved', { name }),
        ...(version && { detail: say('version', { version }) }),
        ...(isUndoable && { action: { label: say('undo'), onClick: () => undoing.mutate(done) } }),
      });
      if (then) then();
      else if (id === null) creation.created(newId, record);
    },
    onError(error) {
      const errors = error instanceof RequestError ? error.problem?.errors : undefined;
      if (!errors || errors.length === 0) return;
      form.refuse(errors);
      focusFirstError(form);
    },
  });

  function send(exact = false): void {
    const { current, base, isNew } = form.get();
    if (!exact) form.assign(form.checks.tidy(current, isNew ? null : base));
    void form.submit(
      () => void ask(exact),
      () => focusFirstError(form),
    );
  }

  /** Asks about what may be meant, once, before it is sent. */
  async function ask(exact: boolean): Promise<void> {
    setIsAsking(true);
    const { current, base, isNew } = form.get();
    // What cannot be looked up now is not asked about: the save itself says what fails.
    const isAsked = exact || current === sentLast.current;
    const doubts = isAsked ? [] : await form.checks.newDoubts(current, isNew ? null : base).catch(() => []);
    setIsAsking(false);
    if (doubts.length === 0) return mutation.mutate({ exact });
    form.refuse(doubts);
    focusFirstError(form);
  }

  function isSaveNeeded(): boolean {
    const { isNew, changes, hasInvalidJson } = form.get();
    return isNew || changes.length > 0 || hasInvalidJson || form.problems().length > 0;
  }

  const { base, current } = form.get();
  const decided = useMemo(
    () => stale && applyChoices(resource, { base, mine: current, theirs: stale.record }, stale.choices),
    [resource, base, current, stale],
  );
  const withChoices = (choices: Choices) => stale && setStale({ ...stale, choices });
  const error = mutation.error;

  function save(then: (() => void) | null): void {
    if (mutation.isPending || isAsking || form.readOnly) return;
    after.current = then;
    if (stale) setStale({ ...stale, isOpen: true });
    else if (isSaveNeeded()) send();
    else setUnchanged(form.get());
  }

  return {
    isBusy: mutation.isPending || isAsking,
    unchanged,
    failure: error instanceof RequestError && !hasPlaces(error) ? error : null,
    deviations,
    stale,
    decided,
    save: () => save(null),
    saveThen: save,
    openMerge: () => stale && setStale({ ...stale, isOpen: true }),
    closeMerge: () => stale && setStale({ ...stale, isOpen: false }),
    decide: (pointer, choice) => withChoices(new Map([...(stale?.choices ?? []), [pointer, choice]])),
    decideAll: (from) =>
      withChoices(
        new Map(
          decided?.conflicts.map((one) => [
            pointerOf(one.path),
            { from, value: from === 'mine' ? one.mine : one.theirs, mine: one.mine },
          ]),
        ),
      ),
    saveMerged() {
      if (!stale || !decided || decided.undecidedCount > 0 || mutation.isPending) return;
      form.rebase(stale.record, stale.etag, decided.result);
      setStale(null);
      if (form.get().changes.length > 0) send();
    },
    startMerge: (record, etag) => setStale({ record, etag, choices: new Map(), isOpen: true }),
    restore(record) {
      const { base, etag, changes } = form.get();
      if (mutation.isPending || form.readOnly || changes.length > 0) return;
      form.rebase(base, etag, record);
      send(true);
    },
    clearMessages() {
      mutation.reset();
      setDeviations([]);
    },
  };
}

/** Whether the refusal names places: then the fields and the list of unplaced problems show it. */
const hasPlaces = (error: RequestError): boolean => (error.problem?.errors?.length ?? 0) > 0;
