import { fileURLToPath } from "node:url";
import type { NextConfig } from "next";

/**
 * Parts of Next.js that the server never uses: no image is optimized, no page has a local font, runs in
 * the edge runtime or uses experimental features of React.
 */
const UNUSED_BY_SERVER = [
  "node_modules/sharp/**",
  "node_modules/@img/**",
  "node_modules/next/dist/server/capsize-font-metrics.json",
  "node_modules/next/dist/compiled/edge-runtime/**",
  "node_modules/next/dist/compiled/@edge-runtime/primitives/**",
  "node_modules/next/dist/compiled/next-server/*-experimental.runtime.prod.js",
];

const config: NextConfig = {
  agentRules: false,
  devIndicators: false,
  experimental: {
    // A running server writes only to the data folder, not to its program folder.
    isrFlushToDisk: false,
  },
  // Development prints every request. These carry a sign-in code and are not printed.
  logging: { incomingRequests: { ignore: [/^\/oauth\/callback/] } },
  images: { unoptimized: true },
  // Collects the files that the server needs, which scripts/package.mjs packs.
  output: "standalone",
  outputFileTracingExcludes: { "*": UNUSED_BY_SERVER },
  outputFileTracingRoot: fileURLToPath(new URL(".", import.meta.url)),
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm test` checks the types, and whoever starts Loupe does not wait for that.
  typescript: { ignoreBuildErrors: true },
  // Or else each route would have a copy of its own.
  serverExternalPackages: ["zod"],
  // The address of a recording gets a page that has the code of a run and no start page.
  rewrites: async () => ({
    beforeFiles: [{ source: "/", has: [{ type: "query", key: "run" }], destination: "/run" }],
  }),
};

export default config;
