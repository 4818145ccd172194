import { RequestError } from '../data/request-error';

/** Whether a write was not sent because nobody typed the password again: then nothing was done, and nothing needs to be said. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof RequestError && error.problem?.code === 'reauthentication_required';
