// npm test [-- --only lint|unit|e2e]: every check in order, going on after a failure, and last
// what failed and the plain line `N passed, N failed`.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { ensureChromium, ensureChromiumShell } from "./chromium.mjs";
import { ensureCommand } from "./command.mjs";
import {
  countOfPlaywright,
  countOfRun,
  countOfVitest,
  failuresOfPlaywright,
  failuresOfVitest,
  line,
  total,
} from "./counts.mjs";
import { at, Failure, note, packageFile, report, runNode } from "./project.mjs";
import { ensureSite } from "./site.mjs";
import { ensureViewer } from "./viewer.mjs";

const REPORTS = at("node_modules", ".cache", "loupe");

const colors = process.stdout.isTTY ? [] : ["--colors=off"];
const biome = () => runNode(packageFile("@biomejs/biome", "bin/biome"), ["ci", ".", ...colors]);

async function types() {
  if (existsSync(at("app"))) {
    // The types of routes and style sheets are Next's to write; without them nothing compiles.
    const { code, output } = await runNode(packageFile("next", "dist/bin/next"), ["typegen"], {
      quiet: true,
    });
    if (code !== 0) {
      note(output);
      return { code };
    }
  }
  const cache = at("node_modules", ".cache", "loupe", "tsbuildinfo");
  return runNode(packageFile("typescript", "lib/tsc.js"), ["--noEmit", "--tsBuildInfoFile", cache]);
}

async function unit() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major === 20 && minor < 19) {
    throw new Failure(`The unit tests need Node 20.19 or later; this is ${process.version}.`);
  }
  await ensureViewer();
  await ensureCommand();
  const file = freshReport("unit.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { code } = await runNode(packageFile("vitest", "vitest.mjs"), ["run", ...reporters]);
  const results = readReport(file);
  return { count: countOfVitest(results, code), failures: failuresOfVitest(results) };
}

async function browser() {
  await ensureSite();
  const program = await ensureChromium();
  const shell = await ensureChromiumShell();
  const file = freshReport("e2e.json");
  const env = { ...process.env, LOUPE_E2E_REPORT: file };
  if (program) env.LOUPE_CHROMIUM = program;
  if (shell) env.LOUPE_CHROMIUM_SHELL = shell;
  const { code } = await runNode(packageFile("@playwright/test", "cli.js"), ["test"], { env });
  const results = readReport(file);
  return { count: countOfPlaywright(results, code), failures: failuresOfPlaywright(results) };
}

const asOne = (check) => async () => ({ count: countOfRun((await check()).code), failures: [] });

const CHECKS = {
  lint: [
    ["Format and lint", asOne(biome)],
    ["Types", asOne(types)],
  ],
  unit: [["Unit tests", unit]],
  e2e: [["Browser tests", browser]],
};

function freshReport(name) {
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

function chosen(args) {
  if (args.length === 0) return Object.values(CHECKS).flat();
  const names = args.filter((arg) => arg !== "--only");
  if (args[0] === "--only" && names.length === 1 && CHECKS[names[0]]) return CHECKS[names[0]];
  note("Use: npm test [-- --only lint|unit|e2e]");
  process.exit(2);
}

const counts = [];
const failed = [];
for (const [name, check] of chosen(process.argv.slice(2))) {
  console.log(`\n${name}`);
  const { count, failures } = await check().catch((error) => {
    report(error);
    return { count: countOfRun(1), failures: [] };
  });
  counts.push(count);
  if (count.failed > 0) failed.push(name, ...failures);
}
const sum = total(counts);
if (failed.length > 0) console.log(`\nFailed:\n${failed.join("\n")}`);
console.log(`\n${line(sum)}`);
process.exitCode = sum.failed > 0 ? 1 : 0;
