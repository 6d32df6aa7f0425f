# Built from the repository alone, for any architecture that its packages know: docker build -t kontor .
FROM node:22-slim AS build
WORKDIR /kontor
COPY package.json package-lock.json ./
COPY packages/inspector/package.json packages/inspector/
# The image brings the right Node; the package "node" need not fetch another.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
ARG BASE_PATH=/
RUN BASE_PATH=$BASE_PATH node --disable-warning=ExperimentalWarning scripts/run.mjs image --to /image

FROM node:22-slim
WORKDIR /kontor
COPY --from=build /image ./
RUN mkdir /data /backups && chown node:node /data /backups
ARG BASE_PATH=/
# The demo unless NODE_ENV=production is set, together with what production needs (docs/operate.md).
ENV DATA_DIR=/data PORT=8080 BASE_PATH=$BASE_PATH
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--disable-warning=ExperimentalWarning", "kontor.mjs"]
