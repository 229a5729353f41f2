// Plain JavaScript: a server started from an installed package has no TypeScript to read it with.

/** @type {import("next").NextConfig} */
const config = {
  agentRules: false,
  devIndicators: false,
  // A running server writes to the data folder alone, not beside its own program.
  experimental: { isrFlushToDisk: false },
  images: { unoptimized: true },
  poweredByHeader: false,
  reactStrictMode: true,
};

export default config;
