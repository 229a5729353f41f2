// First step of the action: which package to install, and where its download is cached.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ActionError, readInput, runStep, setOutput } from "./runner.mjs";

const NAME = "a2a-loupe";

await runStep(() => {
  const { version: own } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  const version = readInput("VERSION") || own;
  const cache = join(process.env.RUNNER_TEMP, "loupe-npm-cache");
  setOutput("cache", cache);
  if (version.endsWith(".tgz")) {
    const file = resolve(process.env.GITHUB_WORKSPACE, readInput("FOLDER"), version);
    if (!existsSync(file)) throw new ActionError(`There is no file ${version}.`);
    setOutput("package", `file:${file}`);
    return 0;
  }
  if (!/^[\w.+-]+$/.test(version)) {
    throw new ActionError(`The input version must be a version or a .tgz file, not "${version}".`);
  }
  setOutput("package", version);
  // Only an exact version is the same tomorrow.
  if (/^\d+\.\d+\.\d+/.test(version)) {
    setOutput("key", `${NAME}-${version}-${process.env.RUNNER_OS}`);
  }
  return 0;
});
