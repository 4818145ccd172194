import type { Hono } from 'hono';
import type { AppEnv } from '@/core/server/app';
import type { Parts } from '@/core/server/routes';
import type { ServedApart } from './contracts';
import { apikeyRoutes } from './apikey/apikey.server';
import { companyRoutes } from './company/company.server';
import { eventRoutes } from './event/event.server';

/** What serves each resource whose wire is not the uniform one; the compiler demands one for each. */
export const routes = {
  company: companyRoutes,
  apikey: apikeyRoutes,
  event: eventRoutes,
} satisfies Record<ServedApart, (parts: Parts) => Hono<AppEnv>>;
