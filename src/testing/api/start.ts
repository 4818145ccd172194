import { afterAll, beforeAll } from 'vitest';
import type { Resource } from '@/contract/resource';
import { contracts } from '@/resources/contracts';
import { samplesFor, type Samples } from '../samples';
import { startTestService, type Sender, type TestService } from '../service';

/** Every resource to which the uniform tests apply: what `describe.each` loops over. */
export const resources = Object.entries<Resource>(contracts).filter(([, { uniform }]) => uniform);

/** Those whose fields may change after their creation. */
export const updatable = resources.filter(([, resource]) => !resource.acceptedOnce);

/** The fixtures of most suites; filled before the first test. */
export interface Stage {
  service: TestService;
  /** Sends as administrator of the child company Helsinki. */
  send: Sender;
  samples: Samples;
}

/** Returns a service for the tests of one file, started before and closed after them. */
export function stage(): Stage {
  const filled: Partial<Stage> = {};
  beforeAll(async () => {
    const service = await startTestService();
    const send = await service.as('helsinki');
    Object.assign(filled, { service, send, samples: samplesFor(send) });
  });
  afterAll(() => filled.service?.close());
  const given = <K extends keyof Stage>(name: K): Stage[K] => {
    const value: Stage[K] | undefined = filled[name];
    if (value === undefined) throw new Error('The stage stands when the first test runs');
    return value;
  };
  return {
    get service() {
      return given('service');
    },
    get send() {
      return given('send');
    },
    get samples() {
      return given('samples');
    },
  };
}

/** Returns the path of a resource, or of one of its entities. */
export const pathOf = (resource: Resource, id?: string): string =>
  `/api/secure/${resource.name}${id === undefined ? '' : `/${id}`}`;

/** Returns the path of a list that answers in pages, also for resources whose default is a cursor walk. */
export const pagesOf = (resource: Resource, query = ''): string => {
  const parts = [resource.paging === 'cursor' ? 'page=1' : '', query].filter((part) => part !== '');
  return parts.length === 0 ? pathOf(resource) : `${pathOf(resource)}?${parts.join('&')}`;
};

/** A GUID that no record has. */
export const unknownId = '018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b';
