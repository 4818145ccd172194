import { expect } from 'vitest';
import type { Caller } from '@/core/server/auth/caller';
import { createCompany, createKey } from '@/core/server/ops/companies';
import { sender, startTestService, type Sender, type TestService } from '../service';
import { company, group } from '@/demo/testing';

/** The demo's selling company. */
export const helsinki = company('Rantakulma Helsinki');

/** A service with the demo's selling company, and a caller in it. */
export interface DemoService {
  service: TestService;
  caller: Caller;
  send: Sender;
}
/** Starts a service with the demo's company and the records that receipts refer to. Close it when done. */
export async function startDemoService(): Promise<DemoService> {
  const service = await startTestService();
  const above = await createCompany(service.db, group);
  const caller = await createCompany(service.db, helsinki, above);
  const sendAbove = sender(service.fetch, await createKey(service.db, above, 'Test', 'admin'));
  // The tax rates of receipts, and the rounding of cash.
  for (const name of ['tax', 'tender'] as const) {
    const answer = await sendAbove('POST', `/api/secure/${name}`, { json: group.records[name] });
    expect(answer.status).toBe(200);
  }
  const send = sender(service.fetch, await createKey(service.db, caller, 'Test', 'admin'));
  for (const name of ['pricelist', 'location', 'pos', 'customer'] as const) {
    const answer = await send('POST', `/api/secure/${name}`, { json: helsinki.records[name] });
    expect(answer.status).toBe(200);
  }
  return { service, caller, send };
}
