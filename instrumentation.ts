/**
 * Runs once when the server starts: gives the request guard to `scripts/gate.cjs`, which calls it
 * before Next.js, begins to list the recordings, and ends what is recorded when the server is stopped.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { installRequestGuard } = await import("./lib/server/security/request-guard.ts");
  installRequestGuard();
  // An unusable variable is an error at the start.
  const { readOtlpTarget } = await import("./lib/server/telemetry/otlp-environment.ts");
  readOtlpTarget();
  const { readStoreSettings } = await import("./lib/server/store/store-settings.ts");
  readStoreSettings();
  const { readClientSettings } = await import("./lib/server/clients/client-settings.ts");
  readClientSettings();
  const { loadLibrary, stopTapsOnSignals } = await import("./lib/server/workspace.ts");
  loadLibrary();
  stopTapsOnSignals();
}
