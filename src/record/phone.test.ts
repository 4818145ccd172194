import { expect, it } from 'vitest';
import { phoneKey, phoneSearch } from './phone';

it('all spellings of a number have one key', () => {
  const spellings = [
    '+358 40 123 4567',
    '0401234567',
    '040-123 4567',
    '00358401234567',
    '+358 (0)40 123 4567',
  ];
  expect(new Set([...spellings, '358401234567'].map(phoneKey))).toEqual(new Set(['401234567']));
  expect([phoneKey('09 123 4567'), phoneKey('+358 9 1234567')]).toEqual(['91234567', '91234567']);
  expect([phoneKey('+46 70-123 45 67'), phoneKey('070 123 45 67')]).toEqual(['701234567', '701234567']);
  expect([phoneKey('+1 212 555 0123'), phoneKey('(212) 555-0123')]).toEqual(['125550123', '125550123']);
});

it('a text is searched as a phone number if it has nothing else, and enough digits', () => {
  expect(['040 123', '+358 40 123', '00358-40-123'].map(phoneSearch)).toEqual(['40123', '40123', '40123']);
  expect(['040', 'Aho 0401234567', '12.40', 'cinnamon', ''].map(phoneSearch)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
