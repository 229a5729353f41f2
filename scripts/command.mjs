// Compiles the command line (bin/ and the parts of lib/ it uses) to dist/ if it is out of date.
import { rmSync } from "node:fs";
import { findPackageFile, resolveInProject, runNode, StepError } from "./project.mjs";
import { hashFiles, runUnlessStamped } from "./stamp.mjs";

const SOURCES = ["bin", "lib", "tsconfig.json", "tsconfig.bin.json", "package-lock.json"];

export function ensureCommand() {
  const keep = (file) => /\.(ts|json)$/.test(file) && !file.endsWith(".test.ts");
  return runUnlessStamped(
    resolveInProject("dist", ".loupe-command"),
    hashFiles(SOURCES, { keep }),
    async () => {
      rmSync(resolveInProject("dist"), { recursive: true, force: true });
      const tsc = findPackageFile("typescript", "lib/tsc.js");
      const { code, output } = await runNode(tsc, ["-p", "tsconfig.bin.json"], { quiet: true });
      if (code !== 0) throw new StepError("tsc failed: couldn't compile the command line.", output);
    },
  );
}
