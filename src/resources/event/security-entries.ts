import { allows } from '@/contract/role';
import { textOf } from '@/app/form/engine/number-text';
import { useLog, useWholeLog } from '@/app/log/log-query';
import type { JsonObject } from '@/record/json';
import { useApp } from '@/app/shell/app-context';
import { securityevent } from '../securityevent/contract';
import type { TrailState } from './trail-query';

/** Name of the security log, whose entries stand among the events of an administrator's trail. */
export const securityLog = 'securityevent';

/** The kinds of entries that no event tells: sign-ins, exports of personal data, codes that pair a till, and what was done with links. */
const kinds: readonly unknown[] = [
  'sign_in',
  'sign_in_failed',
  'locked_out',
  'sign_out',
  'session_ended',
  'password_reset',
  'customer_exported',
  'pairing_code_made',
];

/** Gives entries of the security log the shape of events. */
const asEvents = (entries: readonly JsonObject[]): readonly JsonObject[] =>
  entries.map((entry) => ({
    ...entry,
    entity: securityLog,
    entity_id: entry['subject_id'] ?? null,
    action: 'entry',
    payload: null,
    before: null,
    after: null,
  }));

/**
 * Reads the security log beside the trail. Only administrators may, and an entry is of no record, field, action and change
 * set, so that it is left out where the trail is narrowed by these.
 */
export function useSecurityEntries({ filters }: TrailState, limit: number) {
  const { me } = useApp().current;
  const { user_id, key_id, from, until, ...ofEvents } = filters;
  const isOpen = Object.values(ofEvents).every((value) => value === null || value.length === 0);
  const isRead = me !== null && allows(me, securityevent.access.read) && isOpen;
  const source = {
    resource: securityLog,
    filters: { user_id, key_id, from, until },
    limit,
    parse: asEvents,
    enabled: isRead,
  };
  return { ...useLog(source), readWhole: useWholeLog(source), isRead };
}

/** A log as far as it is loaded, newest first. */
interface Loaded {
  readonly entries: readonly JsonObject[];
  /** Whether older entries are not loaded yet. */
  readonly more: boolean;
}

/**
 * Merges logs by time, newest first, without entries of the security log that an event tells. Entries that are older than the oldest one of a log with more pages wait: entries
 * of its next page may come before them.
 */
export function mergeNewestFirst(logs: readonly Loaded[]): readonly JsonObject[] {
  const horizon = logs.reduce((latest, { entries, more }) => {
    const oldest = textOf(entries.at(-1)?.['at']);
    return more && oldest > latest ? oldest : latest;
  }, '');
  return logs
    .flatMap(({ entries }) => entries)
    .filter((entry) => textOf(entry['at']) >= horizon)
    .filter((entry) => entry['entity'] !== securityLog || kinds.includes(entry['kind']))
    .toSorted((one, other) => textOf(other['at']).localeCompare(textOf(one['at'])));
}
