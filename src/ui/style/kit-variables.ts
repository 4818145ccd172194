import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { theme } from './theme';

/** Maps the kit's semantic colours to ours; light and dark are defined in tokens.css alone. */
const semantic = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-error': 'var(--danger-text)',
  '--mantine-color-default-hover': 'var(--hover)',
};

/**
 * Adds the variables by which the kit draws its parts to the page. All of those parts are opened, and loaded then: the first
 * load has neither them nor what computes this.
 */
export function addKitVariables(): void {
  const { variables, light, dark } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const style = document.createElement('style');
  style.dataset['mantineStyles'] = 'true';
  // Ours is said of both schemes, since the kit says its own of each.
  style.textContent = convertCssVariables(
    {
      variables,
      light: { ...light, ...semantic, '--mantine-color-scheme': 'light' },
      dark: { ...dark, ...semantic, '--mantine-color-scheme': 'dark' },
    },
    ':root',
  );
  document.head.append(style);
  if (theme.respectReducedMotion) document.documentElement.dataset['respectReducedMotion'] = 'true';
}
