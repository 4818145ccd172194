import { Client } from 'pg';

/**
 * Opens a connection without time limits, for what takes as long as it takes. Where it is lost, the statement that is
 * under way fails, or else the next one.
 */
export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, keepAlive: true });
  // Between two statements the loss would be an 'error' event that nobody handles, which ends the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
