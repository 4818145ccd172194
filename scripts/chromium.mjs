import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Whether this process is root, as whom Chromium runs only without its sandbox. */
export const asRoot = process.getuid?.() === 0;

/**
 * The Chromium that the browser tests run in: Playwright's own where it is installed, else `CHROMIUM_PATH`, else
 * the system's. One whose libraries are missing does not count.
 *
 * @returns {string | undefined} the path of the program
 */
export function findChromium() {
  const places = [
    chromium.executablePath(),
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ];
  return places.find((place) => place !== undefined && place !== '' && existsSync(place) && runs(place));
}

/** @param {string} program */
function runs(program) {
  // Elsewhere the libraries come with it, and on Windows asking for the version opens a window.
  if (process.platform !== 'linux') return true;
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}
