import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The kit's colours refer to tokens.css, so that every value is defined once. */
const shades = (name: string): MantineColorsTuple => [
  `var(--${name}-0)`,
  `var(--${name}-1)`,
  `var(--${name}-2)`,
  `var(--${name}-3)`,
  `var(--${name}-4)`,
  `var(--${name}-5)`,
  `var(--${name}-6)`,
  `var(--${name}-7)`,
  `var(--${name}-8)`,
  `var(--${name}-9)`,
];

const night: MantineColorsTuple = [
  'var(--night-10)',
  'var(--night-9)',
  'var(--night-8)',
  'var(--night-7)',
  'var(--night-5)',
  'var(--night-4)',
  'var(--night-2)',
  'var(--night-1)',
  'var(--sunken)',
  'var(--night-0)',
];

const move = { duration: 140 };

/** The kit's theme: sizes, corners, shadows and transitions of floating elements. */
export const theme = createTheme({
  colors: { petrol: shades('petrol'), copper: shades('copper'), gray: shades('stone'), dark: night },
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 4 },
  // tokens.css decides contrast: the kit cannot read a colour through a CSS variable.
  autoContrast: false,
  black: '#131a1d',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-code)',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '18px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '28px' },
      h2: { fontSize: '18px', lineHeight: '24px' },
      h3: { fontSize: '15px', lineHeight: '20px' },
    },
  },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '10px' },
  defaultRadius: 'md',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  breakpoints: { sm: '56.25em', md: '68.75em' },
  shadows: { md: 'var(--shadow-pop)', xl: 'var(--shadow-dialog)' },
  respectReducedMotion: true,
  cursorType: 'default',
  components: {
    // Floating elements are rendered inside `main`, so that they belong to a landmark.
    Portal: { defaultProps: { target: 'main, body:not(:has(main))' } },
    Popover: { defaultProps: { transitionProps: move, radius: 'lg', shadow: 'md', offset: 4 } },
    Combobox: { defaultProps: { transitionProps: { duration: 0 }, radius: 'lg', shadow: 'md', offset: 4 } },
    Menu: { defaultProps: { transitionProps: move, radius: 'lg', shadow: 'md', offset: 4 } },
    Tooltip: { defaultProps: { transitionProps: { duration: 80 }, openDelay: 400, offset: 6 } },
    Modal: { defaultProps: { transitionProps: move, radius: 'xl' } },
    Drawer: { defaultProps: { transitionProps: move } },
  },
});
