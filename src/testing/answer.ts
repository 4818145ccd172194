import { z } from 'zod';
import type { Problem } from '@/contract/problem';

/** A JSON object of any shape. */
export type Json = Record<string, unknown>;

/** An entity of any resource: the common fields, and the resource's own. */
export interface Entity {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly active: boolean;
  readonly name: string;
  readonly version: number;
  readonly company_id: string;
  readonly modified_at: string;
  readonly data: Json;
}

const object = z.record(z.string(), z.unknown());
const entity: z.ZodType<Entity> = z.looseObject({
  id: z.guid(),
  active: z.boolean(),
  name: z.string(),
  version: z.int(),
  company_id: z.guid(),
  modified_at: z.string(),
  data: object,
});
const step = z.strictObject({ data: z.array(entity), next_cursor: z.string(), has_more: z.boolean() });
const problem = z.strictObject({
  type: z.string(),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
  code: z.string().regex(/^[a-z_]+$/),
  request_id: z.string().min(1),
  errors: z
    .array(
      z.strictObject({
        pointer: z.string(),
        code: z.string(),
        detail: z.string(),
        limit: z.number().optional(),
        offer: z.string().optional(),
      }),
    )
    .optional(),
  current: z.unknown().optional(),
});

/**
 * A response that was read. `text` is the unparsed body; the other getters parse it and throw, with the body in the
 * message, if it is not what was requested.
 */
export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;

  constructor(status: number, headers: Headers, text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  /** The parsed body, or null if it is not JSON. */
  get json(): unknown {
    try {
      return JSON.parse(this.text);
    } catch {
      return null;
    }
  }

  get entity(): Entity {
    return this.read(entity);
  }

  get entities(): Entity[] {
    return this.read(z.array(entity));
  }

  /** A page of a cursor walk (docs/interface.md#46-pagination). */
  get step(): z.infer<typeof step> {
    return this.read(step);
  }

  /** A problem (docs/design.md#errors); its media type and the `status` member are checked as well. */
  get problem(): Problem {
    const read = this.read(problem);
    if (this.headers.get('content-type') !== 'application/problem+json' || read.status !== this.status) {
      throw new Error(`No problem by its header or its status: ${this.text}`);
    }
    const { errors, ...rest } = read;
    return {
      ...rest,
      ...(errors && {
        errors: errors.map(({ limit, offer, ...at }) => ({
          ...at,
          ...(limit !== undefined && { limit }),
          ...(offer !== undefined && { offer }),
        })),
      }),
    };
  }

  /** The pointers of the problem's errors. */
  get pointers(): string[] {
    return (this.problem.errors ?? []).map((error) => error.pointer);
  }

  header(name: string): string {
    return this.headers.get(name) ?? '';
  }

  private read<T>(schema: z.ZodType<T>): T {
    const result = schema.safeParse(this.json);
    if (!result.success) throw new Error(`${this.status}: ${this.text.slice(0, 2000)}`);
    return result.data;
  }
}
