import { useQueries, useQuery } from '@tanstack/react-query';
import { recordLabelQuery } from '@/app/data/queries';
import type { Row } from '@/app/data/row';
import { useFormat } from '@/app/i18n/use-format';
import { mayCreate, may } from '@/app/session/session';
import { useApp } from '@/app/shell/app-context';
import { fieldOf, nameOf, neededFor } from '@/app/shell/screen';
import { askablePeople } from '../question/thread/question-query';

/** A record by its GUID in lower case, and its resource. */
export type RecordReference = readonly [id: string, resource: string];

/** The resources whose records are called by their location, too. */
export const entitiesOfPlace: ReadonlySet<string> = new Set(['businessday', 'sales']);

/**
 * Returns a function for what records are called: their name, or else their code; of a day its date and location, of a
 * receipt its number and location. "…" while it is being read, undefined if it cannot be known. Whom a question is asked of
 * is known by that question, too, also when they have left.
 */
export function useRecordNames(wanted: readonly RecordReference[]): (id: string) => string | undefined {
  const { screens, source, current } = useApp();
  const { me, client } = current;
  const format = useFormat();
  // What a role may not read would be refused, and each refusal is in the security log.
  const isReadable = (resource: string) => {
    const target = screens[resource];
    return target !== undefined && may(me, neededFor(target));
  };
  const query = ([id, resource]: RecordReference) =>
    recordLabelQuery(source, screens[resource]!.contract, id);
  const named = wanted.filter(([, resource]) => isReadable(resource));
  const records = useQueries({ queries: named.map(query) });
  const places = [
    ...new Set(
      named.flatMap(([, resource], at) => {
        const place = records[at]?.data?.['location_id'];
        return entitiesOfPlace.has(resource) && typeof place === 'string' ? [place.toLowerCase()] : [];
      }),
    ),
  ];
  const locations = useQueries({ queries: places.map((id) => query([id, 'location'])) });
  const question = screens['question']?.contract;
  // Who may not read people may know those whom they may ask.
  const people = useQuery({
    ...askablePeople(client),
    enabled:
      question !== undefined &&
      mayCreate(me, question.access) &&
      named.length < wanted.length &&
      wanted.some(([, resource]) => resource === 'user'),
  });

  const calledBy = (resource: string, row: Row): string => {
    const screen = screens[resource];
    if (screen?.recordName === undefined) {
      const code = screen?.code === undefined ? '' : fieldOf(row, screen.code);
      return [row['name'], code].find((text) => typeof text === 'string' && text !== '')?.toString() ?? '';
    }
    const at = places.indexOf(String(row['location_id']).toLowerCase());
    const place = locations[at]?.data?.['name'];
    return [nameOf(screen, row, format), typeof place === 'string' ? place : '']
      .filter((text) => text !== '')
      .join(', ');
  };
  return (id) => {
    const at = named.findIndex(([known]) => known === id.toLowerCase());
    const [, resource] = named[at] ?? [];
    if (resource === undefined) {
      const asked = records.find(({ data }) => data?.['asked_of'] === id.toLowerCase())?.data;
      const name = people.data?.find((one) => one.id === id.toLowerCase())?.name ?? asked?.['asked_of_name'];
      return typeof name === 'string' ? name : undefined;
    }
    const { data, isPending } = records[at]!;
    return isPending ? '…' : (data && calledBy(resource, data)) || undefined;
  };
}
