import type { NextConfig } from "next";

const config: NextConfig = {
  agentRules: false,
  devIndicators: false,
  experimental: {
    // A running server writes to the data folder alone, not beside its own program.
    isrFlushToDisk: false,
  },
  // In development, requests are printed: those that bring a code from a sign-in are not.
  logging: { incomingRequests: { ignore: [/^\/oauth\/callback/] } },
  images: { unoptimized: true },
  poweredByHeader: false,
  reactStrictMode: true,
};

export default config;
