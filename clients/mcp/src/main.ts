#!/usr/bin/env node
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createTillhouse } from '@tillhouse/client';
import { toolsOf } from './tools.js';

const { TILLHOUSE_URL: baseUrl, TILLHOUSE_KEY: key } = process.env;
if (baseUrl === undefined || key === undefined) {
  console.error('TILLHOUSE_URL is the address of the service, TILLHOUSE_KEY an API key of it');
  process.exit(2);
}
await toolsOf(createTillhouse({ baseUrl, key })).connect(new StdioServerTransport());
