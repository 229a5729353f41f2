import type { NextConfig } from "next";

const config: NextConfig = {
  agentRules: false,
  devIndicators: false,
  experimental: {
    // A running server writes to the data folder alone, not beside its own program.
    isrFlushToDisk: false,
    // Beyond this a body would be cut short without a word on its way past the proxy.
    proxyClientMaxBodySize: "512mb",
  },
  images: { unoptimized: true },
  poweredByHeader: false,
  reactStrictMode: true,
};

export default config;
