import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Whether this process runs as root, for which Chromium needs to run without its sandbox. */
export const asRoot = process.getuid?.() === 0;

/**
 * Finds a Chromium: Playwright's own if installed, else `CHROMIUM_PATH`, else the system's. One with missing libraries
 * does not count.
 *
 * @returns {string | undefined} the path of the program
 */
export const findChromium = () => find(['/usr/bin/chromium', '/usr/bin/google-chrome']);

/**
 * Finds the Chromium for browser tests, which is one without windows where there is one.
 *
 * @returns {string | undefined} the path of the program
 */
export const findHeadless = () => find(['/usr/bin/chromium-headless-shell']) ?? findChromium();

/** @param {string[]} ofSystem */
function find(ofSystem) {
  const places = [chromium.executablePath(), process.env['CHROMIUM_PATH'], ...ofSystem];
  return places.find((place) => place !== undefined && place !== '' && existsSync(place) && runs(place));
}

/** @param {string} program */
function runs(program) {
  // On other systems the libraries are included, and on Windows the version option opens a window.
  if (process.platform !== 'linux') return true;
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}
