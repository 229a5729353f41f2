// Before each file of tests: properties are tried with the same inputs each time, so that a test
// fails where something was changed and nowhere else. `npm run soak -- --only properties` tries
// others.
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.LOUPE_SEED ?? 1) });
