// Runs before each test file: fixes the seed of property tests, so that the same inputs are tried
// each time and only a change makes a test fail. `npm run soak -- --only properties` tries others.
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.LOUPE_SEED ?? 1) });
