/**
 * The question that a report shows beside it, as its address names it (`?question=`): the id of one, or `new` for the form
 * that asks one, with what it is about (`new.check.cash`).
 */
const fresh = 'new';

/** Returns the value that opens the form for a question about a subject; '' is the day itself. */
export const newQuestion = (subject = ''): string => (subject === '' ? fresh : `${fresh}.${subject}`);

/** What `newQuestion` is asked for so that the form asks an accountant to reopen the day. */
export const toReopen = 'reopen';

/** Returns whether the form asks for the day to be reopened. */
export const asksToReopen = (opened: string): boolean => opened === newQuestion(toReopen);

/** Returns what a new question is about; null if the value is the id of a question. */
export const subjectOf = (opened: string): string | null =>
  opened === fresh || asksToReopen(opened)
    ? ''
    : opened.startsWith(`${fresh}.`)
      ? opened.slice(fresh.length + 1)
      : null;
