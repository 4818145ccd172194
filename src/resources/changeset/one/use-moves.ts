import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ChangeSet, ItemPage, SetAction, SetItem } from '@/app/changes/change-sets';
import { useChangeSets } from '@/app/changes/use-change-sets';
import { RequestError } from '@/app/data/request-error';
import { usePageText } from '@/app/i18n/i18n';
import { useErrorText } from '@/app/shell/error-text';
import { progressKey } from '@/app/live/progress';
import type { Choice } from '@/contract/change-set';
import type { JsonObject } from '@/record/json';
import { texts } from '../texts';
import { withChoices, type Chosen } from './use-items';

/** Everything that is done with a set from its page, one at a time; `failure` says why the last was not done, `words` why anything was not. */
export function useMoves(set: ChangeSet) {
  const changeSets = useChangeSets();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const say = usePageText('changeset/pages', texts);
  const errorText = useErrorText();
  const { id } = set;
  const store = (answer: ChangeSet) => {
    if (answer.id === id) queries.setQueryData(['changeset', 'one', id], answer);
  };
  const moving = useMutation({
    mutationKey: ['changeset', 'move'],
    mutationFn: (action: SetAction) => {
      queries.removeQueries({ queryKey: progressKey('changeset', id) });
      return changeSets.move(id, action);
    },
    onSuccess(answer, action) {
      store(answer);
      if (action === 'undo') void navigate(`/changes/${answer.id}`);
    },
  });
  const scheduling = useMutation({
    mutationKey: ['changeset', 'schedule'],
    onSuccess: store,
    mutationFn: async (times: JsonObject) => {
      await changeSets.change(id, times);
      return changeSets.move(id, 'schedule');
    },
  });
  const choosing = useMutation({
    mutationKey: ['changeset', 'choose'],
    // One after the other, so that the service has them in the order in which they were made.
    scope: { id: `choices of ${id}` },
    onSuccess(answer, chosen) {
      store(answer);
      // What it makes of the choice is read afterwards; until then the list keeps what was chosen.
      queries.setQueriesData<ItemPage>(
        { queryKey: ['changeset', 'items', id] },
        (page) => page && { ...page, items: withChoices(page.items, [chosen]) },
      );
    },
    mutationFn: ({ choice, item, pointer }: Chosen) =>
      changeSets.choose(id, choice, item && [item.n], pointer),
  });
  const removing = useMutation({
    mutationKey: ['changeset', 'remove'],
    onSuccess: store,
    mutationFn: ({ resource, record_id }: SetItem) => changeSets.remove(id, [{ resource, record_id }]),
  });
  const renaming = useMutation({
    mutationKey: ['changeset', 'rename'],
    onSuccess: store,
    mutationFn: (name: string) => changeSets.change(id, { name }),
  });
  const all = [moving, scheduling, choosing, removing, renaming];
  const { error } = all.find((one) => one.error !== null) ?? { error: null };
  const words = (failed: unknown): string => {
    const code = failed instanceof RequestError ? failed.problem?.code : undefined;
    const known = say(`failed.${code}`);
    return known === `failed.${code}` ? `${say('failed')} ${errorText(failed)}` : known;
  };
  const clear = () => {
    for (const one of all) one.reset();
  };
  return {
    changeSets,
    words,
    failure: error === null ? null : words(error),
    busy: moving.isPending ? moving.variables : null,
    scheduling,
    renaming,
    clear,
    move(action: SetAction) {
      clear();
      if (!moving.isPending) moving.mutate(action);
    },
    choose(choice: Choice, item?: SetItem, pointer?: string) {
      clear();
      choosing.mutate({ choice, ...(item && { item }), ...(pointer !== undefined && { pointer }) });
    },
    remove(item: SetItem) {
      clear();
      removing.mutate(item);
    },
  };
}
export type Moves = ReturnType<typeof useMoves>;
