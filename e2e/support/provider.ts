import { startProvider, type RunningProvider } from '@/testing/openid';
import type { Sender } from '@/testing/service';
import { unique, withId } from './persons';

/** A provider of single sign-on in a process of its own, and the record by which the service knows it. */
interface Provided {
  readonly id: string;
  readonly name: string;
  /** The domain of e-mails that it is offered for. */
  readonly domain: string;
  readonly provider: RunningProvider;
  /** Deactivates the record and stops the process. */
  readonly end: () => Promise<void>;
}

/** Starts a provider and makes its record, by an administrator's sender, with further `data`. */
export async function provide(
  api: Sender,
  baseURL: string | undefined,
  what: string,
  more: object = {},
): Promise<Provided> {
  const name = unique(what);
  const domain = `${name.toLowerCase().replace(' ', '-')}.example`;
  const data = { issuer: 'https://before.example', client_id: 'tillhouse', domains: [domain], ...more };
  const { id } = withId.parse(
    (await api('POST', '/api/secure/identityprovider', { json: { name, data } })).json,
  );
  const record = `/api/secure/identityprovider/${id}`;
  const secret = 'a client secret that is long enough for any provider';
  const redirect_uris = [`${baseURL}/api/sign-in/${id}/callback`];
  const provider = await startProvider([{ client_id: 'tillhouse', client_secret: secret, redirect_uris }]);
  await api('PUT', record, { json: { data: { issuer: provider.issuer } } });
  await api('PUT', `${record}/secret`, { json: { client_secret: secret } });
  const end = async () => {
    await api('PUT', record, { json: { active: false } });
    await provider.stop();
  };
  return { id, name, domain, provider, end };
}
