import { describe, expect, it } from 'vitest';
import { formEn } from '@/app/form/text-en';
import { formFi } from '@/app/form/text-fi';
import { besideOf, besides } from '@/contract/history';
import { texts } from './texts';

const names = Object.values(besides).flat();

describe('what is done beside a record', () => {
  it('has words in the history of the record and in the trail, in both languages', () => {
    for (const name of names) {
      const inHistory = name === 'accepted' ? ['history.joined', 'history.reset'] : [`history.${name}`];
      const inTrail =
        name === 'accepted' || name === 'invitation'
          ? [`${name === 'accepted' ? 'accepted' : 'link'}.join`]
          : [`beside.${name}`];
      for (const words of [formEn, formFi])
        expect(Object.keys(words)).toEqual(expect.arrayContaining(inHistory));
      for (const words of [texts.en, texts.fi])
        expect(Object.keys(words)).toEqual(expect.arrayContaining(inTrail));
    }
  });

  it('is told from a change by the name in the payload, of its own resource alone', () => {
    const event = { entity: 'webhook', action: 'update', payload: { secret: '[redacted]' } };
    expect(besideOf(event)).toBe('secret');
    expect(besideOf({ ...event, entity: 'plu' })).toBeNull();
    expect(besideOf({ ...event, action: 'create' })).toBeNull();
    expect(besideOf({ ...event, payload: { name: 'toString' } })).toBeNull();
    expect(besideOf({ ...event, entity: 'toString' })).toBeNull();
  });
});
