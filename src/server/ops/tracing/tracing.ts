import type { Context, Span } from '@opentelemetry/api';

/** What is known of a request when it has been answered. `route` is the pattern of its address. */
export interface TracedAnswer {
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
}

/** Traces of requests and of the statements that they send to the database (docs/operations.md#traces). */
export interface Tracing {
  /** Runs the work on a request in a span, which belongs to the trace that its `traceparent` names. */
  readonly request: (
    request: Request,
    work: () => Promise<void>,
    answered: () => TracedAnswer,
  ) => Promise<void>;
  /** Begins the span of a statement. Returns a function that ends it, with the error if it failed. */
  readonly statement: (text: string) => (error?: unknown) => void;
  /** Sends what has not been sent. */
  readonly close: () => Promise<void>;
}

const version = '0.223.0';
const longestText = 2000;

/**
 * Starts tracing if `OTEL_EXPORTER_OTLP_ENDPOINT`, or the endpoint of traces alone, is set; null otherwise. All else is set by
 * OpenTelemetry's own variables.
 *
 * @throws an Error that names the setting if the SDK, which is not installed with the service, is not there.
 */
export async function startTracing(env: Record<string, string | undefined>): Promise<Tracing | null> {
  const setting = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].find(
    (name) => env[name] !== undefined && env[name] !== '',
  );
  if (setting === undefined) return null;
  const { NodeSDK } = await import('@opentelemetry/sdk-node').catch((error: unknown) => {
    throw new Error(
      `${setting} is set, and the package that sends traces is not installed: npm install --no-save @opentelemetry/sdk-node@${version}`,
      { cause: error },
    );
  });
  const { context, propagation, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const sdk = new NodeSDK({ serviceName: env['OTEL_SERVICE_NAME'] ?? 'tillhouse' });
  sdk.start();
  const tracer = trace.getTracer('tillhouse');
  const failed = (span: Span, error: unknown) =>
    span.setStatus({
      code: SpanStatusCode.ERROR,
      message: error instanceof Error ? error.name : 'error',
    });
  const headersOf = (request: Request): Context =>
    propagation.extract(context.active(), request.headers, {
      get: (headers, name) => headers.get(name) ?? undefined,
      keys: (headers) => [...headers.keys()],
    });

  return {
    async request(request, work, answered) {
      const parent = headersOf(request);
      const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, parent);
      try {
        await context.with(trace.setSpan(parent, span), work);
      } finally {
        const { route, status, requestId } = answered();
        span.updateName(`${request.method} ${route}`);
        span.setAttributes({
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': status,
          'tillhouse.request_id': requestId,
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      }
    },
    statement(text) {
      if (!trace.getActiveSpan()) return () => undefined;
      const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement';
      const span = tracer.startSpan(word, {
        kind: SpanKind.CLIENT,
        attributes: {
          'db.system.name': 'postgresql',
          // Values are apart from it, but for the scope that a transaction begins with.
          ...(word !== 'begin' && { 'db.query.text': text.slice(0, longestText) }),
        },
      });
      return (error) => {
        if (error !== undefined) failed(span, error);
        span.end();
      };
    },
    close: () => sdk.shutdown(),
  };
}
