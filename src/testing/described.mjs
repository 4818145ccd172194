import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/**
 * @typedef {{ status: number, headers: Headers, text: string }} Answered
 * @typedef {{ content?: Record<string, unknown>, headers?: Record<string, unknown>, $ref?: string }} Response
 */

/**
 * Returns a function that checks responses against an OpenAPI 3.1 document: status, content type, body and headers.
 * It returns a description of the difference, or null. Also null for a path or method that the document does not
 * have, unless the response is a problem.
 *
 * @param {any} document
 */
export function checkerOf(document) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv);
  ajv.addSchema(document, 'document');
  const paths = Object.keys(document.paths);
  /** @type {Map<string, import('ajv').ValidateFunction>} */
  const compiled = new Map();
  const validator = (/** @type {readonly string[]} */ pointer) => {
    const ref = `document#${pointer.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`;
    const known = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, known);
    return known;
  };

  /**
   * Returns whether a path template matches a path; a literal segment takes precedence over a `{name}`.
   *
   * @param {string} pathname
   */
  const templateOf = (pathname) =>
    pathname in document.paths
      ? pathname
      : (paths.find((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname)) ?? '');

  /**
   * @param {string} method @param {string} path with its query
   * @param {Answered} answer @param {string | null} role of the caller, where it is known
   * @returns {string | null}
   */
  return (method, path, { status, headers, text }, role = null) => {
    const [pathname = ''] = path.split('?');
    const template = templateOf(pathname);
    // The response to HEAD is that to GET, without the body.
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = document.paths[template]?.[verb];
    if (!operation) return null;
    const at = ['paths', template, verb, 'responses', String(status)];
    const declared = operation.responses[status];
    if (!declared) return `${method} ${template} does not declare the status ${status}`;
    const name = declared.$ref?.split('/').at(-1);
    const pointer = name === undefined ? at : ['components', 'responses', name];
    const response = name === undefined ? declared : document.components.responses[name];
    for (const [header, { schema }] of Object.entries(response.headers ?? {})) {
      const value = headers.get(header);
      if (value === null) continue;
      const check = validator([...pointer, 'headers', header, 'schema']);
      if (!check(schema.type === 'integer' ? Number(value) : value))
        return `${status} of ${method} ${template}: the header ${header} is ${value}`;
    }
    const type = headers.get('content-type')?.split(';')[0]?.trim() ?? null;
    if (!response.content)
      return text === '' ? null : `${status} of ${method} ${template} has a body, and none is declared`;
    if (method === 'HEAD') return null;
    if (type === null || !(type in response.content))
      return `${status} of ${method} ${template} does not declare the content type ${type}`;
    if (!type.endsWith('json')) return null;
    // Responses for terminals are described beside those for all other roles (openapi.ts).
    const isForTerminals = role === 'terminal' && 'x-terminal' in response;
    const schema = isForTerminals
      ? [...pointer, 'x-terminal', 'content', type, 'schema']
      : [...pointer, 'content', type, 'schema'];
    const check = validator(schema);
    // One entry on each line.
    const parts = type.endsWith('ndjson') ? text.split('\n').filter((line) => line !== '') : [text];
    if (parts.every((part) => check(JSON.parse(part)))) return null;
    const [first] = check.errors ?? [];
    const all = (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    return `${status} of ${method} ${template} is not as described: ${JSON.stringify(first?.params)} ${[...new Set(all)].join('; ')}`;
  };
}
