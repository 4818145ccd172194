import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HttpProblem } from './problems';
import { queryOf } from './query';

const query = queryOf(
  {
    from: { read: z.iso.date(), schema: { type: 'string' }, needed: 'A date is needed', rule: 'No date' },
    to: { read: z.iso.date(), schema: { type: 'string' }, needed: 'A date is needed' },
    limit: {
      read: z.string().regex(/^\d+$/, { error: 'No number' }).transform(Number).default(10),
      schema: { type: 'integer' },
      description: 'How many.',
    },
  },
  (asked, complain) => {
    if (asked.to < asked.from) complain('to', 'invalid_parameter', 'Before "from"');
    return asked;
  },
);

const refused = (sent: string) => {
  try {
    query.read(new URLSearchParams(sent));
  } catch (error) {
    if (error instanceof HttpProblem)
      return error.extra.errors?.map(({ pointer, code, detail }) => [pointer, code, detail]);
    throw error;
  }
  return [];
};

describe('a declared query', () => {
  it('has its parameters in the OpenAPI document', () => {
    expect(query.parameters).toEqual([
      { name: 'from', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'to', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'limit', in: 'query', description: 'How many.', schema: { type: 'integer' } },
    ]);
  });

  it('is read into values, with what is left out', () => {
    const days = { from: '2026-03-01', to: '2026-03-02' };
    expect(query.read(new URLSearchParams(days))).toEqual({ ...days, limit: 10 });
    expect(query.read(new URLSearchParams({ ...days, limit: '5' }))).toEqual({ ...days, limit: 5 });
  });

  it('is refused with each problem named', () => {
    expect(refused('from=soon&limit=x&page=1&__proto__=1')).toEqual([
      ['?from', 'invalid_parameter', 'No date'],
      ['?to', 'required', 'A date is needed'],
      ['?limit', 'invalid_parameter', 'No number'],
      ['?page', 'unknown_parameter', '"page" is no parameter here'],
      ['?__proto__', 'unknown_parameter', '"__proto__" is no parameter here'],
    ]);
    expect(refused('from=2026-03-01&to=2026-03-02&limit=1&limit=1')).toEqual([
      ['?limit', 'repeated_parameter', '"limit" may be sent once'],
    ]);
    expect(refused('from=2026-03-02&to=2026-03-01')).toEqual([['?to', 'invalid_parameter', 'Before "from"']]);
  });
});
