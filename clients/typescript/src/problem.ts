/** A fault of one field, by its JSON pointer: `/base_price`, `/0/data/url`. */
export interface FieldProblem {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** A request that was refused (RFC 9457). `code` says why in a word that stays: decide by it, and not by `message`. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors: readonly FieldProblem[],
    /** Names the request in the log of the service. */
    readonly requestId: string | null,
    /** The record as it is now, where another version was expected (412). */
    readonly current: unknown,
  ) {
    super(message);
  }
}

/** Reads the refusal of a response. What is no problem of the service, such as a proxy's page, has the code `http`. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const said = isRecord(body) ? body : {};
  return new Problem(
    response.status,
    textOf(said['code']) ?? 'http',
    textOf(said['detail']) ?? (response.statusText || `HTTP ${response.status}`),
    Array.isArray(said['errors']) ? said['errors'].flatMap(fieldProblem) : [],
    textOf(said['request_id']),
    said['current'],
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function fieldProblem(value: unknown): FieldProblem[] {
  if (!isRecord(value)) return [];
  const [pointer, code, detail] = [textOf(value['pointer']), textOf(value['code']), textOf(value['detail'])];
  return pointer === null || code === null || detail === null ? [] : [{ pointer, code, detail }];
}
