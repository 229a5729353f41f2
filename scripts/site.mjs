// Builds the web application if the existing build is out of date.
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
  "scripts/compile-hints.mjs",
];

/** What changes the result of the build. */
const AFTER_BUILD = ["csp.mjs", "compile-hints.mjs"];

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
      for (const name of AFTER_BUILD) {
        await step(name, resolveInProject("scripts", name), []);
      }
    },
  );
}

async function step(name, script, args) {
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const { code, output } = await runNode(script, args, { quiet: true, env });
  if (code !== 0) throw new StepError(`${name} failed: couldn't build the application.`, output);
}
