import type { Caller } from '@/server/auth/caller';
import { header, string } from '@/contract/openapi/parts';
import { takePlace } from '@/server/pdf/slots';

/** Makes a PDF in one of the places that there are, which is given back when it was read or could not be made. */
export async function inPlace(
  caller: Caller,
  make: (onEnd: () => void) => Promise<Response>,
): Promise<Response> {
  const giveBack = takePlace(caller);
  try {
    return await make(giveBack);
  } catch (error) {
    giveBack();
    throw error;
  }
}

/** A response with a PDF, as the OpenAPI document has it. */
export const pdfFile = (description: string, headers: Readonly<Record<string, unknown>>) => ({
  description,
  headers: { 'Content-Disposition': header('A name for the file.', string), ...headers },
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
});

/** Returns a response with a PDF; `name` is without its ending. */
export const pdf = (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  name: string,
  headers: Readonly<Record<string, string>>,
): Response => {
  const file = `${name.normalize('NFC').replaceAll(/[^\p{L}\p{N}.]+/gu, '-')}.pdf`;
  return new Response(body, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${file.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(file)}`,
      ...headers,
    },
  });
};
