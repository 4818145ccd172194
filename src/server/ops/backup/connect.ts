import type { Client } from 'pg';
import { connectToHost } from '../../db/hosts';

/**
 * Opens a connection without time limits, for long operations. If it is lost, the running statement fails, or else
 * the next one.
 */
export const connect = (url: string): Promise<Client> => connectToHost(url, { keepAlive: true });
