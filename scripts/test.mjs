// npm test [-- --only lint|unit|e2e] [--all]: runs every check in order, also after a failure, and prints
// the failures and the plain line `N passed, N failed` at the end. `--all`, which is `npm run test:all`,
// includes the files named `*.long.*`.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { ensureChromium, ensureChromiumShell } from "./chromium.mjs";
import { ensureCommand } from "./command.mjs";
import {
  findPackageFile,
  printNote,
  reportError,
  resolveInProject,
  runNode,
  StepError,
} from "./project.mjs";
import { ensureSite } from "./site.mjs";
import {
  countPlaywright,
  countRun,
  countVitest,
  formatCounts,
  listPlaywrightFailures,
  listVitestFailures,
  sumCounts,
} from "./test-counts.mjs";
import { ensureViewer } from "./viewer.mjs";

const REPORTS = resolveInProject("node_modules", ".cache", "loupe");

const colors = process.stdout.isTTY ? [] : ["--colors=off"];
const runBiome = () =>
  runNode(findPackageFile("@biomejs/biome", "bin/biome"), ["ci", ".", ...colors]);

async function checkTypes() {
  if (existsSync(resolveInProject("app"))) {
    // Next.js generates the types of routes and style sheets, which tsc needs.
    const { code, output } = await runNode(findPackageFile("next", "dist/bin/next"), ["typegen"], {
      quiet: true,
    });
    if (code !== 0) {
      printNote(output);
      return { code };
    }
  }
  const cache = resolveInProject("node_modules", ".cache", "loupe", "tsbuildinfo");
  return runNode(findPackageFile("typescript", "lib/tsc.js"), [
    "--noEmit",
    "--tsBuildInfoFile",
    cache,
  ]);
}

async function runUnitTests() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major === 20 && minor < 19) {
    throw new StepError(`The unit tests need Node 20.19 or later; this is ${process.version}.`);
  }
  await ensureViewer();
  await ensureCommand();
  const file = createReportPath("unit.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await runNode(findPackageFile("vitest", "vitest.mjs"), ["run", ...reporters]);
  const results = readReport(file);
  return { count: countVitest(results, code), failures: listVitestFailures(results) };
}

async function runBrowserTests() {
  await ensureSite();
  // The server runs clients by it.
  await ensureCommand();
  const program = await ensureChromium();
  const shell = await ensureChromiumShell();
  const file = createReportPath("e2e.json");
  const env = { ...process.env, LOUPE_E2E_REPORT: file };
  if (program) env.LOUPE_CHROMIUM = program;
  if (shell) env.LOUPE_CHROMIUM_SHELL = shell;
  const { code } = await runNode(findPackageFile("@playwright/test", "cli.js"), ["test"], { env });
  const results = readReport(file);
  return { count: countPlaywright(results, code), failures: listPlaywrightFailures(results) };
}

const countAsOne = (check) => async () => ({ count: countRun((await check()).code), failures: [] });

const CHECKS = {
  lint: [
    ["Format and lint", countAsOne(runBiome)],
    ["Types", countAsOne(checkTypes)],
  ],
  unit: [["Unit tests", runUnitTests]],
  e2e: [["Browser tests", runBrowserTests]],
};

function createReportPath(name) {
  const file = `${REPORTS}/${name}`;
  mkdirSync(REPORTS, { recursive: true });
  rmSync(file, { force: true });
  return file;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function selectChecks(given) {
  const args = given.filter((arg) => arg !== "--all");
  // The configurations of both runners read it.
  if (args.length < given.length) process.env.LOUPE_ALL_TESTS = "1";
  if (args.length === 0) return Object.values(CHECKS).flat();
  const names = args.filter((arg) => arg !== "--only");
  if (args[0] === "--only" && names.length === 1 && CHECKS[names[0]]) return CHECKS[names[0]];
  printNote("Use: npm test [-- --only lint|unit|e2e] [--all]");
  process.exit(2);
}

const counts = [];
const failed = [];
for (const [name, check] of selectChecks(process.argv.slice(2))) {
  console.log(`\n${name}`);
  const { count, failures } = await check().catch((error) => {
    reportError(error);
    return { count: countRun(1), failures: [] };
  });
  counts.push(count);
  if (count.failed > 0) failed.push(name, ...failures);
}
const sum = sumCounts(counts);
if (failed.length > 0) console.log(`\nFailed:\n${failed.join("\n")}`);
console.log(`\n${formatCounts(sum)}`);
process.exitCode = sum.failed > 0 ? 1 : 0;
