import { useQuery } from '@tanstack/react-query';
import { useApp } from '@/app/shell/app-context';
import { mayRead } from '@/app/session/session';
import { question } from '@/resources/question/contract';
import { dayQuestions, type Question } from '@/resources/question/thread/question-query';

/**
 * Returns the questions about a day, oldest first; undefined while they are read, and null where there are none to be had: on
 * a server that keeps none.
 */
export function useDayQuestions(day: string): readonly Question[] | undefined | null {
  const { current } = useApp();
  const isAsked = current.server.can.questions && mayRead(current.me, question.access);
  const { data } = useQuery({ ...dayQuestions(current.client, day), enabled: isAsked });
  return isAsked ? data : null;
}
