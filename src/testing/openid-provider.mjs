// @ts-nocheck -- the package of the provider has no types, and is used in this file alone
/**
 * A real provider of OpenID Connect in a process of its own, for tests. What it does besides the protocol is told by `POST /told`: who is signed
 * in there, whom it has disabled, that its keys change, and that somebody's session there ends.
 */
import { createServer } from 'node:http';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT, importJWK } from 'jose';
import { Provider } from 'oidc-provider';

const clients = JSON.parse(process.env.CLIENTS ?? '[]');
/** Who is at the browser, and whom the provider knows: claims by `sub`. */
const told = { sub: null, people: {}, disabled: [] };

const newKey = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' };
};

const server = createServer((request, response) => void answer(request, response));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;
let keys = [newKey()];
let provider = make();

function make() {
  const made = new Provider(issuer, {
    clients,
    jwks: { keys },
    cookies: { keys: ['of a test'] },
    claims: { openid: ['sub'], profile: ['name', 'groups', 'stores'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    // As Entra, Okta and Google do: what it is asked again with is given without asking the person each time.
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      IdToken: 600,
      RefreshToken: 3600,
      Grant: 3600,
      Session: 3600,
      Interaction: 600,
      AuthorizationCode: 60,
    },
    findAccount(_, sub) {
      const person = told.people[sub];
      if (!person || told.disabled.includes(sub)) return undefined;
      return { accountId: sub, claims: () => ({ sub, ...person }) };
    },
    renderError(context, out) {
      context.type = 'json';
      context.body = out;
    },
  });
  made.on('server_error', (_, error) => console.error(error));
  return made;
}

async function answer(request, response) {
  try {
    const { pathname } = new URL(request.url, issuer);
    if (pathname === '/told') return await tell(request, response);
    if (pathname === '/signed') return await signed(request, response);
    if (pathname.startsWith('/interaction/')) return await interact(request, response);
    return provider.callback()(request, response);
  } catch (error) {
    console.error(error);
    return response.writeHead(500).end();
  }
}

async function tell(request, response) {
  const { rotate, ...said } = await bodyOf(request);
  Object.assign(told, said);
  if (rotate) {
    keys = [newKey()];
    provider = make();
  }
  response.writeHead(204).end();
}

/** Signs in who is at the browser, and agrees to whatever is asked. */
async function interact(request, response) {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === 'login') {
    const result = told.sub === null ? { error: 'access_denied' } : { login: { accountId: told.sub } };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  const grant = grantId
    ? await provider.Grant.find(grantId)
    : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  const id = await grant.save();
  return provider.interactionFinished(
    request,
    response,
    { consent: { grantId: id } },
    { mergeWithLastSubmission: true },
  );
}

/** Signs claims as the provider does: what it would tell its clients by itself. */
async function signed(request, response) {
  const [key] = keys;
  const token = await new SignJWT({ iss: issuer, ...(await bodyOf(request)) })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'logout+jwt' })
    .sign(await importJWK(key, 'RS256'));
  response.writeHead(200).end(token);
}

async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

console.log(`The provider is at ${issuer}`);
