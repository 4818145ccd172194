/** Escapes one segment of a JSON pointer (RFC 6901). */
export const pointerSegment = (segment: PropertyKey): string =>
  String(segment).replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns a JSON pointer from path segments: `['data', 'prices']` → `/data/prices`. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((segment) => `/${pointerSegment(segment)}`).join('');

/** Returns the path segments of a JSON pointer. */
export const pathOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
