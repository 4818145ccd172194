# Tillhouse in a container: not root, on a read-only file system, with a PostgreSQL elsewhere (DATABASE_URL). `deploy/compose.yaml` starts both.
# The base by its digest: docs/operations.md#in-a-container.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
RUN node --input-type=module -e "await (await import('./scripts/build.mjs')).ensureBuilt()" \
  && node scripts/image.mjs /service

FROM ${NODE_IMAGE}
ARG NODE_IMAGE
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Tillhouse" \
  org.opencontainers.image.description="The back office for point-of-sale" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.base.name="${NODE_IMAGE}"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 TILLHOUSE_ARCHIVE_DIR=/archive
WORKDIR /service
COPY --from=build /service ./
# A new volume here belongs to whom the folder belongs to. By number: Kubernetes has to see that it is not root.
RUN install -d -o 1000 -g 1000 -m 700 /backups /archive
USER 1000:1000
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "scripts/serve.mjs"]
