// npm run soak [-- --only NAME] [--seed N] [--count N] [--from N] [--rounds N] [--minutes N]: runs the
// long tests one after the other. Each prints its results as JSON on standard output; the exit code
// is 1 if one fails.
import { rmSync, writeFileSync } from "node:fs";
import { ensureChromium, ensureChromiumShell } from "./chromium.mjs";
import { ensureCommand } from "./command.mjs";
import {
  findPackageFile,
  printNote,
  reportError,
  resolveInProject,
  root,
  run,
  runNode,
  StepError,
} from "./project.mjs";
import { ensureSite } from "./site.mjs";
import { ensureViewer } from "./viewer.mjs";

/** Creates a test that compiles a folder of long tests with the library and runs one of its programs. */
const createProgram = (project, program) => async (args) => {
  const built = resolveInProject("node_modules", ".cache", "loupe", project);
  rmSync(built, { recursive: true, force: true });
  const tsc = findPackageFile("typescript", "lib/tsc.js");
  const { code } = await runNode(tsc, ["-p", resolveInProject(project, "tsconfig.json")]);
  if (code !== 0) throw new StepError(`${project} does not compile.`);
  writeFileSync(`${built}/package.json`, '{"type":"module"}\n');
  const script = `${built}/${project}/${program}`;
  const flags = ["--expose-gc", "--max-old-space-size=2048"];
  return (await run(process.execPath, [...flags, script, root, ...args])).code;
};

/** Runs every property test, with other inputs in each round. */
async function runProperties(args) {
  await ensureViewer();
  await ensureCommand();
  const first = getNumberOption(args, "--seed", 2);
  const rounds = getNumberOption(args, "--rounds", 5);
  const failed = [];
  for (let seed = first; seed < first + rounds; seed++) {
    const env = { ...process.env, LOUPE_ALL_TESTS: "1", LOUPE_SEED: String(seed) };
    const { code } = await runNode(findPackageFile("vitest", "vitest.mjs"), ["run"], { env });
    if (code !== 0) failed.push(seed);
  }
  console.log(JSON.stringify({ test: "properties", first, rounds, failed }));
  return failed.length;
}

function getNumberOption(args, name, defaultValue) {
  const at = args.indexOf(name);
  return at < 0 ? defaultValue : Number(args[at + 1]);
}

const day = createProgram("soak", "day.js");

/** The long tests. Each ignores the options that do not apply to it. */
const TESTS = {
  fuzz: createProgram("fuzz", "soak.js"),
  giants: createProgram("fuzz", "giants.js"),
  hostile: createProgram("fuzz", "hostile.js"),
  properties: runProperties,
  async tap(args) {
    await ensureCommand();
    return createProgram("soak", "tap.js")(args);
  },
  async day(args) {
    await ensureSite();
    const program = await ensureChromium();
    process.env.LOUPE_CHROMIUM = program ?? "";
    process.env.LOUPE_CHROMIUM_SHELL = (await ensureChromiumShell()) ?? program ?? "";
    return day(args);
  },
};

function selectTests(argv) {
  const at = argv.indexOf("--only");
  if (at < 0) return { names: Object.keys(TESTS), args: argv };
  const name = argv[at + 1];
  if (name !== undefined && name in TESTS) return { names: [name], args: argv.toSpliced(at, 2) };
  printNote(`--only must be one of ${Object.keys(TESTS).join(", ")}`);
  process.exit(2);
}

const { names, args } = selectTests(process.argv.slice(2));
for (const name of names) {
  try {
    if ((await TESTS[name](args)) !== 0) process.exitCode = 1;
  } catch (error) {
    reportError(error);
  }
}
