import type { NextConfig } from "next";

const config: NextConfig = {
  agentRules: false,
  devIndicators: false,
  // A running server writes to the data folder alone, not beside its own program.
  experimental: { isrFlushToDisk: false },
  images: { unoptimized: true },
  poweredByHeader: false,
  reactStrictMode: true,
};

export default config;
