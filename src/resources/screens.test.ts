import { describe, expect, it } from 'vitest';
import { neededFor } from '@/app/shell/screen';
import { declaredWidth, minNameWidth } from '@/app/grid/columns/use-width';
import type { Resource } from '@/contract/resource';
import { contracts } from './contracts';
import { texts as settingsTexts } from '@/app/shell/settings-texts';
import { texts as trailTexts } from './event/texts';
import { daily, screens } from './screens';

describe.each(Object.entries(screens))('the screen of %s', (name, screen) => {
  it('has a word for each of its columns, filters and choices, in every language', async () => {
    const languages = Object.entries({ en: screen.texts.en, fi: (await screen.texts.fi()).fi });
    const keys = [
      ...screen.columns.map((column) => column.key),
      ...screen.filters.map((filter) => filter.name),
      ...screen.filters.flatMap((filter) => (filter.values ?? []).map((value) => `${filter.name}=${value}`)),
    ];
    for (const [language, texts] of languages) {
      const missing = keys.filter((key) => !texts[key]);
      expect(missing, `${name} in ${language}`).toEqual([]);
    }
  });

  it('says where its records are used by filters that those lists show', () => {
    const known = Object.entries(screens).map(([resource, { filters }]) => ({ resource, filters }));
    for (const { resource, filter } of screen.usedBy ?? []) {
      const list = known.find((one) => one.resource === resource);
      expect(list?.filters.find((one) => one.name === filter)?.references, filter).toBe(name);
    }
  });

  it('has no column twice', () => {
    const keys = screen.columns.map((column) => column.key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

it('the audit trail has a word for a record of every resource that has events', () => {
  // Of events themselves there are none.
  const named = Object.keys(contracts).filter((name) => !['event', 'securityevent'].includes(name));
  for (const texts of [trailTexts.en, trailTexts.fi])
    expect(named.filter((name) => !Object.hasOwn(texts, `one.${name}`))).toEqual([]);
});

const inGrids = Object.entries(screens).filter(([, screen]) => !screen.list);

it.each(inGrids)(
  'the grid of %s shows its records by name, and its default order is in the head',
  (_, screen) => {
    expect(screen.columns.filter((column) => column.as === 'name')).toHaveLength(1);
    const sorted = screen.columns.find((column) => column.key === screen.sort.replace(/^-/, ''));
    expect(sorted?.sortable).toBe(true);
  },
);

/** Windows of 1440, 1024 and 768 px, minus the navigation beside the list and its scrollbar. */
it.each(inGrids)(
  'the grid of %s shows its columns side by side at each width, without scrolling',
  (_, screen) => {
    const name = screen.columns.find((column) => column.as === 'name')?.width ?? 0;
    expect(declaredWidth(screen.columns, 3)).toBeLessThanOrEqual(1440 - 224 - 12);
    expect(declaredWidth(screen.columns, 2)).toBeLessThanOrEqual(1024 - 12);
    expect(declaredWidth(screen.columns, 1) - name + minNameWidth).toBeLessThanOrEqual(768 - 12);
  },
);

it('gives every screen an address of its own', () => {
  const paths = Object.values(screens).map((screen) => screen.path);
  expect(new Set(paths).size).toBe(paths.length);
});

it('a page of settings says in a line what each of its lists is for, in every language', () => {
  const behind = Object.entries(screens).filter(([, screen]) => screen.behind !== undefined);
  expect(behind.length).toBeGreaterThan(10);
  for (const texts of [settingsTexts.en, settingsTexts.fi])
    expect(behind.filter(([name]) => !Object.hasOwn(texts, `about.${name}`))).toEqual([]);
});

it('what a role does daily is in its navigation, and is no setting', () => {
  for (const [role, paths] of Object.entries(daily)) {
    const offered = Object.values(screens)
      .filter((screen) => screen.behind === undefined && neededFor(screen).roles.some((one) => one === role))
      .flatMap(({ path, pages = [] }) => [path, ...pages.flatMap((page) => (page.nav ? [page.path] : []))]);
    expect(
      paths.filter((path) => !offered.some((one) => one === path)),
      role,
    ).toEqual([]);
    expect(paths.length).toBeGreaterThanOrEqual(4);
  }
});

/** Returns the paths of a record that an event can name: top-level fields, and keys of `data`. */
const pathsOf = ({ fields, data }: Resource): string[] => [
  ...Object.entries(fields).flatMap(([name, { readOnly }]) => (readOnly ? [] : [name])),
  ...Object.keys(data.shape).map((key) => `data.${key}`),
];

it('the audit trail has a label for every field that an event can name, in every language', async () => {
  const unnamed: string[] = [];
  for (const [name, { contract, texts, form, list }] of Object.entries(screens)) {
    if (name === 'event' || name === 'securityevent') continue;
    // As the trail loads them (`useFormTexts`).
    const { texts: later } = (await (form ?? list)?.()) ?? {};
    for (const [language, own] of [['en', texts.en] as const, ['fi', (await texts.fi()).fi] as const]) {
      const known = new Map(Object.entries({ ...own, ...later?.[language] }));
      const trail = new Map(Object.entries(trailTexts[language]));
      const isNamed = (path: string) =>
        ['form.', ''].some((kind) => known.has(kind + path)) || trail.has(`field.${path}`);
      unnamed.push(
        ...pathsOf(contract)
          .filter((path) => !isNamed(path))
          .map((path) => `${language} ${name} ${path}`),
      );
    }
  }
  expect(unnamed).toEqual([]);
});
