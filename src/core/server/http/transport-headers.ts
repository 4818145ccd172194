import { isSecureRequest, type TrustedProxies } from '../auth/client-address';

type Env = Readonly<Record<string, unknown>>;
type Fetch = (request: Request, env: Env) => Response | Promise<Response>;

/** A year, as browsers' preload lists ask for; sub-domains are for their owner to decide. */
const strictTransport = 'max-age=31536000';

/**
 * Adds what every answer over https carries: HSTS, and that neither windows nor pages of other origins get hold of it
 * (COOP, CORP). Over http they would be ignored, or would shut out a service that has no https.
 */
export function withTransportHeaders(fetch: Fetch, proxies: TrustedProxies): Fetch {
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
