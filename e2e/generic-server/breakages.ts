import { LosslessNumber } from 'lossless-json';
import type { BareBehaviour } from './behaviour';
import type { BareEntity } from './records';

/** A violation of the interface, with the checks that must find it. */
export interface Breakage {
  readonly says: string;
  readonly does: Partial<BareBehaviour>;
  /** Ids of the checks of `npm run conformance` that fail. */
  readonly found: readonly string[];
}

const withData = (entity: BareEntity, data: unknown) => ({ ...entity, data });

/** Parses JSON as a server whose numbers are floats. */
function throughFloats(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof LosslessNumber) return Number(value.value);
  if (Array.isArray(value)) return value.map(throughFloats);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, throughFloats(inner)]));
}

/** The violations that tests switch on in the bare server. */
export const breakages: readonly Breakage[] = [
  {
    says: 'answers arrays in another order',
    does: { arrayAnswer: (entities) => entities.toReversed() },
    found: ['array-order'],
  },
  {
    says: 'answers an array with its last entity left out',
    does: { arrayAnswer: (entities) => entities.slice(0, -1) },
    found: ['array-creates', 'array-order'],
  },
  {
    says: 'counts one too many',
    does: { totalHeader: (total) => total + 1, pagesHeader: (total, size) => Math.ceil((total + 1) / size) },
    found: ['total-is-count'],
  },
  {
    says: 'counts one too few',
    does: { totalHeader: (total) => total - 1 },
    found: ['total-is-count'],
  },
  {
    says: 'rounds the number of pages down',
    does: { pagesHeader: (total, size) => Math.floor(total / size) },
    found: ['total-pages-arithmetic'],
  },
  {
    says: 'gives data as a string',
    does: { shown: (entity) => withData(entity, JSON.stringify(entity.data)) },
    found: ['data-object', 'get-one-data', 'upsert-answer', 'array-data'],
  },
  {
    says: 'leaves deactivated records out of lists',
    does: { listed: (entities) => entities.filter(({ active }) => active) },
    found: ['deactivated-listed', 'deactivated-included'],
  },
  {
    says: 'wipes fields that PUT does not send',
    does: { merged: ({ id, active, data }, sent) => ({ active, data, ...sent, id, ...dataOf(sent) }) },
    found: ['put-partial', 'put-own-fields', 'deactivate'],
  },
  {
    says: 'wipes data that PUT does not send',
    does: { merged: (stored, sent) => ({ ...stored, data: {}, ...sent, id: stored.id, ...dataOf(sent) }) },
    found: ['put-partial', 'put-keeps-data'],
  },
  {
    says: 'wipes siblings in data',
    does: { merged: (stored, sent) => ({ ...stored, ...sent, id: stored.id, ...dataOf(sent) }) },
    found: ['put-data-siblings'],
  },
  {
    says: 'ignores the page',
    does: { offset: () => 0 },
    found: ['page-moves', 'iterate', 'pages-concurrently'],
  },
  {
    says: 'counts pages from 0',
    does: { offset: (page, size) => page * size },
    found: ['last-page', 'page-size-default'],
  },
  {
    says: 'lets pages overlap by one',
    does: { offset: (page, size) => Math.max((page - 1) * size - 1, 0) },
    found: ['page-moves', 'pages-concurrently'],
  },
  { says: 'gives more than 1000 to a page', does: { maximumPageSize: 5000 }, found: ['page-size-maximum'] },
  { says: 'gives 500 to a page at most', does: { maximumPageSize: 500 }, found: ['page-size-1000'] },
  { says: 'gives 50 to a page unasked', does: { defaultPageSize: 50 }, found: ['page-size-default'] },
  {
    says: 'creates whatever id is sent',
    does: { idOf: () => undefined },
    found: ['upsert-one', 'array-updates', 'create-with-id'],
  },
  {
    says: 'ignores the id of what it creates',
    does: { created: (entity) => ({ ...entity, id: crypto.randomUUID() }) },
    found: ['create-with-id'],
  },
  {
    says: 'ignores the given active',
    does: { created: (entity) => ({ ...entity, active: true }) },
    found: ['create-given-active'],
  },
  {
    says: 'reads numbers as floats',
    does: { shown: throughFloats },
    found: ['data-numbers-equal'],
  },
  {
    says: 'gives base_price as a number',
    does: {
      shown: (entity) =>
        'base_price' in entity ? { ...entity, base_price: Number(entity['base_price']) } : entity,
    },
    found: ['plu.base_price', 'base-price-as-sent'],
  },
  {
    says: 'drops trailing zeros of base_price',
    does: {
      shown: (entity) =>
        'base_price' in entity ? { ...entity, base_price: String(Number(entity['base_price'])) } : entity,
    },
    found: ['base-price-as-sent'],
  },
  { says: 'ignores the filter dpt_id', does: { filtered: (entities) => entities }, found: ['filter-dpt'] },
  {
    says: 'filters deactivated products away',
    does: { filtered: (entities, id) => entities.filter(({ dpt_id, active }) => active && dpt_id === id) },
    found: ['filter-dpt-whole'],
  },
  {
    says: 'shows other companies’ data',
    does: { companyOf: () => 0 },
    found: ['scope-lists', 'scope-get', 'scope-put', 'scope-post', 'scope-filter', 'company-assigned'],
  },
  {
    says: 'asks for no key',
    does: { isAuthorized: () => true },
    found: ['key-required-list', 'key-known-list', 'key-required-one', 'key-required-write'],
  },
  {
    says: 'takes any key',
    does: { isAuthorized: (header) => header !== null },
    found: ['key-known-list', 'key-required-write'],
  },
  { says: 'has always more', does: { hasMore: () => true }, found: ['cursor-ends'] },
  { says: 'never has more', does: { hasMore: () => false }, found: ['cursor-ends'] },
  {
    says: 'looks no references up',
    does: { checksReferences: false },
    found: ['reference-exists-dpt', 'reference-exists-tax'],
  },
  { says: 'deletes', does: { deletes: true }, found: ['no-delete'] },
  {
    says: 'drops keys of data that it does not know',
    does: {
      shown: (entity) =>
        withData(
          entity,
          Object.fromEntries(Object.entries(entity.data).filter(([key]) => !key.startsWith('conf'))),
        ),
    },
    found: ['unknown-keys-kept', 'create-fields-kept'],
  },
];

const dataOf = (sent: Readonly<Record<string, unknown>>): { data?: Record<string, unknown> } =>
  typeof sent['data'] === 'object' && sent['data'] !== null ? { data: { ...sent['data'] } } : {};
