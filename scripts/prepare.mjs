// node scripts/prepare.mjs [packages] [site] [command]: brings what is named up to date, in order.
// Imports nothing but Node's own modules, so that it runs in a fresh clone.
import { ensureCommand } from "./command.mjs";
import { ensurePackages } from "./packages.mjs";
import { report } from "./project.mjs";
import { ensureSite } from "./site.mjs";

const steps = { packages: ensurePackages, site: ensureSite, command: ensureCommand };

try {
  for (const name of process.argv.slice(2)) await steps[name]();
} catch (error) {
  report(error);
}
