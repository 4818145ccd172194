import { describe, expect, it } from 'vitest';
import { batched } from './batch';

/** Statements that are answered when the test says so. */
function statements() {
  const sent: { questions: readonly string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = (questions: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      sent.push({ questions, answer: () => resolve(questions.map((q) => `${q}!`)), fail: reject });
    });
  return { sent, ask };
}
const itself = (question: string) => question;
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('questions that wait at one moment', () => {
  it('are asked by one statement, equal ones once, and each gets its own answer', async () => {
    const { sent, ask } = statements();
    const question = batched(ask, itself);
    const answers = Promise.all(['a', 'b', 'a', 'c', 'b'].map(question));
    await turn();
    expect(sent.map(({ questions }) => questions)).toEqual([['a', 'b', 'c']]);
    sent[0]?.answer();
    expect(await answers).toEqual(['a!', 'b!', 'a!', 'c!', 'b!']);
  });

  it('are never answered by a statement that was sent before they came', async () => {
    const { sent, ask } = statements();
    const question = batched(ask, itself, { atOnce: 1 });
    const early = question('a');
    await turn();
    const late = question('a');
    await turn();
    expect(sent.length).toBe(1);
    sent[0]?.answer();
    await early;
    await turn();
    expect(sent.map(({ questions }) => questions)).toEqual([['a'], ['a']]);
    sent[1]?.answer();
    expect(await late).toBe('a!');
  });

  it('are asked by at most so many statements at once, of at most so many questions, and none is left', async () => {
    const { sent, ask } = statements();
    const question = batched(ask, itself, { atOnce: 2, questionsAtOnce: 3 });
    const answers = Promise.all(Array.from({ length: 10 }, (_, n) => question(String(n))));
    for (let n = 0; n < 4; n += 1) {
      await turn();
      expect(sent.length).toBe(Math.min(n + 2, 4));
      sent[n]?.answer();
    }
    expect(await answers).toEqual(Array.from({ length: 10 }, (_, n) => `${n}!`));
    expect(Math.max(...sent.map(({ questions }) => questions.length))).toBe(3);
  });

  it('get the error of their statement, and those that come after it an answer', async () => {
    const { sent, ask } = statements();
    const question = batched(ask, itself);
    const failed = Promise.allSettled([question('a'), question('b')]);
    await turn();
    sent[0]?.fail(new Error('gone'));
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = question('a');
    await turn();
    sent[1]?.answer();
    expect(await next).toBe('a!');
  });
});
