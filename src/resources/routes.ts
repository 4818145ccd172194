import type { Apart } from '@/core/server/app';
import { apikeyRoutes } from './apikey/apikey.server';
import { company } from './company/contract';
import { companyRoutes } from './company/company.server';
import { apikey } from './apikey/contract';
import type { ServedApart } from './contracts';
import { event } from './event/contract';
import { eventRoutes } from './event/event.server';

/** What serves each resource whose wire is not the uniform one; the compiler demands one for each. */
export const routes = {
  company: { resource: company, make: companyRoutes },
  apikey: { resource: apikey, make: apikeyRoutes },
  event: { resource: event, make: eventRoutes },
} satisfies Record<ServedApart, Apart>;
