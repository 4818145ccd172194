import { UnreadableFile } from '../reading/zip';
import type { Answers, Call, FromWorker, ToWorker } from './import-messages';
import { ImportSession } from './import-session';

const session = new ImportSession();
let taken: () => void = () => {};

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's `postMessage` has no target origin
const send = (message: FromWorker) => self.postMessage(message);

async function answer(n: number, call: Call): Promise<Answers[keyof Answers]> {
  switch (call.kind) {
    case 'scan':
      return session.scan(call.file, call.chosen);
    case 'prepare':
      return session.prepare(call.file, call.plan);
    case 'page':
      session.addPage(call.text);
      return null;
    case 'forget':
      session.forget();
      return null;
    case 'understand':
      return session.understand((lines) => send({ n, lines }));
    case 'items':
      await session.items(
        (batch) =>
          new Promise((resolve) => {
            taken = resolve;
            send({ n, batch });
          }),
      );
      return null;
    case 'refusedLines':
      return session.refusedLines();
    case 'taken':
      taken();
      return null;
    default:
      return session.refusedFile(call.texts);
  }
}

self.addEventListener('message', ({ data: { n, call } }: MessageEvent<ToWorker>) => {
  answer(n, call).then(
    (result) => send({ n, answer: result }),
    (error: unknown) =>
      send({
        n,
        error: {
          message: error instanceof Error ? error.message : String(error),
          reason: error instanceof UnreadableFile ? error.reason : null,
        },
      }),
  );
});
