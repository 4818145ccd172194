import type { z } from 'zod';
import { fieldProblems } from '@/contract/problem';
import { jsonLimits, scanJson, unstorableText } from '../write/json-text';
import { badRequest, HttpProblem, invalid } from './problems';

/** Limits of a body in bytes, and of an array in items (docs/design.md#limits). */
export const bodyLimits = { object: 1024 * 1024, array: 8 * 1024 * 1024, items: 1000 } as const;

/** A JSON body: its own text, from which PostgreSQL reads `data`, and a parsed copy for validation. */
export interface JsonBody {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Reads a request's JSON body. Every limit is checked before the text is parsed.
 *
 * @throws 415 another content type; 413 too large; 400 not JSON, not UTF-8, nested too deep; 422 a value
 * that cannot be stored exactly, with its pointer.
 */
export async function readJson(request: Request): Promise<JsonBody> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new HttpProblem(
      415,
      'unsupported_media_type',
      'Unsupported media type',
      'Send JSON, with Content-Type: application/json',
    );
  }
  const text = decode(await readBytes(request).catch(brokenOff));
  const { depth, suspicious } = scanJson(text);
  if (depth > jsonLimits.depth) throw badRequest('too_deep', `JSON may nest ${jsonLimits.depth} levels deep`);
  const value = parse(text);
  if (suspicious) {
    const problems = unstorableText(text);
    if (problems.length > 0) throw invalid(problems);
  }
  return { text, value };
}

/** Reads and validates a body. @throws 422 naming each wrong field, and what `readJson` throws. */
export async function readBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const { value } = await readJson(request);
  const read = schema.safeParse(value, { reportInput: true });
  if (!read.success) throw invalid(fieldProblems(read.error));
  return read.data;
}

/** Reads a form's body. @throws 415 another content type; 413 too large; 400 not UTF-8 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type))
    throw new HttpProblem(
      415,
      'unsupported_media_type',
      'Unsupported media type',
      'Send a form, application/x-www-form-urlencoded',
    );
  return new URLSearchParams(decode(await readBytes(request).catch(brokenOff)));
}

/**
 * Throws for an upload that the client broke off or whose connection dropped: nobody reads the answer, and it is no
 * fault of the service.
 */
function brokenOff(error: unknown): never {
  if (error instanceof HttpProblem) throw error;
  throw badRequest('incomplete_body', 'The body broke off before its end');
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > bodyLimits.array) throw tooLarge(bodyLimits.array);
  const chunks: Uint8Array[] = [];
  let size = 0;
  let first: number | undefined;
  const body: AsyncIterable<Uint8Array> | null = request.body;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > bodyLimits.array) throw tooLarge(bodyLimits.array);
    chunks.push(chunk);
    first ??= chunk.find((byte) => !isBlank(byte));
    if (size > bodyLimits.object && first !== openingBracket) throw tooLarge(bodyLimits.object);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** Returns whether a byte is white space, or part of the byte order mark that decoding removes. */
const isBlank = (byte: number): boolean => byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;
const openingBracket = 0x5b;

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badRequest('malformed_json', 'The body is not UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'not JSON';
    throw badRequest('malformed_json', `The body is not JSON: ${why}`);
  }
}

const tooLarge = (limit: number) =>
  new HttpProblem(413, 'body_too_large', 'Content too large', `The body may have ${limit} bytes`);
