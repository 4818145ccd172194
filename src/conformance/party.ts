import { must, NotShown } from './outcome';
import type { Answer, Client, Send } from './client';
import { isArray, isGuid, isObject, show, type Json } from './json';

/** A page of a list, with the values of its headers; NaN for one that is missing or no whole number. */
export interface Page {
  readonly records: Json[];
  readonly total: number;
  readonly page: number;
  readonly size: number;
  readonly pages: number;
}

/** A record, with the body that created it. */
export interface Made {
  readonly id: string;
  readonly sent: Json;
}

/** Returns the path of a list, or of the record with this id. */
export const pathOf = (name: string, id?: string): string =>
  `/api/secure/${name}${id === undefined ? '' : `/${id}`}`;

const mostPages = 60;
const largest = 1000;

/** One caller of the server: it reads, creates records, and deactivates these at the end. */
export class Party {
  readonly send: Client;
  private readonly made: { name: string; id: string }[] = [];

  constructor(send: Client) {
    this.send = send;
  }

  /**
   * Returns a page of a list.
   *
   * @throws Fail if the list is no JSON array.
   */
  async page(name: string, query: Record<string, string | number> = {}): Promise<Page> {
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    const answer = await this.send('GET', `${pathOf(name)}${search.size > 0 ? `?${search}` : ''}`);
    must(answer.ok, `the list with ${search}`, `${answer.status} ${answer.text.slice(0, 200)}`);
    must(isArray(answer.json), 'a JSON array', answer.json);
    const header = (key: string) => {
      const text = answer.headers.get(key) ?? '';
      return /^\d+$/.test(text) ? Number(text) : Number.NaN;
    };
    return {
      records: answer.json.filter(isObject),
      total: header('x-total-count'),
      page: header('x-page'),
      size: header('x-page-size'),
      pages: header('x-total-pages'),
    };
  }

  /** Returns all records of a list, page by page until a short one (docs/interface.md#46-pagination). */
  async all(name: string, query: Record<string, string | number> = {}, size = largest): Promise<Json[]> {
    const records: Json[] = [];
    for (let page = 1; page <= mostPages; page += 1) {
      const { records: more } = await this.page(name, { ...query, page, pageSize: size });
      records.push(...more);
      const isRepeated = page > 1 && more[0]?.['id'] === records[0]?.['id'];
      if (more.length < size || isRepeated) return records;
    }
    throw new NotShown(`${name} has more than ${mostPages * size} records`);
  }

  /**
   * Returns the record with this id as a list has it: from the last page, where most servers put new ones, or from any
   * page.
   */
  async listed(name: string, id: string): Promise<Json | undefined> {
    const isIt = (record: Json) => sameId(record['id'], id);
    const first = await this.page(name, { page: 1, pageSize: largest });
    const early = first.records.find(isIt);
    if (early || first.records.length < largest) return early;
    const late = first.pages > 1 ? await this.page(name, { page: first.pages, pageSize: largest }) : null;
    return late?.records.find(isIt) ?? (await this.all(name)).find(isIt);
  }

  /** Returns one record, or null if the server does not return it. */
  async get(name: string, id: string): Promise<Json | null> {
    const { ok, json } = await this.send('GET', pathOf(name, id));
    return ok ? entityIn(json) : null;
  }

  /**
   * Returns one record.
   *
   * @throws Fail if the server does not return it.
   */
  async mustGet(name: string, id: string): Promise<Json> {
    const answer = await this.send('GET', pathOf(name, id));
    const entity = answer.ok ? entityIn(answer.json) : null;
    must(
      entity !== null && sameId(entity['id'], id),
      `the entity ${id}`,
      `${answer.status} ${answer.text.slice(0, 200)}`,
    );
    return entity;
  }

  /** Posts a body and remembers the created records, to deactivate them at the end. */
  async post(name: string, body: unknown, send: Send = {}): Promise<Answer> {
    const answer = await this.send('POST', pathOf(name), { ...send, body });
    const sent = isArray(body) ? body : [body];
    const entities = isArray(answer.json) ? answer.json : [entityIn(answer.json)];
    for (const one of answer.ok ? [...sent, ...entities] : []) {
      if (isObject(one) && isGuid(one['id'])) this.remember(name, one['id']);
    }
    return answer;
  }

  /**
   * Updates a record.
   *
   * @throws Fail if the change is refused.
   */
  async put(name: string, id: string, body: Json): Promise<Answer> {
    const answer = await this.send('PUT', pathOf(name, id), { body });
    must(answer.ok, `PUT ${show(body)} to be accepted`, `${answer.status} ${answer.text.slice(0, 300)}`);
    return answer;
  }

  /** Remembers a record that the run created. */
  remember(name: string, id: string): void {
    if (!this.made.some((one) => one.id === id)) this.made.push({ name, id });
  }

  /** Deactivates the created records, the last one first; returns those that could not be deactivated. */
  async cleanUp(): Promise<string[]> {
    const notDeactivated: string[] = [];
    for (const { name, id } of this.made.toReversed()) {
      const answer = await this.send('PUT', pathOf(name, id), { body: { active: false } }).catch(() => null);
      // A server that answered with an id of its own has no record with the id that was sent.
      if (!answer?.ok && answer?.status !== 404) notDeactivated.push(`${name}/${id}`);
    }
    return notDeactivated;
  }
}

/** Compares GUIDs, ignoring the case of their letters. */
export const sameId = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && one.toLowerCase() === other.toLowerCase();

/**
 * Returns the entity in an answer whose shape the interface does not show: the answer itself, in an array, or in
 * `data`.
 */
export function entityIn(json: unknown): Json | null {
  if (isArray(json)) return json.length === 1 ? entityIn(json[0]) : null;
  if (!isObject(json)) return null;
  if ('id' in json) return json;
  return isObject(json['data']) || isArray(json['data']) ? entityIn(json['data']) : null;
}
