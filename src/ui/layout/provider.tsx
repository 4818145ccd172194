import {
  localStorageColorSchemeManager,
  MantineContext,
  MantineThemeProvider,
  useComputedColorScheme,
  useMantineColorScheme,
  useProviderColorScheme,
} from '@mantine/core';
import { useEffect, useMemo, type ReactNode } from 'react';
import '../style/styles.css';
import { LinkContext, type LinkComponent } from './link';
import { theme } from '../style/theme';
import { Toasts } from '../overlays/toast';
import { UiStringsContext, type UiStrings } from '../display/ui-strings';

// Besides list preferences (app/preferences/preferences.ts) and the language, what the application keeps in web storage.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'tillhouse-theme' });

/** Printing, and how the kit's parts look, are prepared in chunks of their own, which are no part of the first load. */
const loadLater = () => {
  // The page was left before they were there.
  const left = () => {};
  import('../style/kit-variables').then(({ addKitVariables }) => addKitVariables(), left);
  import('../style/printing').then(({ printInLight }) => printInLight(), left);
};

const getRootElement = () => document.documentElement;

/** What the kit's own provider gives its parts, which would bring what computes their variables along. */
const kit = {
  getRootElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
  deduplicateInlineStyles: false,
};

/** Provider around the whole application: theme, texts, links and toasts. */
export function UiProvider(props: {
  strings: UiStrings;
  link?: LinkComponent | undefined;
  /** `test`: without transitions, and floating elements are rendered in place. */
  env?: 'default' | 'test';
  children: ReactNode;
}) {
  const { strings, link, env = 'default', children } = props;
  useEffect(loadLater, []);
  const scheme = useProviderColorScheme({
    manager: colorSchemeManager,
    defaultColorScheme: 'auto',
    getRootElement,
    forceColorScheme: undefined,
  });
  const { colorScheme, setColorScheme, clearColorScheme } = scheme;
  const context = useMemo(
    () => ({ ...kit, colorScheme, setColorScheme, clearColorScheme, env }),
    [colorScheme, setColorScheme, clearColorScheme, env],
  );
  const body = link ? <LinkContext value={link}>{children}</LinkContext> : children;
  return (
    <MantineContext value={context}>
      <MantineThemeProvider theme={theme}>
        <UiStringsContext value={strings}>
          {body}
          <Toasts />
        </UiStringsContext>
      </MantineThemeProvider>
    </MantineContext>
  );
}

/** `auto` follows the system. */
export type Theme = 'auto' | 'light' | 'dark';

/** Returns the chosen theme, the visible one, and a function to choose; the choice is stored in this browser. */
export function useTheme(): { chosen: Theme; shown: 'light' | 'dark'; choose: (theme: Theme) => void } {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return { chosen: colorScheme, shown, choose: setColorScheme };
}
