import { overlapFates, type Overlap, type OverlapFate, type SetOutcome } from '@/contract/change-set-outcome';
import { defineTexts, type SayOf } from '../../i18n/i18n';

/** Texts of what becomes of change sets that are not applied. */
export const outcomeTexts = defineTexts({
  en: {
    emptyNow: 'Nothing is left to change: all of it is so already.',
    otherNow_one: '{{count, number}} cell comes out otherwise than the preview said.',
    otherNow_other: '{{count, number}} cells come out otherwise than the preview said.',
    nowReady_one: '{{count, number}} record will change',
    nowReady_other: '{{count, number}} records will change',
    nowConflict_one: '{{count, number}} waits for a choice',
    nowConflict_other: '{{count, number}} wait for a choice',
    nowUnchanged_one: '{{count, number}} is so already',
    nowUnchanged_other: '{{count, number}} are so already',
    now: 'Now {{what}}.',
    shared_one: '{{count, number}} cell is changed by another set, too.',
    shared_other: '{{count, number}} cells are changed by other sets, too.',
    'other.before_one': 'changes {{count, number}} of these cells before this set',
    'other.before_other': 'changes {{count, number}} of these cells before this set',
    'other.after_one': 'changes {{count, number}} of these cells after this set',
    'other.after_other': 'changes {{count, number}} of these cells after this set',
    'before.waits_one': 'this set waits for a choice on {{count, number}}',
    'before.waits_other': 'this set waits for a choice on {{count, number}}',
    'after.waits_one': 'it waits for a choice on {{count, number}}',
    'after.waits_other': 'it waits for a choice on {{count, number}}',
    'before.replaces_one': 'this set replaces {{count, number}}',
    'before.replaces_other': 'this set replaces {{count, number}}',
    'after.replaces_one': 'it replaces {{count, number}}',
    'after.replaces_other': 'it replaces {{count, number}}',
    alike_one: '{{count, number}} comes to the same',
    alike_other: '{{count, number}} come to the same',
    stays_one: '{{count, number}} stays as the earlier set makes it',
    stays_other: '{{count, number}} stay as the earlier set makes them',
    apart_one: 'they do not meet on {{count, number}}',
    apart_other: 'they do not meet on {{count, number}}',
    ends: 'In the end: {{what}}.',
    'ends.this_one': '{{count, number}} as this set makes it',
    'ends.this_other': '{{count, number}} as this set makes them',
    'ends.other_one': '{{count, number}} as other sets make it',
    'ends.other_other': '{{count, number}} as other sets make them',
    'ends.before_one': '{{count, number}} as it is now',
    'ends.before_other': '{{count, number}} as they are now',
    ended: 'from {{from}} to {{to}}',
    until: 'until {{to}}',
    moreSets_one: '{{count, number}} more set.',
    moreSets_other: '{{count, number}} more sets.',
    some: 'There are more: the numbers are those of the first records.',
    short_one: '{{count, number}} cell also in {{name}}, {{which}}',
    short_other: '{{count, number}} cells also in {{name}}, {{which}}',
    'short.before': 'this set comes last',
    'short.after': 'which comes last',
    shortMany_one: '{{count, number}} cell also in {{sets, number}} other sets',
    shortMany_other: '{{count, number}} cells also in {{sets, number}} other sets',
    shortEmpty: 'Nothing left to change',
    shortOther_one: '{{count, number}} cell other than previewed',
    shortOther_other: '{{count, number}} cells other than previewed',
    again: 'Preview again',
    unschedule: 'Back to draft',
  },
  fi: {
    emptyNow: 'Mitään ei ole enää muutettavana: kaikki on jo niin.',
    otherNow_one: '{{count, number}} arvosta tulee muuta kuin esikatselu sanoi.',
    otherNow_other: '{{count, number}} arvosta tulee muuta kuin esikatselu sanoi.',
    nowReady_one: '{{count, number}} tietue muuttuu',
    nowReady_other: '{{count, number}} tietuetta muuttuu',
    nowConflict_one: '{{count, number}} odottaa valintaa',
    nowConflict_other: '{{count, number}} odottaa valintaa',
    nowUnchanged_one: '{{count, number}} on jo niin',
    nowUnchanged_other: '{{count, number}} on jo niin',
    now: 'Nyt {{what}}.',
    shared_one: 'Myös toinen joukko muuttaa {{count, number}} arvoa.',
    shared_other: 'Myös muut joukot muuttavat {{count, number}} arvoa.',
    'other.before_one': 'muuttaa {{count, number}} näistä arvoista ennen tätä joukkoa',
    'other.before_other': 'muuttaa {{count, number}} näistä arvoista ennen tätä joukkoa',
    'other.after_one': 'muuttaa {{count, number}} näistä arvoista tämän joukon jälkeen',
    'other.after_other': 'muuttaa {{count, number}} näistä arvoista tämän joukon jälkeen',
    'before.waits_one': 'tämä joukko odottaa valintaa {{count, number}} arvosta',
    'before.waits_other': 'tämä joukko odottaa valintaa {{count, number}} arvosta',
    'after.waits_one': 'se odottaa valintaa {{count, number}} arvosta',
    'after.waits_other': 'se odottaa valintaa {{count, number}} arvosta',
    'before.replaces_one': 'tämä joukko korvaa {{count, number}} arvon',
    'before.replaces_other': 'tämä joukko korvaa {{count, number}} arvoa',
    'after.replaces_one': 'se korvaa {{count, number}} arvon',
    'after.replaces_other': 'se korvaa {{count, number}} arvoa',
    alike_one: '{{count, number}} arvosta tulee sama',
    alike_other: '{{count, number}} arvosta tulee sama',
    stays_one: '{{count, number}} jää aiemman joukon mukaiseksi',
    stays_other: '{{count, number}} jää aiemman joukon mukaisiksi',
    apart_one: 'ne eivät kohtaa {{count, number}} arvossa',
    apart_other: 'ne eivät kohtaa {{count, number}} arvossa',
    ends: 'Lopuksi: {{what}}.',
    'ends.this_one': '{{count, number}} tämän joukon mukainen',
    'ends.this_other': '{{count, number}} tämän joukon mukaisia',
    'ends.other_one': '{{count, number}} muiden joukkojen mukainen',
    'ends.other_other': '{{count, number}} muiden joukkojen mukaisia',
    'ends.before_one': '{{count, number}} niin kuin nyt',
    'ends.before_other': '{{count, number}} niin kuin nyt',
    ended: '{{from}}–{{to}}',
    until: 'päättyy {{to}}',
    moreSets_one: '{{count, number}} muu joukko.',
    moreSets_other: '{{count, number}} muuta joukkoa.',
    some: 'Niitä on enemmän: luvut ovat ensimmäisistä tietueista.',
    short_one: '{{count, number}} arvo myös joukossa {{name}}, {{which}}',
    short_other: '{{count, number}} arvoa myös joukossa {{name}}, {{which}}',
    'short.before': 'tämä joukko on viimeinen',
    'short.after': 'joka on viimeinen',
    shortMany_one: '{{count, number}} arvo myös {{sets, number}} muussa joukossa',
    shortMany_other: '{{count, number}} arvoa myös {{sets, number}} muussa joukossa',
    shortEmpty: 'Ei enää muutettavaa',
    shortOther_one: '{{count, number}} arvo muu kuin esikatseltu',
    shortOther_other: '{{count, number}} arvoa muu kuin esikatseltu',
    again: 'Esikatsele uudelleen',
    unschedule: 'Takaisin luonnokseksi',
  },
});

/** Says a count if it is not nought. */
const said = (say: SayOf, key: string, count: number): string[] => (count > 0 ? [say(key, { count })] : []);

/** Returns what has become of a set since its preview, in sentences; null if that is what the preview said. */
export function sinceText({ since_preview: since }: SetOutcome, say: SayOf): string | null {
  if (since === null || since.state === 'same') return null;
  if (since.state === 'empty') return say('emptyNow');
  const now = [
    ...said(say, 'nowReady', since.ready),
    ...said(say, 'nowConflict', since.conflict),
    ...said(say, 'nowUnchanged', since.unchanged),
  ];
  return [say('otherNow', { count: since.cells }), say('now', { what: now.join(', ') })].join(' ');
}

const keyOf = (fate: OverlapFate, { order }: Overlap): string =>
  fate === 'waits' || fate === 'replaces' ? `${order}.${fate}` : fate;

/** Returns what another set does to the same cells, and what becomes of them, as one sentence without its name. */
export function overlapText(other: Overlap, say: SayOf): string {
  const fates = overlapFates.flatMap((fate) => said(say, keyOf(fate, other), other[fate]));
  return `${say(`other.${other.order}`, { count: other.cells })}: ${fates.join(', ')}`;
}

/** Returns whose values the shared cells have in the end. */
export function endsText({ ends }: SetOutcome, say: SayOf): string {
  const what = (['this', 'other', 'before'] as const).flatMap((whose) =>
    said(say, `ends.${whose}`, ends[whose]),
  );
  return say('ends', { what: what.join(', ') });
}

/** Whether nothing is left to change in a set. */
export const isEmptyNow = (outcome: SetOutcome | undefined): boolean =>
  outcome?.since_preview?.state === 'empty';

/** Returns what a list says of a set beside its state: what became of it since its preview, and which other set has the same cells. */
export function shortTexts(outcome: SetOutcome, say: SayOf): string[] {
  const { since_preview: since, others, other_sets: sets, ends } = outcome;
  const [other] = others;
  return [
    ...(since?.state === 'other' ? [say('shortOther', { count: since.cells })] : []),
    ...(other && sets === 1
      ? [say('short', { count: other.cells, name: other.name, which: say(`short.${other.order}`) })]
      : []),
    ...(sets > 1 ? [say('shortMany', { count: ends.cells, sets })] : []),
  ];
}
