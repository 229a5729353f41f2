// Installs the packages of the lock file if node_modules does not match it.
import { existsSync, readFileSync } from "node:fs";
import { printNote, resolveInProject, run, runNode, StepError } from "./project.mjs";
import { hashFiles, runUnlessStamped } from "./stamp.mjs";

// No package needs an install script, so none may run.
const QUIETLY = ["--no-audit", "--no-fund", "--loglevel=error"];
const ARGS = ["ci", "--include=dev", "--ignore-scripts", ...QUIETLY];
const STAMP = resolveInProject("node_modules", ".loupe-packages");
/** Where npm lists what it installed. */
const INSTALLED = "node_modules/.package-lock.json";

export function ensurePackages() {
  const wasStamped = existsSync(STAMP);
  const major = process.versions.node.split(".")[0];
  const facts = [`node ${major}`, process.platform, process.arch];
  const hash = hashFiles(["package-lock.json"], { facts });
  return runUnlessStamped(STAMP, hash, async () => {
    if (!wasStamped && isInstalled(readLock("package-lock.json"), readLock(INSTALLED))) return;
    printNote("Installing packages (once, less than a minute)…");
    const { code, output } = await npm();
    if (code !== 0) throw new StepError("npm ci failed: couldn't install the packages.", output);
  });
}

function readLock(path) {
  const file = resolveInProject(path);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { packages: {} };
}

/** True if a plain `npm ci` has installed what is locked: all but native code for other platforms. */
export function isInstalled(lock, installed) {
  return Object.entries(lock.packages).every(
    ([path, { version, integrity, optional }]) =>
      path === "" ||
      (installed.packages[path] === undefined
        ? optional === true
        : installed.packages[path].version === version &&
          installed.packages[path].integrity === integrity),
  );
}

function npm() {
  // With NODE_ENV=production, npm would leave out the packages that the build needs.
  const env = { ...process.env, NODE_ENV: "development" };
  const own = process.env.npm_execpath;
  if (own?.endsWith("npm-cli.js")) return runNode(own, ARGS, { quiet: true, env });
  return run("npm", ARGS, { quiet: true, env, shell: process.platform === "win32" });
}
