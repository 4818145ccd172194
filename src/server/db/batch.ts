interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly answer: Promise<Answer>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Answers all questions that wait at one moment with one statement (`ask`, which answers in their order). A statement
 * never answers a question that came after it was sent, so an answer is as fresh as that of a statement of its own.
 * Equal questions (`keyOf`) are asked once.
 *
 * A question waits until the event loop has read the requests that have arrived, and while `atOnce` statements are
 * under way. The error of a statement is the answer to each of its questions.
 */
export function batched<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  keyOf: (question: Question) => string,
  { atOnce = 2, questionsAtOnce = 256 } = {},
): (question: Question) => Promise<Answer> {
  const waiting = new Map<string, Waiting<Question, Answer>>();
  let underWay = 0;
  let isScheduled = false;

  const schedule = () => {
    if (isScheduled || waiting.size === 0 || underWay >= atOnce) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      void send();
      schedule();
    });
  };
  const take = () => {
    const taken = [...waiting].slice(0, questionsAtOnce);
    for (const [key] of taken) waiting.delete(key);
    return taken.map(([, one]) => one);
  };
  const send = async () => {
    const taken = take();
    underWay += 1;
    try {
      const answers = await ask(taken.map(({ question }) => question));
      if (answers.length !== taken.length) throw new Error('A batch gives one answer for each question');
      answers.forEach((answer, n) => taken[n]?.resolve(answer));
    } catch (error) {
      for (const { reject } of taken) reject(error);
    } finally {
      underWay -= 1;
      schedule();
    }
  };

  return (question) => {
    const key = keyOf(question);
    const same = waiting.get(key);
    if (same) return same.answer;
    const added = waitingFor<Question, Answer>(question);
    waiting.set(key, added);
    schedule();
    return added.answer;
  };
}

function waitingFor<Question, Answer>(question: Question): Waiting<Question, Answer> {
  let resolve: (answer: Answer) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const answer = new Promise<Answer>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { question, answer, resolve, reject };
}
