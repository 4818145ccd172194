import { describe, expect, it } from 'vitest';
import { clientAddress, isSecureRequest, networkSet } from './client-address';

const proxies = networkSet(['10.0.0.0/8', '192.0.2.1', '2001:db8:1::/48']);

describe('the address of a client', () => {
  it('is that of the connection, whatever a header says, if the connection is not a trusted proxy’s', () => {
    for (const forwarded of [null, '203.0.113.9', '10.0.0.1', 'nonsense', '203.0.113.9, 10.0.0.1'])
      expect(clientAddress('198.51.100.7', forwarded, proxies)).toBe('198.51.100.7');
    expect(clientAddress('10.0.0.1', '203.0.113.9', networkSet([]))).toBe('10.0.0.1');
    expect(clientAddress('', '203.0.113.9', proxies)).toBe('');
  });

  it('is the rightmost one that is no trusted proxy: what a client writes itself stands to the left of it', () => {
    for (const [forwarded, expected] of [
      ['203.0.113.9', '203.0.113.9'],
      ['1.1.1.1, 203.0.113.9', '203.0.113.9'],
      ['10.9.9.9, 203.0.113.9', '203.0.113.9'],
      ['203.0.113.9, 10.0.0.5', '203.0.113.9'],
      ['1.1.1.1, 203.0.113.9, 192.0.2.1, 10.0.0.5', '203.0.113.9'],
      [' 203.0.113.9 ,10.0.0.5 ', '203.0.113.9'],
      ['203.0.113.9:4711', '203.0.113.9'],
      ['[2001:db8:2::7]:4711', '2001:db8:2::7'],
      ['2001:db8:2::7, 2001:db8:1::1', '2001:db8:2::7'],
      ['::ffff:203.0.113.9', '203.0.113.9'],
      // Every hop is a trusted proxy: the first one is the client.
      ['10.0.0.6, 10.0.0.5', '10.0.0.6'],
    ] as const)
      expect([forwarded, clientAddress('10.0.0.1', forwarded, proxies)]).toEqual([forwarded, expected]);
    expect(clientAddress('::ffff:10.0.0.1', '203.0.113.9', proxies)).toBe('203.0.113.9');
    expect(clientAddress('2001:db8:1::9', '203.0.113.9', proxies)).toBe('203.0.113.9');
  });

  it('is that of the nearest proxy if what the proxy wrote is no address', () => {
    for (const [forwarded, expected] of [
      ['', '10.0.0.1'],
      ['unknown', '10.0.0.1'],
      ['203.0.113.9, unknown', '10.0.0.1'],
      ['203.0.113.9, _hidden, 10.0.0.5', '10.0.0.5'],
      ['999.1.1.1', '10.0.0.1'],
      ['203.0.113.9,', '10.0.0.1'],
      ['203.0.113.9 203.0.113.8', '10.0.0.1'],
      ['"203.0.113.9"', '10.0.0.1'],
    ] as const)
      expect([forwarded, clientAddress('10.0.0.1', forwarded, proxies)]).toEqual([forwarded, expected]);
  });

  it('is found among many entries without reading them all', () => {
    const many = Array.from({ length: 5000 }, () => '10.0.0.5').join(', ');
    expect(clientAddress('10.0.0.1', `203.0.113.9, ${many}`, proxies)).toBe('10.0.0.5');
  });
});

it('a connection is https by its own address, or as a trusted proxy says of the client', () => {
  const asked = (url: string, proto?: string) => ({
    url,
    headers: new Headers(proto === undefined ? {} : { 'X-Forwarded-Proto': proto }),
  });
  expect(isSecureRequest(asked('https://test/'), '198.51.100.7', proxies)).toBe(true);
  expect(isSecureRequest(asked('http://test/'), '10.0.0.1', proxies)).toBe(false);
  expect(isSecureRequest(asked('http://test/', 'https'), '10.0.0.1', proxies)).toBe(true);
  expect(isSecureRequest(asked('http://test/', 'https, http'), '10.0.0.1', proxies)).toBe(false);
  expect(isSecureRequest(asked('http://test/', 'https'), '198.51.100.7', proxies)).toBe(false);
});

it('only addresses and networks can be trusted', () => {
  for (const entry of [
    '',
    'proxy',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '2001:db8::/129',
    '10.0.0/8',
    '*',
  ])
    expect(() => networkSet([entry])).toThrow(RangeError);
});
