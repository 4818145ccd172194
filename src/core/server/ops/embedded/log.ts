/** Where the embedded server says what it does: a pino logger fits, and so does `console`. */
export interface EmbeddedLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
