import { Client } from 'pg';

/**
 * Opens a connection without time limits, for long operations. If it is lost, the running statement fails, or else
 * the next one.
 */
export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, keepAlive: true });
  // Between two statements the loss would emit an unhandled 'error' event, which ends the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
