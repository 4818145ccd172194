// Runs before anything is drawn, so that a dark page does not begin white: the theme that was chosen (src/ui/layout/provider.tsx), else the
// system's.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('tillhouse-theme');
  } catch {
    // The browser keeps nothing.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
