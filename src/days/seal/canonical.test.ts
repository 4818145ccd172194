import { assert, json, property } from 'fast-check';
import { expect, it } from 'vitest';
import { CanonicalReader, plainDecimal } from './canonical';

const canonical = (text: string) => new CanonicalReader(text).value();

it('members are sorted, and whitespace is gone', () => {
  expect(canonical(' { "b" : [ 1 , {"z":null,"a":true} ] ,\n"a" : "x" , "" : {} } ')).toBe(
    '{"":{},"a":"x","b":[1,{"a":true,"z":null}]}',
  );
});

it('strings are as JSON.stringify writes them, whatever way they were escaped', () => {
  expect(canonical(String.raw`["ä\u00e4\/","\"","a\\","\\\""]`)).toBe(
    JSON.stringify(['ää/', '"', 'a\\', '\\"']),
  );
});

it('numbers keep every digit, and no second way to write them', () => {
  const same: Record<string, string> = {
    '0': '0',
    '-0': '0',
    '-0.00': '0',
    '1.50': '1.5',
    '100': '100',
    '10.0': '10',
    '1.5e1': '15',
    '1E+3': '1000',
    '-12e-3': '-0.012',
    '0.000123E2': '0.0123',
    '1234567890123456789012345678901234567890.10': '1234567890123456789012345678901234567890.1',
  };
  for (const [written, plain] of Object.entries(same)) expect(plainDecimal(written)).toBe(plain);
});

it('is the same for any order of members and any spaces, and parses to the same value', () => {
  assert(
    property(json(), (text) => {
      const value: unknown = JSON.parse(text);
      const one = canonical(text);
      expect(canonical(JSON.stringify(value, null, 2))).toBe(one);
      expect(canonical(one)).toBe(one);
      expect(JSON.parse(one)).toEqual(
        JSON.parse(JSON.stringify(value), (_, part: unknown) => (part === 0 ? 0 : part)),
      );
    }),
  );
});
