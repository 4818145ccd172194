import { expect, it } from 'vitest';
import { messagesOf } from './follow';

const streamOf = (...chunks: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
const readAll = async (body: ReadableStream<Uint8Array>) => {
  const messages = [];
  for await (const message of messagesOf(body)) messages.push(message);
  return messages;
};

it('reads messages, wherever the network cuts them, and leaves a broken last one out', async () => {
  const text =
    'retry: 2000\n\nid: 7\nevent: change\ndata: {"who":"Äiti"}\n\n:\n\nevent: ready\ndata: a\ndata: b\n\nevent: cut';
  const bytes = new TextEncoder().encode(text);
  const expected = [
    { event: '', data: '', id: undefined },
    { event: 'change', data: '{"who":"Äiti"}', id: '7' },
    { event: '', data: '', id: undefined },
    { event: 'ready', data: 'a\nb', id: undefined },
  ];
  expect(await readAll(streamOf(bytes))).toEqual(expected);
  expect(await readAll(streamOf(...[...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(expected);
});
