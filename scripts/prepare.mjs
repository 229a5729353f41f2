// node scripts/prepare.mjs [packages] [viewer] [site] [command] [package]: updates the named parts, in
// order.
// Imports only Node's own modules, so that it runs in a fresh clone.
import { ensureCommand } from "./command.mjs";
import { assemblePackage } from "./package.mjs";
import { ensurePackages } from "./packages.mjs";
import { isMain, reportError } from "./project.mjs";
import { ensureSite } from "./site.mjs";
import { ensureViewer } from "./viewer.mjs";

const steps = {
  packages: ensurePackages,
  viewer: ensureViewer,
  site: ensureSite,
  command: ensureCommand,
  package: assemblePackage,
};

export async function prepare(names) {
  for (const name of names) await steps[name]();
}

if (isMain(import.meta.url)) {
  try {
    await prepare(process.argv.slice(2));
  } catch (error) {
    reportError(error);
  }
}
