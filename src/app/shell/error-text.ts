import { useMemo } from 'react';
import { useText, type Say } from '../i18n/i18n';
import { RequestError } from '../data/request-error';

/** Returns one or two sentences that describe an error, with the request id that support will ask for. */
export function errorText(error: unknown, say: Say): string {
  if (!(error instanceof RequestError)) return error instanceof Error ? error.message : String(error);
  if (error.problem?.code === 'as_of_before_horizon')
    return say('error.removed', { day: dayIn(error.message) });
  const request = error.requestId ? [say('error.request', { id: error.requestId })] : [];
  return [...sentences(error, say), ...request].join(' ');
}

/** Returns the first day (UTC) that a message of the service names, in the language of the page. */
const dayIn = (message: string): string =>
  new Date(/\d{4}-\d\d-\d\d/.exec(message)?.[0] ?? '').toLocaleDateString(document.documentElement.lang, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });

function sentences(error: RequestError, say: Say): string[] {
  switch (error.kind) {
    case 'offline':
    case 'aborted':
      return [say('error.offline'), ...(error.isCrossOrigin ? [say('error.elsewhere')] : [])];
    case 'timeout':
      return [say('error.timeout')];
    case 'unverified':
      return [say('error.unverified')];
    case 'ignored':
      return [say('error.ignored')];
    case 'notJson':
      return [...describeStatus(error, say), ...(error.status >= 400 ? [] : [say('error.notJson')])];
    default:
      return [...describeStatus(error, say), ...serviceMessage(error)];
  }
}

/** Describes a refusal by its status, and the time to wait. */
function describeStatus({ status, retryAfter }: RequestError, say: Say): string[] {
  if (status < 400) return [];
  const wait = retryAfter === null || retryAfter === 0 ? [] : [say('error.wait', { count: retryAfter })];
  return [say('error.status', { status }), ...wait];
}

/** Returns the service's own message, if it sent one. */
const serviceMessage = ({ problem }: RequestError): string[] =>
  [problem?.detail || problem?.title || ''].filter(Boolean).map(withFullStop);

const withFullStop = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** Returns `errorText` in the current language. */
export function useErrorText(): (error: unknown) => string {
  const say = useText();
  return useMemo(() => (error) => errorText(error, say), [say]);
}
