import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, secretVariables, withSecretFiles } from './config';

test('an empty environment gives the embedded database with the demo, on loopback, without a limit', () => {
  const defaults = {
    port: 4000,
    host: '127.0.0.1',
    dataDir: path.resolve('.data'),
    archiveDir: path.resolve('.data/archive'),
    secretFile: { path: path.resolve('.data/secret-keys'), isMade: true },
    demo: true,
    rateLimit: 0,
    trustedProxies: [],
    logLevel: 'warn',
  };
  expect(readConfig({})).toEqual(defaults);
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', HOME: '/somewhere' })).toEqual(defaults);
});

test('a database of one’s own gets no demo, and a public address gets a limit, unless they are asked for', () => {
  const DATABASE_URL = 'postgresql://someone:secret@db.example/tillhouse';
  expect(readConfig({ DATABASE_URL, HOST: '0.0.0.0' })).toMatchObject({ demo: false, rateLimit: 6000 });
  expect(
    readConfig({ DATABASE_URL, HOST: '0.0.0.0', TILLHOUSE_DEMO: 'true', TILLHOUSE_RATE_LIMIT: '0' }),
  ).toMatchObject({ databaseUrl: DATABASE_URL, demo: true, rateLimit: 0 });
  expect(readConfig({ TILLHOUSE_DEMO: 'false' }).demo).toBe(false);
});

test('the file of keys is made beside the embedded database alone: services of one database share one that somebody made', () => {
  expect(readConfig({ DATABASE_URL: 'postgresql://db.example/tillhouse' }).secretFile).toBeNull();
  expect(readConfig({ TILLHOUSE_SECRET_FILE: '/run/keys' }).secretFile).toEqual({
    path: '/run/keys',
    isMade: false,
  });
});

test('each secret may come from a file, whose name alone is ever told', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillhouse-secrets-'));
  try {
    const file = path.join(folder, 'secret');
    await writeFile(file, 'hunter2\n');
    for (const name of secretVariables) {
      const from = `${name}_FILE`;
      expect(withSecretFiles({ [from]: file })[name]).toBe('hunter2');
      expect(withSecretFiles({ [from]: ' ', [name]: 'own' })[name]).toBe('own');
      expect(() => withSecretFiles({ [from]: file, [name]: 'own' })).toThrow(
        `${name} and ${from} are both set`,
      );
      expect(() => withSecretFiles({ [from]: path.join(folder, 'none') })).toThrow(
        new RegExp(`The file of ${from} cannot be read \\(ENOENT\\): `),
      );
    }
    await writeFile(file, ' \n');
    expect(() => withSecretFiles({ DATABASE_URL_FILE: file })).toThrow(
      'The file of DATABASE_URL_FILE is empty',
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('every wrong variable is named with its rule, and no value is shown', () => {
  const wrong = {
    PORT: '70000',
    HOST: 'not a host',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    DATABASE_READ_URL: 'postgresql://root:hunter2@db/x,mysql://root:hunter2@db/x',
    DATABASE_LISTEN_URL: 'postgresql://root:hunter2@a:1,/x',
    DATABASE_STATEMENTS: 'hunter2',
    TILLHOUSE_DEMO: 'perhaps',
    TILLHOUSE_API_KEY: 'hunter2',
    TILLHOUSE_UPSTREAM: 'ftp://example.com',
    TILLHOUSE_RATE_LIMIT: '-1',
    TILLHOUSE_TRUSTED_PROXIES: '10.0.0.0/8, hunter2',
    TILLHOUSE_WEBHOOK_NETWORKS: 'hunter2',
    TILLHOUSE_SECURITY_CONTACT: 'hunter2',
    LOG_LEVEL: 'loud',
  };
  let message = '';
  try {
    readConfig(wrong);
  } catch (error) {
    message = String(error);
  }
  for (const name of Object.keys(wrong)) expect(message).toMatch(new RegExp(`\\n  ${name} must be `));
  expect(message.split('\n')).toHaveLength(1 + Object.keys(wrong).length);
  expect(message).not.toContain('hunter2');
});

test('a database has several hosts, and standbys are several databases, as libpq writes them', () => {
  const DATABASE_URL = 'postgresql://u:p@a:5432,b:5433,[::1]:5434/db?target_session_attrs=read-write';
  const DATABASE_READ_URL = 'postgresql://u:p@a/db , postgresql://u:p@b,c/db';
  expect(readConfig({ DATABASE_URL, DATABASE_READ_URL, DATABASE_STATEMENTS: 'unnamed' })).toMatchObject({
    databaseUrl: DATABASE_URL,
    readUrls: ['postgresql://u:p@a/db', 'postgresql://u:p@b,c/db'],
    statements: 'unnamed',
  });
  const asked = `${DATABASE_URL.slice(0, -'read-write'.length)}read-mostly`;
  expect(() => readConfig({ DATABASE_URL: asked })).toThrow('target_session_attrs');
});

test('proxies are addresses and networks, separated by commas', () => {
  expect(readConfig({ TILLHOUSE_TRUSTED_PROXIES: '127.0.0.1, 2001:db8::/32,::1' }).trustedProxies).toEqual([
    '127.0.0.1',
    '2001:db8::/32',
    '::1',
  ]);
});

test('.env.example lists every variable that is read, and its values are the defaults', async () => {
  const text = await readFile('.env.example', 'utf8');
  const lines = [...text.matchAll(/^#? ?([A-Z_]+)=(.*)$/gm)];
  const listed = Object.fromEntries(lines.map(([, name, value]) => [name, value]));
  expect(Object.keys(listed).toSorted().join(' ')).toBe(
    'DATABASE_LISTEN_URL DATABASE_READ_URL DATABASE_STATEMENTS DATABASE_URL HOST LOG_LEVEL PORT TILLHOUSE_API_KEY ' +
      'TILLHOUSE_ARCHIVE_DIR TILLHOUSE_BACKUP_DIR TILLHOUSE_BACKUP_KEEP TILLHOUSE_BACKUP_TIME TILLHOUSE_DATA_DIR TILLHOUSE_DEMO ' +
      'TILLHOUSE_EVENT_YEARS TILLHOUSE_MAIL_FROM TILLHOUSE_METRICS_HOST TILLHOUSE_METRICS_PORT TILLHOUSE_PUBLIC_URL ' +
      'TILLHOUSE_RATE_LIMIT TILLHOUSE_SECRET_FILE TILLHOUSE_SECURITY_CONTACT TILLHOUSE_SMTP_URL TILLHOUSE_TRUSTED_PROXIES TILLHOUSE_UPSTREAM ' +
      'TILLHOUSE_WEBHOOK_NETWORKS',
  );
  expect(readConfig(listed)).toEqual(readConfig({}));
});

test('backups go into a folder at a time of day, and so many are kept', () => {
  expect(readConfig({}).backups).toBeUndefined();
  expect(readConfig({ TILLHOUSE_BACKUP_DIR: '/backups' }).backups).toEqual({
    folder: '/backups',
    time: '03:00',
    keep: 14,
  });
  for (const [name, value] of [
    ['TILLHOUSE_BACKUP_TIME', '24:00'],
    ['TILLHOUSE_BACKUP_TIME', '3:00'],
    ['TILLHOUSE_BACKUP_KEEP', '0'],
  ] as const)
    expect(() => readConfig({ TILLHOUSE_BACKUP_DIR: '/backups', [name]: value })).toThrow(name);
});

test('old events are removed after a whole number of years, and never by default', () => {
  expect(readConfig({}).eventYears).toBeUndefined();
  expect(readConfig({ TILLHOUSE_EVENT_YEARS: '6' }).eventYears).toBe(6);
  for (const years of ['0', '-1', '1.5', '100', 'six', '1e1', '06'])
    expect(() => readConfig({ TILLHOUSE_EVENT_YEARS: years })).toThrow(
      'TILLHOUSE_EVENT_YEARS must be a whole number from 1 to 99',
    );
});

test('mail needs a server, a sender and the address of the application, and shows no value of them', () => {
  const smtp = 'smtps://tills:secret%20word@mail.example:465';
  const mail = {
    TILLHOUSE_SMTP_URL: smtp,
    TILLHOUSE_MAIL_FROM: 'Tills <tills@example.org>',
    TILLHOUSE_PUBLIC_URL: 'https://tills.example.org/',
  };
  expect(readConfig({}).mail).toBeUndefined();
  expect(readConfig(mail).mail).toEqual({
    smtpUrl: smtp,
    from: 'Tills <tills@example.org>',
    publicUrl: 'https://tills.example.org',
  });
  expect(() => readConfig({ TILLHOUSE_SMTP_URL: smtp })).toThrow(
    /TILLHOUSE_MAIL_FROM is needed.*\n.*TILLHOUSE_PUBLIC_URL is needed/,
  );
  for (const [name, value] of [
    ['TILLHOUSE_SMTP_URL', 'https://mail.example'],
    ['TILLHOUSE_SMTP_URL', 'smtp://mail.example?logger=true'],
    ['TILLHOUSE_MAIL_FROM', 'Tills <tills@example.org>, spy@example.org'],
    ['TILLHOUSE_MAIL_FROM', 'tills@example.org\r\nBcc: spy@example.org'],
    ['TILLHOUSE_PUBLIC_URL', 'javascript:alert(1)'],
  ] as const) {
    const wrong = () => readConfig({ ...mail, [name]: value });
    expect(wrong).toThrow(name);
    expect(wrong).not.toThrow(value);
  }
});

test('an address of the application below a path is refused, with a sentence', () => {
  for (const address of [
    'https://example.org/tills',
    'https://example.org/tills/',
    'https://example.org/?a=1',
    'https://example.org/#a',
  ])
    expect(() => readConfig({ TILLHOUSE_PUBLIC_URL: address })).toThrow(
      'TILLHOUSE_PUBLIC_URL must be an address without a path',
    );
  for (const address of ['https://example.org', 'https://example.org/', 'http://localhost:4000'])
    expect(readConfig({ TILLHOUSE_PUBLIC_URL: address }).publicUrl).toBe(new URL(address).origin);
});

test('metrics listen where a port is given, and beyond the machine only if that is said', () => {
  expect(readConfig({}).metrics).toBeUndefined();
  expect(readConfig({ HOST: '0.0.0.0', TILLHOUSE_METRICS_PORT: '9090' }).metrics).toEqual({
    port: 9090,
    host: '127.0.0.1',
  });
});
