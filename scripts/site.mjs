// Builds the web application if the existing build is out of date.
import { existsSync } from "node:fs";
import { findPackageFile, printNote, resolveInProject, runNode, StepError } from "./project.mjs";
import { hashFiles, runUnlessStamped } from "./stamp.mjs";
import { ensureViewer } from "./viewer.mjs";

const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "instrumentation.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "package-lock.json",
  "tsconfig.json",
  "scripts/csp.mjs",
];

export async function ensureSite() {
  await ensureViewer();
  // The viewer page is built from the same sources and is not an input, and neither are its licences.
  const keep = (file) => !/\.test\.tsx?$|^public.(?:viewer\.html|licences\.txt)$/.test(file);
  return runUnlessStamped(
    resolveInProject(".next", "loupe-site"),
    hashFiles(SOURCES, { keep }),
    async () => {
      printNote("Building (once per change, about ten seconds)…");
      await step("next build", findPackageFile("next", "dist/bin/next"), ["build"]);
      if (existsSync(resolveInProject("scripts", "csp.mjs")))
        await step("csp", resolveInProject("scripts", "csp.mjs"), []);
    },
  );
}

async function step(name, script, args) {
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const { code, output } = await runNode(script, args, { quiet: true, env });
  if (code !== 0) throw new StepError(`${name} failed: couldn't build the application.`, output);
}
