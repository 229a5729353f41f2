// Plain JavaScript: a server started from an installed package has no TypeScript to read it with.

/** @type {import("next").NextConfig} */
const config = {
  agentRules: false,
  devIndicators: false,
  images: { unoptimized: true },
  poweredByHeader: false,
  reactStrictMode: true,
};

export default config;
