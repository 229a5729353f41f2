// Finds or installs a browser for the end-to-end tests: an installed one, else Debian's package, else
// Playwright's own. Returns the path of the program; undefined leaves the choice to Playwright.
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
  // Its system libraries need root and a known system, but may already be installed.
  let output = "";
  for (const deps of process.getuid?.() === 0 ? [["--with-deps"], []] : [[]]) {
    const installed = await playwright(["install", ...deps, "chromium"]);
    if (installed.code === 0) return undefined;
    output += installed.output;
  }
  throw new StepError("Chromium is not installed, and installing it failed.", output);
}

/**
 * The headless shell, in which tests take half as long. Undefined if only Playwright's Chromium is
 * installed, which uses its own shell, or if no shell can be installed.
 */
export async function ensureChromiumShell() {
  const { LOUPE_CHROMIUM: chromium, LOUPE_CHROMIUM_SHELL: shell } = process.env;
  const installed = shell || chromium || (await findWorkingProgram([SHELL]));
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

/** The first program that exists and starts; some systems install an empty stub. */
async function findWorkingProgram(names) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const file of names.map((name) => join(folder, name)).filter(existsSync)) {
      const { code } = await run(file, ["--version"], { quiet: true });
      if (code === 0) return file;
    }
  }
  return undefined;
}

/** Ubuntu's package of the same name is not a browser but a link to a store. */
function isDebian() {
  const file = "/etc/os-release";
  return existsSync(file) && /^ID=debian$/m.test(readFileSync(file, "utf8"));
}
