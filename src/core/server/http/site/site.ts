import type { TrustedProxies } from '../../auth/client-address';
import { withTransportHeaders } from '../transport-headers';

interface Served {
  fetch(request: Request, env?: Record<string, unknown>): Response | Promise<Response>;
}

/** Combines what one address serves: the data service at `/api` and the health checks, the application elsewhere. */
export const siteOf = (service: Served, application: Served, proxies: TrustedProxies) =>
  withTransportHeaders(
    (request, env) =>
      /^\/(?:api|livez|readyz)(?:\/|$)/.test(new URL(request.url).pathname)
        ? service.fetch(request, env)
        : application.fetch(request, env),
    proxies,
  );
