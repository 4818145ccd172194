import { skipToken, useQuery } from '@tanstack/react-query';
import { z } from 'zod';

/** Schema of a message about work under way, as `GET /api/secure/live` sends it. */
export const progressSchema = z.object({
  resource: z.string(),
  id: z.string(),
  status: z.string(),
  done: z.int().nullable(),
  total: z.int().nullable(),
});
/** How far the work on a record is. */
export interface Progress {
  readonly status: string;
  readonly done: number | null;
  readonly total: number | null;
}

/** Key under which the last message about a record's work is cached. */
export const progressKey = (resource: string, id: string) => [resource, 'progress', id] as const;

/** Returns the last message about the work on a record; undefined before the first one. */
export function useProgress(resource: string, id: string): Progress | undefined {
  return useQuery<Progress>({
    queryKey: progressKey(resource, id),
    queryFn: skipToken,
    staleTime: Infinity,
  }).data;
}
