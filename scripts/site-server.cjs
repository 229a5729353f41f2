// node site-server.cjs FOLDER HOST PORT: serves the built site of a folder, in a checkout and in the
// package alike. CommonJS, like the server of Next.js that it starts. `scripts/server.mjs` runs it
// behind its gate and leash.
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");

const [folder, hostname, port] = process.argv.slice(2);
const build = readFileSync(join(folder, ".next", "required-server-files.json"), "utf8");
// With the configuration of the build, Next.js neither looks for next.config.ts nor compiles it. A browser
// on this machine gets a page sooner uncompressed.
const compress = process.env.LOUPE_WIDE === "1";
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify({
  ...JSON.parse(build).config,
  compress,
});

// Next.js ends the process at once: the application does so when its recordings are written
// (stopTapsOnSignals).
process.env.NEXT_MANUAL_SIG_HANDLE = "1";

const requireFromSite = createRequire(join(folder, "package.json"));
requireFromSite("next");
const { startServer } = requireFromSite("next/dist/server/lib/start-server");
startServer({ dir: folder, isDev: false, hostname, port: Number(port), allowRetry: false });
