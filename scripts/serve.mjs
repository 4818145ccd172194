// Starts the built service without installing or building anything first: for tests, benchmarks, containers.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const { main } = await import(pathToFileURL(path.join(import.meta.dirname, '../dist/server/server.js')).href);
await main();
