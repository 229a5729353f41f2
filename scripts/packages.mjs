// Installs the packages of the lock file if node_modules does not match it.
import { printNote, resolveInProject, run, runNode, StepError } from "./project.mjs";
import { hashFiles, runUnlessStamped } from "./stamp.mjs";

// No package needs an install script, so none may run.
const QUIETLY = ["--no-audit", "--no-fund", "--loglevel=error"];
const ARGS = ["ci", "--include=dev", "--ignore-scripts", ...QUIETLY];

export function ensurePackages() {
  const major = process.versions.node.split(".")[0];
  const facts = [`node ${major}`, process.platform, process.arch];
  const hash = hashFiles(["package-lock.json"], { facts });
  return runUnlessStamped(resolveInProject("node_modules", ".loupe-packages"), hash, async () => {
    printNote("Installing packages (once, less than a minute)…");
    const { code, output } = await npm();
    if (code !== 0) throw new StepError("npm ci failed: couldn't install the packages.", output);
  });
}

function npm() {
  // With NODE_ENV=production, npm would leave out the packages that the build needs.
  const env = { ...process.env, NODE_ENV: "development" };
  const own = process.env.npm_execpath;
  if (own?.endsWith("npm-cli.js")) return runNode(own, ARGS, { quiet: true, env });
  return run("npm", ARGS, { quiet: true, env, shell: process.platform === "win32" });
}
