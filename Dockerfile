# Loupe as an image: the server and the command line, see docs/guide/containers.md.
# scripts/image.mjs runs these instructions in a chroot, so they stay plain: no shell features beyond
# `&&`, nothing downloaded but the packages of the lock file.

# The package is the same for every platform, so it is built once, on the platform of the builder.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack --pack-destination /tmp && mkdir /opt/loupe && tar -xzf /tmp/a2a-loupe-*.tgz -C /opt/loupe

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Loupe" \
      org.opencontainers.image.description="The debugger for the Agent2Agent (A2A) protocol" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /opt/loupe /opt/loupe
COPY scripts/health.mjs /opt/loupe/health.mjs
RUN mkdir /data && chown 1000:1000 /data
# Beyond loopback Loupe always requires a token: LOUPE_TOKEN, or one made at each start and printed.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4100 \
    LOUPE_DATA=/data
WORKDIR /data
USER 1000:1000
VOLUME /data
EXPOSE 4100
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["node", "/opt/loupe/health.mjs"]
ENTRYPOINT ["node", "/opt/loupe/package/bin/loupe.mjs"]
