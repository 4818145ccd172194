import { parseAsString } from 'nuqs';
import { z } from 'zod';
import { logParsers, setParser, useLogFilters } from '@/app/log/log-query';

const parsers = { ...logParsers, kind: setParser, address: parseAsString };

/** Returns the filters of the security log from the address, and the functions that change them. */
export const useSecurityLogFilters = () => useLogFilters(parsers);
/** The filters of the security log, with the functions that change them. */
export type SecurityLogFilters = ReturnType<typeof useSecurityLogFilters>;

const entrySchema = z.looseObject({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  user_id: z.string().nullable(),
  key_id: z.string().nullable(),
  who: z.string().nullable(),
  subject_id: z.string().nullable(),
  subject: z.string().nullable(),
  address: z.string().nullable(),
  detail: z.string().nullable(),
});
/** One entry of the security log. */
export type LogEntry = z.output<typeof entrySchema>;

/** Parses the entries of a page. Throws a `ZodError` where one has another shape. */
export const parseEntries = (data: unknown): LogEntry[] => z.array(entrySchema).parse(data);
