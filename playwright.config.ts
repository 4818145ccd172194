import { defineConfig } from '@playwright/test';
import { asRoot, findHeadless } from './scripts/chromium.mjs';

const executablePath = findHeadless();

/**
 * Each test has a browser context of its own, for which a Chromium with windows opens one: these build pages for its
 * address bar and keep a process in hand, half of what a context costs. Behind them are Playwright's own, since the last
 * switch of a name is the one that holds.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/demo-template.ts',
  // A test that passes the second time has failed.
  retries: 0,
  workers: 2,
  // Each test makes what it changes, and a worker has a service of its own: the last file is not one worker's alone.
  fullyParallel: true,
  // Much more than the usual patience: two cores may be busy with other things, and no test asserts a time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  // Those in front of other servers first: a worker turns once from them to the service with the demo company.
  projects: [
    { name: 'generic server', testMatch: 'generic-server/*.spec.ts' },
    { name: 'own', testIgnore: 'generic-server/*.spec.ts' },
  ],
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    browserName: 'chromium',
    // A trace costs a quarter of the processor time of every test, also of those that pass; `--trace retain-on-failure` has it.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [`--disable-features=${withoutFeatures.join(',')}`, ...(asRoot ? ['--no-sandbox'] : [])],
    },
  },
});
