import { useMemo } from 'react';
import { useErrorText } from '../../shell/error-text';
import { useText } from '../../i18n/i18n';
import { RequestError } from '../../data/request-error';
import type { CellMark } from './cell-edits';

/** Returns a function for the sentence that says why a cell is not saved. */
export function useFailureText(): (mark: CellMark) => string {
  const say = useText();
  const errorText = useErrorText();
  return useMemo(
    () =>
      ({ why }) => {
        if (!why) return '';
        if (why.kind === 'unchosen') return say('cell.choose');
        if (why.kind === 'conflict') return say('cell.conflict');
        if (why.kind === 'deviating') return say('cell.unlike');
        if (why.kind === 'refused') return why.text;
        const isOwnedByParent =
          why.error instanceof RequestError && why.error.problem?.code === 'owned_by_parent';
        return isOwnedByParent ? say('list.groupWhyUnknown') : errorText(why.error);
      },
    [say, errorText],
  );
}
