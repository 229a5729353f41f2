// Makes sure of a browser for the end-to-end tests: an installed one, else Debian's package,
// else Playwright's own. Gives the path of the program; undefined leaves it to Playwright.
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findPackageFile, printNote, run, runNode, StepError } from "./project.mjs";

const NAMES = ["chromium", "google-chrome", "google-chrome-stable"];
const SHELL = "chromium-headless-shell";

export async function ensureChromium() {
  const installed = process.env.LOUPE_CHROMIUM || (await findWorkingProgram(NAMES));
  if (installed) return installed;
  if (await hasPlaywrightChromium()) return undefined;
  if (canInstall()) {
    await installDebianPackage("chromium");
    const program = await findWorkingProgram(NAMES);
    if (program) return program;
  }
  printNote("Installing Playwright's Chromium (once)…");
  // Its system libraries need root and a known system; they may be there all the same.
  let output = "";
  for (const deps of process.getuid?.() === 0 ? [["--with-deps"], []] : [[]]) {
    const installed = await playwright(["install", ...deps, "chromium"]);
    if (installed.code === 0) return undefined;
    output += installed.output;
  }
  throw new StepError("No Chromium is here and none could be installed.", output);
}

/**
 * The same without a window around its pages, in which tests take half as long. Undefined where
 * only Playwright's own is there, which starts so by itself, or none can be had.
 */
export async function ensureChromiumShell() {
  const { LOUPE_CHROMIUM: whole, LOUPE_CHROMIUM_SHELL: shell } = process.env;
  const installed = shell || whole || (await findWorkingProgram([SHELL]));
  if (installed || (await hasPlaywrightChromium()) || !canInstall()) return installed;
  await installDebianPackage(SHELL);
  return findWorkingProgram([SHELL]);
}

async function installDebianPackage(name) {
  printNote(`Installing ${name} with apt-get (once)…`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { quiet: true, env };
  await run("apt-get", ["update", "-qq"], options);
  await run("apt-get", ["install", "-y", "-qq", name], options);
}

const canInstall = () => process.getuid?.() === 0 && isDebian();

const playwright = (args) =>
  runNode(findPackageFile("@playwright/test", "cli.js"), args, { quiet: true });

async function hasPlaywrightChromium() {
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath());
}

/** The first of the programs that is there and starts; some systems put an empty stub there. */
async function findWorkingProgram(names) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const file of names.map((name) => join(folder, name)).filter(existsSync)) {
      const { code } = await run(file, ["--version"], { quiet: true });
      if (code === 0) return file;
    }
  }
  return undefined;
}

/** Ubuntu's package of the same name is no browser but a link to a store. */
function isDebian() {
  const file = "/etc/os-release";
  return existsSync(file) && /^ID=debian$/m.test(readFileSync(file, "utf8"));
}
