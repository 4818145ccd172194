import {
  localStorageColorSchemeManager,
  MantineProvider,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import '../style/styles.css';
import { LinkContext, type LinkComponent } from './link';
import { cssVariablesResolver, theme } from '../style/theme';
import { Toasts } from '../overlays/toast';
import { UiStringsContext, type UiStrings } from '../display/ui-strings';

// Besides list preferences (app/preferences/preferences.ts) and the language, what the application keeps in web storage.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'tillhouse-theme' });

/** Printing is prepared in a chunk of its own, which is no part of the first load. */
const loadPrinting = () =>
  void import('../style/printing').then(
    ({ printInLight }) => printInLight(),
    // The page was left before it was there.
    () => {},
  );

/** Provider around the whole application: theme, texts, links and toasts. */
export function UiProvider(props: {
  strings: UiStrings;
  link?: LinkComponent | undefined;
  /** `test`: without transitions, and floating elements are rendered in place. */
  env?: 'default' | 'test';
  children: ReactNode;
}) {
  const { strings, link, env = 'default', children } = props;
  useEffect(loadPrinting, []);
  const body = link ? <LinkContext value={link}>{children}</LinkContext> : children;
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
      env={env}
    >
      <UiStringsContext value={strings}>
        {body}
        <Toasts />
      </UiStringsContext>
    </MantineProvider>
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
