import { createServer, type ServerResponse } from 'node:http';
import { SignJWT, exportJWK, exportSPKI, generateKeyPair } from 'jose';

/** What a lying provider answers at a path: JSON, or whatever it does with the response. */
type Lie = object | ((response: ServerResponse) => void);

/** A provider that answers whatever a test says, under a key of its own. */
export async function lyingProvider(metadata: object = {}) {
  const [{ privateKey, publicKey }, stranger] = await Promise.all([
    generateKeyPair('RS256'),
    generateKeyPair('RS256'),
  ]);
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const state = { issuer: '', token: '' };
  const lies = new Map<string, Lie>();
  const asked: { path: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const { issuer, token } = state;
    const path = (request.url ?? '').split('?')[0] ?? '';
    asked.push({ path, authorization: request.headers.authorization });
    const answers: Record<string, Lie> = {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        // Whatever it says of itself: an algorithm that is no signature by its keys is none.
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        ...metadata,
      },
      '/keys': { keys: [jwk] },
      '/token': {
        access_token: 'x',
        token_type: 'Bearer',
        id_token: token,
        refresh_token: 'a refresh token',
      },
    };
    const answer = lies.get(path) ?? answers[path];
    if (typeof answer === 'function') return answer(response);
    response
      .writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(answer ?? {}));
    return undefined;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  state.issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    issuer: state.issuer,
    /** What it was asked, in order. */
    asked,
    /** What it answers at a path from now on. */
    lie: (path: string, answer: Lie) => void lies.set(path, answer),
    stranger: stranger.privateKey,
    publicKey: await exportSPKI(publicKey),
    /** The token that it gives next. */
    async says(
      claims: Readonly<Record<string, unknown>>,
      how: { alg?: string; kid?: string; key?: Parameters<SignJWT['sign']>[0] } = {},
    ) {
      state.token =
        how.alg === 'none'
          ? `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
          : await new SignJWT(claims)
              .setProtectedHeader({ alg: how.alg ?? 'RS256', kid: how.kid ?? 'one' })
              .sign(how.key ?? privateKey);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
