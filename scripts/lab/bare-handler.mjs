import http from 'node:http';
import { Pool } from 'pg';

// The baseline: one query on a plain connection, whose JSON text is sent unchanged. It has no authentication, no
// row-level security, no transaction, and no filter except the one in its statement. Message: { databaseUrl,
// statements: { [path]: [sql, ...parameters beside page size and offset] } }; response: its port.
process.once('message', (/** @type {import('./list-sql.mjs').BareHandler} */ { databaseUrl, statements }) => {
  const pool = new Pool({ connectionString: databaseUrl, max: 16 });
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [text = '', ...values] = statements[url.pathname] ?? [];
    const page = Number(url.searchParams.get('page') ?? 1);
    const pageSize = Number(url.searchParams.get('pageSize') ?? 100);
    pool.query(text, [pageSize, (page - 1) * pageSize, ...values]).then(
      ({ rows: [row] }) => {
        const body = Buffer.from(row.body);
        response.writeHead(200, {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': body.length,
          'X-Total-Count': row.total,
          'X-Page': page,
          'X-Page-Size': pageSize,
          'X-Total-Pages': Math.ceil(row.total / pageSize),
        });
        response.end(body);
      },
      (error) => {
        console.error(error);
        response.writeHead(500).end();
      },
    );
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address ? address.port : 0);
  });
});
