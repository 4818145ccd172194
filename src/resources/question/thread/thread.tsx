import { lowerFirst } from '@/record/words';
import { callerIn } from '@/app/session/session';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useApp } from '@/app/shell/app-context';
import { useErrorText } from '@/app/shell/error-text';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SelectField } from '@/ui/fields/choices/select-field';
import { useIdempotencyKey } from '@/app/data/idempotency-key';
import { controlled } from '@/ui/fields/field';
import { TextAreaField } from '@/ui/fields/text-field';
import { useAbout } from './about';
import { askablePeople, mayClose, type Question } from './question-query';
import { QuestionState } from './question-state';
import { texts } from './texts';
import styles from './thread.module.css';

/** A question with its answers, and what the person may do: answer, hand it on, close it, open it again. */
export function Thread({ question, isAt }: { question: Question; isAt?: boolean }) {
  const say = usePageText('question/thread', texts);
  const format = useFormat();
  const about = useAbout(question);
  return (
    <article className={styles.thread} aria-label={question.text}>
      <header className={styles.top}>
        <QuestionState question={question} />
        {isAt !== true && <span className="muted">{about}</span>}
      </header>
      <Entry
        text={question.text}
        by={say('asked.line', {
          by: question.asked_by ?? say('somebody'),
          of: question.asked_of_name,
        })}
        at={question.created_at}
        isQuestion
      />
      {question.answers.length > 0 && (
        <ol className={styles.answers}>
          {question.answers.map(({ at, by, text }) => (
            <li key={`${at} ${by}`}>
              <Entry text={text} by={by} at={at} />
            </li>
          ))}
        </ol>
      )}
      {question.closed_at !== null && (
        <p className={styles.closed}>
          {say('closed.line', {
            by: question.closed_by ?? say('somebody'),
            when: lowerFirst(format.moment(question.closed_at)),
          })}
        </p>
      )}
      <Actions key={question.id} question={question} />
    </article>
  );
}

function Entry(props: { text: string; by: string; at: string; isQuestion?: boolean }) {
  const format = useFormat();
  return (
    <div className={props.isQuestion ? styles.question : styles.answer}>
      <p className={styles.said}>{props.text}</p>
      <p className={styles.who}>
        {props.by} · <time dateTime={props.at}>{format.moment(props.at)}</time>
      </p>
    </div>
  );
}

function Actions({ question }: { question: Question }) {
  const say = usePageText('question/thread', texts);
  const errorText = useErrorText();
  const { client, me } = useApp().current;
  const path = `question/${question.id}`;
  const moving = useMutation({
    mutationKey: ['question', 'move'],
    mutationFn: (kind: 'close' | 'reopen') => client.post(`${path}/${kind}`, '{}'),
  });
  const isClosed = question.status === 'closed';
  const mayMove = mayClose(question, me);
  const move = isClosed ? 'reopen' : 'close';
  const end = mayMove && (
    <Button
      size="sm"
      kind={isClosed ? undefined : 'quiet'}
      busy={moving.isPending}
      title={isClosed ? undefined : say('close.title')}
      onClick={() => moving.mutate(move)}
    >
      {say(`${move}.do`)}
    </Button>
  );
  return (
    <div className={styles.actions}>
      {moving.error && <Banner kind="danger">{errorText(moving.error)}</Banner>}
      {!isClosed && (mayMove || question.asked_of === callerIn(me)) && <HandOn question={question} />}
      {isClosed ? <div className={styles.buttons}>{end}</div> : <AnswerForm path={path}>{end}</AnswerForm>}
    </div>
  );
}

/** Choice of the person who is asked. Says so if the one of now has left. */
function HandOn({ question }: { question: Question }) {
  const say = usePageText('question/thread', texts);
  const errorText = useErrorText();
  const { client } = useApp().current;
  const people = useQuery(askablePeople(client)).data;
  const handing = useMutation({
    mutationKey: ['question', 'hand on'],
    mutationFn: (asked_of: string) => client.put('question', question.id, JSON.stringify({ asked_of })),
  });
  const isGone = people !== undefined && !people.some(({ id }) => id === question.asked_of);
  return (
    <>
      {handing.error && <Banner kind="danger">{errorText(handing.error)}</Banner>}
      {isGone && <Banner kind="attention">{say('gone')}</Banner>}
      <SelectField
        name={`asked-of-${question.id}`}
        label={say('handOn.label')}
        value={question.asked_of}
        searchable
        options={[
          ...(people ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ...(people === undefined || isGone
            ? [{ value: question.asked_of, label: question.asked_of_name }]
            : []),
        ]}
        onChange={(id) => id !== question.asked_of && handing.mutate(id)}
      />
    </>
  );
}

/** Form for one answer to the question at `path`. A failed write is shown above it, and what was typed stays. */
function AnswerForm({ path, children }: { path: string; children: ReactNode }) {
  const say = usePageText('question/thread', texts);
  const errorText = useErrorText();
  const { client } = useApp().current;
  const idempotencyKey = useIdempotencyKey();
  const { control, handleSubmit, reset } = useForm({ defaultValues: { text: '' } });
  const answering = useMutation({
    mutationKey: ['question', 'answer'],
    mutationFn: ({ text }: { text: string }) => {
      const body = JSON.stringify({ text: text.trim() });
      return client.post(`${path}/answer`, body, { idempotencyKey: idempotencyKey(body) });
    },
    onSuccess: () => reset(),
  });
  const submit = handleSubmit((values) => answering.mutate(values));
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {answering.error && <Banner kind="danger">{errorText(answering.error)}</Banner>}
      <Controller
        control={control}
        name="text"
        rules={{ validate: (text) => text.trim() !== '' || say('answer.missing') }}
        render={(field) => <TextAreaField {...controlled(field)} label={say('answer')} rows={3} />}
      />
      <div className={styles.buttons}>
        {children}
        <Button size="sm" type="submit" busy={answering.isPending}>
          {say('answer.do')}
        </Button>
      </div>
    </form>
  );
}
