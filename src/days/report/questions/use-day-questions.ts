import { useQuery } from '@tanstack/react-query';
import { useApp } from '@/app/shell/app-context';
import { mayRead } from '@/app/session/session';
import { question } from '@/resources/question/contract';
import { dayQuestions, type Question } from '@/resources/question/thread/question-query';

/**
 * Returns the questions about a day, oldest first; undefined while they are read, and null where there are none to be had: on
 * a generic server, and for a report without a day.
 */
export function useDayQuestions(day: string | undefined): readonly Question[] | undefined | null {
  const { genericServer, current } = useApp();
  const isAsked = day !== undefined && genericServer === null && mayRead(current.me, question.access);
  const { data } = useQuery({ ...dayQuestions(current.client, day ?? ''), enabled: isAsked });
  return isAsked ? data : null;
}
