// node bench/run.mjs NAME: compiles the benchmarks with the library and runs bench/NAME.ts with access
// to the garbage collector. Prints the result as JSON on standard output.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "node_modules", ".cache", "bench");
const [name, ...rest] = process.argv.slice(2);
if (name === undefined || !existsSync(join(here, `${name}.ts`))) {
  const names = readdirSync(here).filter((file) => /^[a-z]+\.ts$/.test(file));
  console.error(`node bench/run.mjs NAME, where NAME is a bench in ${names.join(", ")}`);
  process.exit(2);
}

const tsc = join(
  dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
  "lib/tsc.js",
);
rmSync(out, { recursive: true, force: true });
const compiled = run(tsc, "-p", join(here, "tsconfig.json"));
if (compiled !== 0) process.exit(compiled);
writeFileSync(join(out, "package.json"), '{"type":"module"}\n');
const flags = ["--expose-gc", "--max-old-space-size=6144"];
process.exit(run(...flags, join(out, "bench", `${name}.js`), ...rest));

function run(...args) {
  const { status, error } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (error) console.error(error.message);
  return status ?? 1;
}
