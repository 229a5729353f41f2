// npm run soak [-- --only NAME] [--seed N] [--count N] [--from N] [--rounds N] [--minutes N]: the
// long tests, one after the other. Each prints its figures as JSON on standard output; exit code 1
// where one has failed.
import { rmSync, writeFileSync } from "node:fs";
import { ensureChromium, ensureChromiumShell } from "./chromium.mjs";
import { ensureCommand } from "./command.mjs";
import { at, Failure, note, packageFile, report, root, run, runNode } from "./project.mjs";
import { ensureSite } from "./site.mjs";
import { ensureViewer } from "./viewer.mjs";

/** Compiles a folder of long tests with the library, and runs one of its programs. */
const compiled = (project, program) => async (args) => {
  const built = at("node_modules", ".cache", "loupe", project);
  rmSync(built, { recursive: true, force: true });
  const tsc = packageFile("typescript", "lib/tsc.js");
  const { code } = await runNode(tsc, ["-p", at(project, "tsconfig.json")]);
  if (code !== 0) throw new Failure(`${project} does not compile.`);
  writeFileSync(`${built}/package.json`, '{"type":"module"}\n');
  const script = `${built}/${project}/${program}`;
  const flags = ["--expose-gc", "--max-old-space-size=2048"];
  return (await run(process.execPath, [...flags, script, root, ...args])).code;
};

/** Every property test, in each round with other inputs. */
async function properties(args) {
  await ensureViewer();
  await ensureCommand();
  const first = numberIn(args, "--seed", 2);
  const rounds = numberIn(args, "--rounds", 5);
  const failed = [];
  for (let seed = first; seed < first + rounds; seed++) {
    const env = { ...process.env, LOUPE_SEED: String(seed) };
    const { code } = await runNode(packageFile("vitest", "vitest.mjs"), ["run"], { env });
    if (code !== 0) failed.push(seed);
  }
  console.log(JSON.stringify({ test: "properties", first, rounds, failed }));
  return failed.length;
}

function numberIn(args, name, otherwise) {
  const at = args.indexOf(name);
  return at < 0 ? otherwise : Number(args[at + 1]);
}

const day = compiled("soak", "day.js");

/** Each takes `--seed`, `--count`, `--from`, `--rounds` and `--minutes` as far as they mean something to it. */
const TESTS = {
  fuzz: compiled("fuzz", "soak.js"),
  giants: compiled("fuzz", "giants.js"),
  hostile: compiled("fuzz", "hostile.js"),
  properties,
  async day(args) {
    await ensureSite();
    const program = await ensureChromium();
    process.env.LOUPE_CHROMIUM = program ?? "";
    process.env.LOUPE_CHROMIUM_SHELL = (await ensureChromiumShell()) ?? program ?? "";
    return day(args);
  },
};

function chosen(argv) {
  const at = argv.indexOf("--only");
  if (at < 0) return { names: Object.keys(TESTS), args: argv };
  const name = argv[at + 1];
  if (name !== undefined && name in TESTS) return { names: [name], args: argv.toSpliced(at, 2) };
  note(`--only takes one of ${Object.keys(TESTS).join(", ")}`);
  process.exit(2);
}

const { names, args } = chosen(process.argv.slice(2));
for (const name of names) {
  try {
    if ((await TESTS[name](args)) !== 0) process.exitCode = 1;
  } catch (error) {
    report(error);
  }
}
