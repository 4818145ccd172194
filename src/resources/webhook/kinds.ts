import { contracts, type ResourceName } from '../contracts';

/** What becomes of business days, and of months and change sets, besides what becomes of any record. */
const own = {
  businessday: ['opened', 'changed', 'closed', 'reopened', 'exported'],
  changeset: ['created', 'changed', 'applied', 'deactivated'],
  sales: ['created'],
  question: ['created', 'changed'],
} as const satisfies Partial<Record<ResourceName, readonly string[]>>;

const ownOf = (name: string): readonly string[] | undefined =>
  Object.entries(own).find(([one]) => one === name)?.[1];

/** The kinds of events by what they are about, as a webhook names them: `plu` → `plu.created`, `plu.changed`, `plu.deactivated`. */
export const kindsOf: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...Object.values(contracts)
      .filter(({ name }) => name !== 'event' && name !== 'securityevent')
      .map(({ name, erasable }): [string, readonly string[]] => [
        name,
        [...(ownOf(name) ?? ['created', 'changed', 'deactivated']), ...(erasable ? ['erased'] : [])],
      ]),
    ['month', ['locked', 'unlocked']] satisfies [string, readonly string[]],
    ['acknowledgement', ['created']] satisfies [string, readonly string[]],
  ].map(([name, verbs]) => [name, verbs.map((verb) => `${name}.${verb}`)]),
);

/** All kinds of events that a webhook may name. */
export const webhookKinds: readonly string[] = [...kindsOf.values()].flat();
