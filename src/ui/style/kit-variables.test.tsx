import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
// Defines `matchMedia`.
import '@/testing/app/ui';
import { addKitVariables } from './kit-variables';
import { theme } from './theme';

/** Returns the variables of the page's style elements by rule, with the last value of each. */
function variablesOf(styles: Iterable<Element>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const style of styles)
    for (const [, selector = '', body = ''] of (style.textContent ?? '').matchAll(/([^{}]+)\{([^}]*)\}/g))
      for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g))
        for (const one of selector.split(','))
          if (!one.includes(':host')) found[`${one.trim()} ${name}`] = value;
  return found;
}

it('are those that the kit’s own provider writes, but for the colours that are ours', () => {
  const { container, unmount } = render(
    <MantineProvider theme={theme} deduplicateCssVariables={false}>
      x
    </MantineProvider>,
  );
  const kits = variablesOf(container.querySelectorAll('[data-mantine-styles]'));
  unmount();
  addKitVariables();
  const ours = variablesOf(document.head.querySelectorAll('[data-mantine-styles]'));
  expect(Object.keys(kits).length).toBeGreaterThan(200);
  expect(Object.keys(ours).toSorted()).toEqual(Object.keys(kits).toSorted());
  const other = Object.keys(kits).filter((name) => ours[name] !== kits[name]);
  expect(
    other.filter(
      (name) =>
        !/ --mantine-color-(?:body|text|dimmed|placeholder|default-border|error|default-hover)$/.test(name),
    ),
  ).toEqual([]);
  expect(ours[':root[data-mantine-color-scheme="dark"] --mantine-color-body']).toBe('var(--surface)');
  expect(document.documentElement.dataset['respectReducedMotion']).toBe('true');
});
