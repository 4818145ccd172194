/** A message of an event stream (WHATWG HTML, 9.2), or a keep-alive comment, which has no event type. */
export interface StreamMessage {
  readonly event: string;
  readonly data: string;
  /** `Last-Event-ID` to resume after this message; undefined if the message sends none. */
  readonly id: string | undefined;
}

/**
 * Parses the messages of an event stream until it ends. `EventSource` is not usable: it cannot send
 * `Authorization`.
 *
 * @throws what reading the stream throws: a broken connection, or the abort of its signal.
 */
export async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (buffer + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      buffer = parts.pop() ?? '';
      for (const part of parts) yield messageOf(part);
    }
  } finally {
    reader.releaseLock();
  }
}

function messageOf(text: string): StreamMessage {
  const data: string[] = [];
  let event = '';
  let id: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id') id = value;
  }
  return { event, data: data.join('\n'), id };
}
