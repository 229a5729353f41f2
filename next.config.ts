import type { NextConfig } from "next";

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
  poweredByHeader: false,
  reactStrictMode: true,
};

export default config;
