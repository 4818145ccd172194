import { extractText, getDocumentProxy, getMeta } from 'unpdf';

/** What a reader of PDFs finds in one: its pages as text with single spaces, and what it says of itself. */
export interface ReadPdf {
  readonly pages: readonly string[];
  /** All of it without white space, where a long name is whole however it was broken into lines. */
  readonly solid: string;
  readonly info: Readonly<Record<string, unknown>>;
}

/** Reads a PDF with PDF.js, which knows nothing of how it was made. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: false });
  const { info } = await getMeta(document);
  await document.destroy();
  const pages = text.map((page) => page.replaceAll(/\s+/g, ' '));
  return { pages, solid: pages.join('').replaceAll(' ', ''), info };
}
