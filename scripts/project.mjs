// Paths of the project, and functions by which its scripts run other programs.
import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))));

export const resolveInProject = (...names) => join(root, ...names);

/** True in a checkout with sources; false in a package installed from the registry or a tarball. */
export const isCheckout = existsSync(resolveInProject("tsconfig.json"));

/** The folder of the built site: `.next` with the packages that it loads. */
export const siteFolder = isCheckout ? root : resolveInProject("dist", "server");

/** True if Rolldown runs here, which bundles the command line and the viewer page. */
export const canBundle = supportsBundler(process.versions.node);

function supportsBundler(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}

/** True for the module that Node was started with. */
export function isMain(url) {
  const main = process.argv[1];
  return main !== undefined && existsSync(main) && realpathSync(main) === fileURLToPath(url);
}

/** Prints progress to standard error, which keeps standard output for results. */
export const printNote = (text) => process.stderr.write(`${text}\n`);

/** Finds a file of an installed package, in the project's node_modules or one above it. */
export function findPackageFile(name, path) {
  for (let folder = root; ; folder = dirname(folder)) {
    const file = join(folder, "node_modules", name, path);
    if (existsSync(file)) return file;
    if (folder === dirname(folder)) throw new StepError(`The package ${name} is not installed.`);
  }
}

/**
 * Runs a program in the project's folder to its end. With `quiet`, its output is not printed but
 * returned, for the caller to show if it failed.
 */
export function run(program, args, { quiet = false, env = process.env, shell = false } = {}) {
  return new Promise((resolve) => {
    const stdio = quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"];
    const child = spawn(program, args, { cwd: root, env, stdio, shell });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.on("error", (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

export const runNode = (script, args, options) => run(process.execPath, [script, ...args], options);

/** Error of a failed step: the output of its program, and one line that names the step. */
export class StepError extends Error {
  constructor(message, output = "") {
    super(message);
    this.output = output;
  }
}

export function reportError(error) {
  if (error instanceof StepError) printNote(`${error.output}${error.message}`);
  else console.error(error);
  process.exitCode = 1;
}
