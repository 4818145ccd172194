/** Returns a JSON answer from text, its bytes, or a stream of them; all but a stream with its length. */
export const json = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response => {
  const length = body instanceof ReadableStream ? null : Buffer.byteLength(body);
  return new Response(body, {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(length !== null && { 'Content-Length': String(length) }),
      ...headers,
    },
  });
};
