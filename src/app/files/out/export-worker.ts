import { XlsxTextTooLong, type LongText } from '@/record/xlsx-parts';
import type { FileFormat } from '../../export/file-kinds';
import { EverythingFile } from './write-file';

/** What the page asks: to begin a file, to add a page of a list as it was answered, and to write the file. */
export type ToExportWorker =
  | { readonly kind: 'begin'; readonly decimals: readonly string[]; readonly computed: readonly string[] }
  | { readonly kind: 'page'; readonly text: string }
  | { readonly kind: 'write'; readonly format: FileFormat; readonly name: string };

/** What the worker answers: the file, or why there is none. */
export type FromExportWorker =
  | { readonly file: Blob }
  | { readonly error: string; readonly long: LongText | null };

let file: EverythingFile | null = null;

const failed = (error: unknown): FromExportWorker => ({
  error: String(error),
  long: error instanceof XlsxTextTooLong ? error.text : null,
});

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's `postMessage` has no target origin
const send = (message: FromExportWorker) => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<ToExportWorker>) => {
  try {
    if (data.kind === 'begin') file = new EverythingFile(data);
    else if (data.kind === 'page') file?.add(data.text);
    else
      file?.write(data.format, data.name).then(
        (blob) => send({ file: blob }),
        (error: unknown) => send(failed(error)),
      );
  } catch (error) {
    send(failed(error));
  }
});
