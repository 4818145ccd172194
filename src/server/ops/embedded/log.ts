/** The log of the embedded server; a pino logger fits, and so does `console`. */
export interface EmbeddedLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
