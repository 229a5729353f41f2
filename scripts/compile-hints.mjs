// Runs after a build: marks the scripts of the pages, so that Chromium compiles them whole while they
// arrive, on another thread. Functions that compile at their first call hold up the main thread.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveInProject } from "./project.mjs";

const HINT = "//# allFunctionsCalledOnLoad\n";

const root = resolveInProject(".next", "static");
for (const name of readdirSync(root, { recursive: true })) {
  if (!name.endsWith(".js")) continue;
  const file = join(root, name);
  const script = readFileSync(file, "utf8");
  if (!script.startsWith(HINT)) writeFileSync(file, HINT + script);
}
