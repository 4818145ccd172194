import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { drainTime } from '@/server/ops/listen';
import { readConfig, variableNames, withSecretFiles } from '@/server/ops/config';
import { systemRoutes } from '@/server/http/system';
import { stage } from '@/testing/api/start';
import { document } from '@/testing/declared';

const on = stage();
const files = readdirSync('deploy', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name));
const textOf = (file: string) => readFileSync(file, 'utf8');

const object = z.looseObject({});
const documents = (file: string) =>
  parseAllDocuments(textOf(file), { merge: true }).map((document) => {
    expect(document.errors, file).toEqual([]);
    return object.parse(document.toJS());
  });

/** The number of seconds of `40`, `20s` or `1m`. */
const secondsOf = (time: unknown) => {
  const [, number = '', unit = 's'] = /^(\d+)(s|m)?$/.exec(String(time)) ?? [];
  return number === '' ? Number.NaN : Number(number) * (unit === 'm' ? 60 : 1);
};

it('an example of a deployment names no setting that the service does not have', () => {
  expect(files.length).toBeGreaterThan(8);
  const known = variableNames();
  const named = files.flatMap((file) =>
    [...textOf(file).matchAll(/\b(?:TILLHOUSE|DATABASE)_[A-Z_]*[A-Z]\b/g)].map(
      ([name]) => `${name} in ${file}`,
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((each) => !known.includes(each.split(' ')[0] ?? ''))).toEqual([]);
});

it('every example that is YAML can be read', () => {
  const yaml = files.filter((file) => /\.ya?ml$/.test(file));
  expect(yaml.flatMap(documents).length).toBeGreaterThan(7);
});

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const deployment = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    replicas: z.number().min(2),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.looseObject({ runAsNonRoot: z.literal(true) }),
        containers: z.tuple([
          z.object({
            envFrom: z.tuple([z.object({ configMapRef: z.object({ name: z.string() }) })]),
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
            startupProbe: probe,
            readinessProbe: probe,
            livenessProbe: probe,
            lifecycle: z.object({
              preStop: z.object({ exec: z.object({ command: z.tuple([z.literal('sleep'), z.string()]) }) }),
            }),
            securityContext: z.looseObject({
              allowPrivilegeEscalation: z.literal(false),
              readOnlyRootFilesystem: z.literal(true),
            }),
            volumeMounts: z.tuple([z.looseObject({ mountPath: z.string() })]),
          }),
        ]),
      }),
    }),
  }),
});
const manifests = documents('deploy/kubernetes/tillhouse.yaml');
const ofKind = (kind: string) => manifests.find((one) => one['kind'] === kind);

it('what Kubernetes asks of a pod is there, and its budget, its service and its ingress lead to it', async () => {
  const { spec } = deployment.parse(ofKind('Deployment'));
  const [container] = spec.template.spec.containers;
  const system = systemRoutes({ db: on.service.db, resources: [], openapi: document });
  for (const { httpGet } of [container.startupProbe, container.readinessProbe, container.livenessProbe]) {
    expect((await system.request(httpGet.path)).status, httpGet.path).toBe(200);
    expect(container.ports.map(({ name }) => name)).toContain(httpGet.port);
  }
  // A database that is away restarts nothing.
  expect(container.livenessProbe.httpGet.path).toBe('/livez');
  const { labels } = spec.template.metadata;
  expect(spec.selector.matchLabels).toEqual(labels);
  expect(ofKind('PodDisruptionBudget')).toMatchObject({ spec: { selector: { matchLabels: labels } } });
  expect(ofKind('Service')).toMatchObject({
    metadata: { name: 'tillhouse' },
    spec: { selector: labels, ports: [{ name: 'http', targetPort: 'http' }] },
  });
  expect(JSON.stringify(ofKind('Ingress'))).toContain(
    '"service":{"name":"tillhouse","port":{"name":"http"}}',
  );
});

it('the configuration of Kubernetes is read, with its secrets from files', () => {
  const { data } = z.object({ data: z.record(z.string(), z.string()) }).parse(ofKind('ConfigMap'));
  const { spec } = deployment.parse(ofKind('Deployment'));
  const [container] = spec.template.spec.containers;
  const [{ mountPath }] = container.volumeMounts;
  const paths = Object.entries(data).filter(([name]) => name.endsWith('_FILE'));
  expect(paths.map(([name]) => name).toSorted()).toEqual([
    'DATABASE_URL_FILE',
    'TILLHOUSE_SECRET_FILE',
    'TILLHOUSE_SMTP_URL_FILE',
  ]);
  // Each is a key of the secret that the head of the file tells how to make.
  const head = textOf('deploy/kubernetes/tillhouse.yaml').split('\napiVersion')[0] ?? '';
  for (const [, file] of paths) {
    expect(path.dirname(file)).toBe(mountPath);
    expect(head).toMatch(new RegExp(`--from-(?:file|literal)=${path.basename(file)}\\b`));
  }
  const { DATABASE_URL_FILE: _database, TILLHOUSE_SMTP_URL_FILE: _smtp, ...rest } = data;
  const config = readConfig(
    withSecretFiles({
      ...rest,
      DATABASE_URL: 'postgresql://tillhouse:secret@database:5432/tillhouse',
      TILLHOUSE_SMTP_URL: 'smtps://user:secret@mail.example.org:465',
    }),
  );
  expect(config.metrics?.port).toBe(container.ports.find(({ name }) => name === 'metrics')?.containerPort);
  expect(config.port).toBe(container.ports.find(({ name }) => name === 'http')?.containerPort);
  expect(config.mail?.publicUrl).toBe('https://tills.example.org');
});

it('whoever stops a process waits longer than it takes to answer what it was asked', () => {
  const least = drainTime / 1000 + 5;
  const { spec } = deployment.parse(ofKind('Deployment'));
  const [container] = spec.template.spec.containers;
  const untilStop = Number(container.lifecycle.preStop.exec.command[1]);
  expect(spec.template.spec.terminationGracePeriodSeconds - untilStop).toBeGreaterThan(least);
  const [, unit] = /^TimeoutStopSec=(\d+)$/m.exec(textOf('deploy/systemd/tillhouse.service')) ?? [];
  expect(Number(unit)).toBeGreaterThan(least);
  const [compose] = documents('deploy/compose.yaml');
  const services = z
    .record(z.string(), z.object({ stop_grace_period: z.string(), restart: z.string() }))
    .parse(compose?.['services']);
  for (const { stop_grace_period: time, restart } of Object.values(services)) {
    expect(secondsOf(time)).toBeGreaterThan(least);
    expect(restart).toBe('unless-stopped');
  }
});
