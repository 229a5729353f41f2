// Compiles the command line (bin/ and the parts of lib/ it uses) to dist/ where it is out of date.
import { rmSync } from "node:fs";
import { at, Failure, packageFile, runNode } from "./project.mjs";
import { hashOf, unlessStamped } from "./stamp.mjs";

const SOURCES = ["bin", "lib", "tsconfig.json", "tsconfig.bin.json", "package-lock.json"];

export function ensureCommand() {
  const keep = (file) => /\.(ts|json)$/.test(file) && !file.endsWith(".test.ts");
  return unlessStamped(at("dist", ".loupe-command"), hashOf(SOURCES, { keep }), async () => {
    rmSync(at("dist"), { recursive: true, force: true });
    const tsc = packageFile("typescript", "lib/tsc.js");
    const { code, output } = await runNode(tsc, ["-p", "tsconfig.bin.json"], { quiet: true });
    if (code !== 0) throw new Failure("tsc failed: the command could not be compiled.", output);
  });
}
