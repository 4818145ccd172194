import { useMemo } from 'react';
import { useText, type Say } from '../i18n/i18n';
import { RequestError } from '../data/request-error';

/** What went wrong, in a sentence or two, with what whoever helps will ask for. */
export function errorText(error: unknown, say: Say): string {
  if (!(error instanceof RequestError)) return error instanceof Error ? error.message : String(error);
  const request = error.requestId ? [say('error.request', { id: error.requestId })] : [];
  return [...sentences(error, say), ...request].join(' ');
}

function sentences(error: RequestError, say: Say): string[] {
  switch (error.kind) {
    case 'offline':
    case 'aborted':
      return [say('error.offline'), ...(error.elsewhere ? [say('error.elsewhere')] : [])];
    case 'timeout':
      return [say('error.timeout')];
    case 'unverified':
      return [say('error.unverified')];
    case 'ignored':
      return [say('error.ignored')];
    case 'notJson':
      return [...answered(error, say), ...(error.status >= 400 ? [] : [say('error.notJson')])];
    default:
      return [...answered(error, say), ...saidIn(error)];
  }
}

/** What it answered instead, and for how long it wants to be left alone. */
function answered({ status, retryAfter }: RequestError, say: Say): string[] {
  if (status < 400) return [];
  const wait = retryAfter === null || retryAfter === 0 ? [] : [say('error.wait', { count: retryAfter })];
  return [say('error.status', { status }), ...wait];
}

/** What it said of it itself. */
const saidIn = ({ problem }: RequestError): string[] =>
  [problem?.detail || problem?.title || ''].filter(Boolean).map(ended);

const ended = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** `errorText` in the language of the moment. */
export function useErrorText(): (error: unknown) => string {
  const say = useText();
  return useMemo(() => (error) => errorText(error, say), [say]);
}
