import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '@/testing/receiver';
import { sendMessage } from './send';
import { openTargets } from './targets';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

describe('an address', () => {
  it.each([
    ['http://example.com/', 'Must begin with https://'],
    ['ftp://example.com/', 'Must begin with https://'],
    ['example.com', 'Must be an address'],
    ['https://user:secret@example.com/', 'Must have no name and no password'],
    ['https://example.com/#a', 'Must be without #'],
    ['https://10.0.0.1/', 'Must not lead'],
    ['https://169.254.169.254/latest/meta-data', 'Must not lead'],
    ['https://[::1]/', 'Must not lead'],
    ['https://[::ffff:10.0.0.1]/', 'Must not lead'],
    ['https://[fe80::1]/', 'Must not lead'],
    ['https://[fc00::1]/', 'Must not lead'],
    ['https://[64:ff9b::a00:1]/', 'Must not lead'],
    ['https://[2002:a00:1::]/', 'Must not lead'],
    ['https://0x7f000002/', 'Must not lead'],
    ['https://0/', 'Must not lead'],
    ['https://100.64.0.1/', 'Must not lead'],
  ])('that is private, or is none, is refused at its field: %s', (url, why) => {
    expect(openTargets([]).faultOf(url)).toContain(why);
  });

  it('of a name that has a private address among others is refused, unless that network is named', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.1.2.3', family: 4 },
    ];
    const url = 'https://both.example/';
    expect(await openTargets([], resolve).resolvedFault(url)).toContain('Must not lead');
    expect(await openTargets(['10.1.0.0/16'], resolve).resolvedFault(url)).toBeNull();
    // Unencrypted it leads into networks that are named, and nowhere else.
    expect(await openTargets(['10.1.0.0/16'], resolve).resolvedFault('http://both.example/')).toContain(
      'Must not lead',
    );
  });

  it('is asked anew at each connection: a name that leads elsewhere by then is not reached', async () => {
    let answers = 0;
    const resolve = async () => {
      answers += 1;
      return [{ address: answers === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }];
    };
    const targets = openTargets([], resolve);
    const url = receiver.url().replace('http:', 'https:').replace('127.0.0.1', 'rebound.example');
    expect(targets.faultOf(url) ?? (await targets.resolvedFault(url))).toBeNull();
    const told = await sendMessage(
      targets,
      { id: 'one', url, body: '{}', secrets: [`whsec_${Buffer.alloc(32).toString('base64')}`] },
      new AbortController().signal,
    );
    expect([told.status, told.problem, answers]).toEqual([null, 'refused_address', 2]);
    expect(receiver.received).toEqual([]);
  });
});
