import { type NetworkSet, isSecureRequest } from '../../auth/client-address';

type Env = Readonly<Record<string, unknown>>;
type Fetch = (request: Request, env: Env) => Response | Promise<Response>;

/** One year, as browsers' preload lists require; subdomains are their owner's decision. */
const strictTransport = 'max-age=31536000';

/**
 * Adds the headers of every answer over https: HSTS, and isolation from windows and pages of other origins (COOP,
 * CORP). Over http browsers would ignore them, or they would lock out a service without https.
 */
export function withTransportHeaders(fetch: Fetch, proxies: NetworkSet): Fetch {
  return async (request, env) => {
    const response = await fetch(request, env);
    if (!isSecureRequest(request, remoteOf(env), proxies)) return response;
    response.headers.set('Strict-Transport-Security', strictTransport);
    response.headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    response.headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    return response;
  };
}

function remoteOf({ incoming }: Env): string {
  if (typeof incoming !== 'object' || incoming === null || !('socket' in incoming)) return '';
  const { socket } = incoming;
  if (typeof socket !== 'object' || socket === null || !('remoteAddress' in socket)) return '';
  return typeof socket.remoteAddress === 'string' ? socket.remoteAddress : '';
}

interface Served {
  fetch(request: Request, env?: Record<string, unknown>): Response | Promise<Response>;
}

/** Combines what one address serves: the data service at `/api` and the health checks, the application elsewhere. */
export const siteOf = (service: Served, application: Served, proxies: NetworkSet) =>
  withTransportHeaders(
    (request, env) =>
      /^\/(?:api|livez|readyz)(?:\/|$)/.test(new URL(request.url).pathname)
        ? service.fetch(request, env)
        : application.fetch(request, env),
    proxies,
  );
