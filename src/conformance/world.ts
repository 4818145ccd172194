import { customerBody, otherBodies, productBody } from './bodies';
import { Fail, NotShown } from './outcome';
import { isArray, isGuid, isObject, type Json } from './json';
import { entityIn, type Made, type Party } from './party';
import { findReferences, type References } from './references';

/** A list as the server first answered it. */
export interface Listed {
  /** Its form without parameters: an array, or cursor form (docs/interface.md#46-pagination). */
  readonly kind: 'array' | 'cursor' | 'other';
  readonly records: readonly Json[];
  readonly json: unknown;
  readonly type: string;
}

/**
 * Master data that docs/interface.md#1-what-the-service-does names and shows how to write; days, sales and keys are
 * never written.
 */
const writable = ['plu', 'customer', 'discount', 'tender', 'tenders', 'location'];

/** What all checks share: the server's resources, its callers, and records created for the checks. */
export class World {
  readonly first: Party;
  /** A caller of another company, if its key was given. */
  readonly second: Party | null;
  readonly lists: ReadonlyMap<string, Listed>;
  readonly absent: ReadonlyMap<string, string>;
  readonly readOnly: boolean;
  /** Part of the name of every record that this run creates. */
  readonly label: string;
  private turn = 0;
  private readonly known = new Map<Party, Promise<References>>();
  private readonly recipes = new Map<string, number>();
  private readonly products = new Map<Party, Promise<Made>>();

  constructor(parts: Pick<World, 'first' | 'second' | 'lists' | 'absent' | 'readOnly' | 'label'>) {
    this.first = parts.first;
    this.second = parts.second;
    this.lists = parts.lists;
    this.absent = parts.absent;
    this.readOnly = parts.readOnly;
    this.label = parts.label;
  }

  /** Names of all lists that answered. */
  get names(): string[] {
    return [...this.lists.keys()];
  }

  /** Names of the lists that the run writes to. */
  get writable(): string[] {
    return this.readOnly ? [] : this.names.filter((name) => writable.includes(name));
  }

  /**
   * Returns a list.
   *
   * @throws NotShown if the server has no such list.
   */
  list(name: string): Listed {
    const list = this.lists.get(name);
    if (!list) throw new NotShown(this.absent.get(name) ?? `there is no ${name}`);
    return list;
  }

  references(party: Party = this.first): Promise<References> {
    const references = this.known.get(party) ?? this.findReferences(party);
    this.known.set(party, references);
    return references;
  }

  private async findReferences(party: Party): Promise<References> {
    const products =
      party === this.first ? (this.lists.get('plu')?.records ?? []) : (await party.page('plu')).records;
    return findReferences(party, products, this);
  }

  /** Returns a name that no other record has. */
  nextName(): string {
    this.turn += 1;
    return `${this.label} ${this.turn}`;
  }

  /** Returns bodies for a new record of a resource, the most likely to be accepted first. */
  async bodies(name: string, party: Party = this.first): Promise<Json[]> {
    const called = this.nextName();
    if (name === 'customer') return [customerBody(called, this.turn)];
    if (name !== 'plu') return otherBodies(called, this.lists.get(name)?.records[0]);
    const references = await this.references(party);
    return [productBody(called, this.turn, references)];
  }

  /** Returns a body that creates a record of this resource, once one was created. */
  async body(name: string, changes: Json = {}, party: Party = this.first): Promise<Json> {
    if (!this.recipes.has(name)) await this.create(name, {}, party);
    return { ...(await this.bodies(name, party))[this.recipes.get(name) ?? 0], ...changes };
  }

  /**
   * Creates a record with POST and returns its id, however the server answers (docs/interface.md#44-create-or-upsert:
   * the shape is not shown).
   *
   * @throws Fail if a product or customer with the fields of the interface is refused; NotShown if another kind is,
   * since its fields are not shown.
   */
  async create(name: string, changes: Json = {}, party: Party = this.first): Promise<Made> {
    this.list(name);
    const bodies = await this.bodies(name, party);
    let refusal = '';
    for (const [index, body] of bodies.entries()) {
      if (index < (this.recipes.get(name) ?? 0)) continue;
      const sent = { ...body, ...changes };
      const answer = await party.post(name, sent);
      if (answer.ok) {
        this.recipes.set(name, index);
        const id = entityIn(answer.json)?.['id'] ?? (await this.findByName(party, name, sent));
        if (!isGuid(id)) throw new Fail('the created record to be found', answer.json);
        party.remember(name, id);
        return { id, sent };
      }
      refusal = `${answer.status} ${answer.text.slice(0, 300)}`;
      if (answer.status === 401 || answer.status === 403)
        throw new NotShown(`the key may not create ${name}`);
    }
    if (name !== 'plu' && name !== 'customer') throw new NotShown(`no ${name} could be made: ${refusal}`);
    const { dpt, tax } = await this.references(party);
    if (name === 'plu' && (!dpt[0] || !tax[0]))
      throw new NotShown('no department or tax to refer to is known');
    throw new Fail(`a ${name} with the fields of the interface to be created`, refusal);
  }

  private async findByName(party: Party, name: string, sent: Json): Promise<unknown> {
    const found = (await party.all(name)).find((record) => record['name'] === sent['name']);
    return found?.['id'];
  }

  /** Returns a product with every field, created once. */
  product(): Promise<Made> {
    const product = this.products.get(this.first) ?? this.create('plu');
    this.products.set(this.first, product);
    return product;
  }

  /** Returns records to check: the first page of the list, and for products also one with every field. */
  async records(name: string): Promise<Json[]> {
    const records = [...this.list(name).records];
    if (name === 'plu' && !this.readOnly) {
      const product = await this.product().catch(() => null);
      if (product) records.push(await this.first.mustGet(name, product.id));
    }
    if (records.length === 0) throw new NotShown('there are no records');
    return records;
  }
}

/** Classifies a list's first answer. */
export function readList(json: unknown, type: string): Listed {
  if (isArray(json)) return { kind: 'array', records: json.filter(isObject), json, type };
  const inner = isObject(json) ? json['data'] : null;
  if (!isArray(inner)) return { kind: 'other', records: [], json, type };
  return { kind: 'cursor', records: inner.filter(isObject), json, type };
}
