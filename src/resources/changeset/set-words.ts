import { dayMs } from '@/record/calendar';
import {
  BadgePercent,
  Euro,
  FileSpreadsheet,
  KeyRound,
  ListChecks,
  Package,
  RotateCcw,
  Undo2,
} from 'lucide-react';
import type { ChangeSet } from '@/app/changes/change-sets';
import { dateFormat } from '@/app/i18n/format';
import type { Format } from '@/app/i18n/formats';
import type { SayOf } from '@/app/i18n/i18n';
import type { DotColor } from '@/ui/display/badge';
import type { IconShape } from '@/ui/display/icon';
import { isWorking } from './set-query';

const icons: Readonly<Record<string, IconShape>> = {
  grid: Package,
  prices: Euro,
  import: FileSpreadsheet,
  check: ListChecks,
  restore: RotateCcw,
  undo: Undo2,
  promotion: BadgePercent,
  api: KeyRound,
};

/** Returns the icon of where a set comes from. */
export const originIcon = (origin: string): IconShape => icons[origin] ?? Package;

/** Returns where a set comes from, in words. */
export function originText(origin: string, say: SayOf): string {
  const key = `origin=${origin}`;
  return say(key) === key ? origin : say(key);
}

const countOf = ({ counts }: ChangeSet, name: string): number => counts[name] ?? 0;

/** Returns what a count says if it is not nought. */
const said = (set: ChangeSet, name: string, key: string, say: SayOf): string[] =>
  countOf(set, name) > 0 ? [say(key, { count: countOf(set, name) })] : [];

/** Returns what somebody has to look at in a set, in words: "2 to choose", "3 below cost". */
export const risksOf = (set: ChangeSet, say: SayOf): string[] => [
  ...said(set, 'conflict', 'toChoose', say),
  ...said(set, 'refused', 'refused', say),
  ...said(set, 'below_cost', 'belowCost', say),
  ...said(set, 'large_change', 'overLarge', say),
  ...said(set, 'barcode_twice', 'twice', say),
];

/** The state of a set in a list: its sign and its words. */
export interface StateWords {
  readonly sign: DotColor | 'clock' | 'undo';
  readonly text: string;
}

/** Returns the state of a set in words, as the list says it. `undo` is the set that took it back, if it is known. */
export function stateWords(set: ChangeSet, undo: ChangeSet | undefined, say: SayOf, now: number): StateWords {
  const joined = (...parts: string[]) => parts.join(', ');
  const approved = set.approved_by === null ? [] : [say('approvedBy', { who: set.approved_by })];
  const risks = risksOf(set, say);
  switch (set.status) {
    case 'waiting': {
      const asked = set.requested_by === null ? [] : [say('askedBy', { who: set.requested_by })];
      return { sign: 'attention', text: joined(...asked, ...risks) };
    }
    case 'draft': {
      if (set.problem !== null) return { sign: 'attention', text: say(`problem.${set.problem}`) };
      if (countOf(set, 'items') === 0) return { sign: 'hollow', text: joined(say('empty'), ...approved) };
      if (countOf(set, 'open') > 0 || set.previewed_at === null)
        return { sign: 'hollow', text: joined(say('notPreviewed'), ...approved) };
      return risks.length > 0
        ? { sign: 'attention', text: joined(...risks, ...approved) }
        : { sign: 'accent', text: joined(say('ready'), ...approved) };
    }
    case 'scheduled':
      if (set.problem !== null) return { sign: 'attention', text: say(`problem.${set.problem}`) };
      return { sign: 'clock', text: joined(untilText(set.due_at, say, now), ...approved) };
    case 'stopped':
      return {
        sign: 'attention',
        text: joined(
          say('state.stopped', { count: countOf(set, 'applied') }),
          ...(set.problem === null ? [] : [say(`problem.${set.problem}`)]),
        ),
      };
    case 'discarded':
      return { sign: 'hollow', text: say('discarded') };
    case 'applied': {
      if (set.undone_by !== null)
        return {
          sign: 'undo',
          text: undo
            ? say('wentBack', { back: countOf(undo, 'applied'), count: countOf(set, 'applied') })
            : say('undone'),
        };
      const rest = [
        ...said(set, 'conflict', 'toChoose', say),
        ...said(set, 'refused', 'refused', say),
        ...said(set, 'kept', 'theirsKept', say),
        ...(set.problem === null ? [] : [say(`problem.${set.problem}`)]),
      ];
      return {
        sign: countOf(set, 'conflict') > 0 || set.problem !== null ? 'attention' : 'ink',
        text: joined(say('applied'), ...rest),
      };
    }
    default:
      return { sign: 'accent', text: say(`state.${set.status}`) };
  }
}

const units = [
  ['inDays', dayMs],
  ['inHours', 3_600_000],
  ['inMinutes', 60_000],
] as const;

/** Returns how long it is until a moment, rounded: "In 2 days" (on a Saturday of Monday's opening), "In 40 minutes". */
export function untilText(at: string | null, say: SayOf, now: number): string {
  const left = at === null ? 0 : Date.parse(at) - now;
  const unit = units.find(([, length]) => left >= length);
  return unit ? say(unit[0], { count: Math.round(left / unit[1]) }) : say('now');
}

/** Returns a moment with its weekday on the clock of the company: "Mon 23 Mar 06:00". */
export function weekdayMoment(at: string | null, locale: string, timeZone: string | undefined): string {
  if (at === null || Number.isNaN(Date.parse(at))) return '–';
  const moment = new Date(at);
  const part = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { ...options, timeZone }).format(moment);
  const month = locale.startsWith('fi') ? 'numeric' : 'short';
  return [
    part({ weekday: 'short' }),
    part({ day: 'numeric', month }),
    part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  ].join(' ');
}

/** Compares scheduled sets in the order in which they are applied: at one moment in that of their ids, as the service takes them. */
export const byDue = (a: ChangeSet, b: ChangeSet): number =>
  (a.due_at ?? '').localeCompare(b.due_at ?? '') || (a.id < b.id ? -1 : 1);

/** The groups of the list, in the order of what needs a person. */
export const groups = ['running', 'mine', 'waiting', 'draft', 'scheduled', 'applied', 'undone'] as const;
export type SetGroup = (typeof groups)[number];

/** Returns the group of the list that a set stands in. */
export function groupOf(set: ChangeSet, isMine: boolean): SetGroup {
  if (isWorking(set) || set.status === 'stopped') return 'running';
  if (set.status === 'waiting') return isMine ? 'mine' : 'waiting';
  if (set.status === 'draft' || set.status === 'scheduled') return set.status;
  return set.status === 'discarded' || set.undone_by !== null ? 'undone' : 'applied';
}

/** Returns the state of a set in words, as its own page says it. */
export function stateOf(
  set: ChangeSet,
  say: SayOf,
  format: Format,
  timeZone: string | undefined,
  inSentence: (at: string | null) => string,
): { readonly color: DotColor; readonly text: string } {
  const weekday = (at: string | null) => weekdayMoment(at, format.locale, timeZone);
  switch (set.status) {
    case 'applied':
      return set.undone_by === null
        ? { color: 'ink', text: say('state.applied', { when: inSentence(set.applied_at) }) }
        : { color: 'hollow', text: say('state.undone') };
    case 'scheduled':
      return { color: 'accent', text: say('state.scheduled', { when: weekday(set.due_at) }) };
    case 'stopped':
      return { color: 'attention', text: say('state.stopped', { count: set.counts['applied'] ?? 0 }) };
    case 'draft':
    case 'discarded':
      return { color: 'hollow', text: say(`state.${set.status}`) };
    case 'waiting':
      return { color: 'attention', text: say('state.waiting') };
    default:
      return { color: 'accent', text: say(`state.${set.status}`) };
  }
}
