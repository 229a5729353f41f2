// Runs before each test file. Fixes the seed of property tests, so that the same inputs are tried each
// time and only a change makes a test fail; `npm run soak -- --only properties` tries others. After the
// file, undoes what it replaced, because the next file of the same worker shares its globals.
import fc from "fast-check";
import { afterAll, vi } from "vitest";

fc.configureGlobal({ seed: Number(process.env.LOUPE_SEED ?? 1) });

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
