// Bundles the command line (bin/ with the parts of lib/ and the packages it uses) into dist/bin if it
// is out of date. Each command is an entry that loads only what it needs.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { getPackageFolder } from "./licences.mjs";
import {
  canBundle,
  isMain,
  reportError,
  resolveInProject,
  runNode,
  StepError,
} from "./project.mjs";
import { hashFiles, runUnlessStamped } from "./stamp.mjs";

const SOURCES = ["bin", "lib", "tsconfig.json", "package-lock.json", "scripts/command.mjs"];
const FOLDER = resolveInProject("dist", "bin");
/** The folders of the bundled packages, of which `scripts/package.mjs` packs the licences. */
export const COMMAND_PACKAGES = resolveInProject("dist", "command-packages.json");

export function ensureCommand() {
  const keep = (file) => /\.(ts|json|mjs)$/.test(file) && !file.endsWith(".test.ts");
  return runUnlessStamped(
    resolveInProject("dist", ".loupe-command"),
    hashFiles(SOURCES, { keep }),
    async () => {
      if (!canBundle) {
        throw new StepError(
          `To build the command line takes Node 20.19 or later; this is ${process.version}.`,
        );
      }
      const script = resolveInProject("scripts", "command.mjs");
      const { code, output } = await runNode(script, [], { quiet: true });
      if (code !== 0) throw new StepError("Couldn't build the command line.", output);
    },
  );
}

/**
 * The modules that `bin/loupe.mjs` and `scripts/rules.mjs` import by name, the thread of the tap, and
 * the program that drives an SDK.
 */
function listEntries() {
  const isCommand = (name) =>
    /^[\w-]+\.ts$/.test(name) &&
    /^export (?:const|(?:async )?function) main\b/m.test(
      readFileSync(resolveInProject("bin", name), "utf8"),
    );
  const commands = readdirSync(resolveInProject("bin")).filter(isCommand);
  const names = [
    "arguments.ts",
    "help.ts",
    "open.ts",
    "tap-thread.ts",
    "sdk-driver.ts",
    ...commands,
  ];
  const entries = names.map((name) => [name.replace(/\.ts$/, ""), `bin/${name}`]);
  return Object.fromEntries([...entries, ["rules-page", "lib/check/rules-page.ts"]]);
}

async function build() {
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    cwd: resolveInProject(),
    input: listEntries(),
    platform: "node",
    transform: { target: "es2022" },
    onLog(level, log) {
      if (level === "warn") throw new Error(log.message);
    },
  });
  rmSync(FOLDER, { recursive: true, force: true });
  const { output } = await bundle.write({
    dir: FOLDER,
    format: "esm",
    minify: { compress: true, mangle: false, codegen: true },
    // All in one folder: `bin/export.ts` finds the viewer page relative to its own file.
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  });
  await bundle.close();
  const modules = output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
  const packages = new Set(modules.map(getPackageFolder).filter((folder) => folder !== undefined));
  writeFileSync(COMMAND_PACKAGES, JSON.stringify([...packages].sort()));
}

if (isMain(import.meta.url)) await build().catch(reportError);
