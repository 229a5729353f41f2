// Makes sure of a browser for the end-to-end tests: an installed one, else Debian's package,
// else Playwright's own. Gives the path of the program; undefined leaves it to Playwright.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Failure, note, packageFile, run, runNode } from "./project.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

export async function ensureChromium() {
  const installed = process.env.LOUPE_CHROMIUM || inPath(NAMES);
  if (installed) return installed;
  if (await ownIsThere()) return undefined;
  if (process.getuid?.() === 0 && inPath(["apt-get"])) {
    note("Installing Chromium with apt-get (once)…");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const options = { quiet: true, env };
    await run("apt-get", ["update", "-qq"], options);
    await run("apt-get", ["install", "-y", "-qq", "chromium"], options);
    const program = inPath(NAMES);
    if (program) return program;
  }
  note("Installing Playwright's Chromium (once)…");
  // Its system libraries need root; without it they may be there all the same.
  const deps = process.getuid?.() === 0 ? ["--with-deps"] : [];
  const { code, output } = await playwright(["install", ...deps, "chromium"]);
  if (code !== 0) throw new Failure("No Chromium is here and none could be installed.", output);
  return undefined;
}

const playwright = (args) =>
  runNode(packageFile("@playwright/test", "cli.js"), args, { quiet: true });

async function ownIsThere() {
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath());
}

function inPath(names) {
  const folders = (process.env.PATH ?? "").split(delimiter).concat("/usr/bin");
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
}
