// npm run image: builds the image without a container engine and tests it. Each instruction of the
// Dockerfile runs in a chroot; then the result is started as an engine would start it: as its own
// user, with a read-only root, writable only at its volume and /tmp. Needs Linux, root and
// debootstrap. With --skip-build it tests the root of the last run again.
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, posix, relative } from "node:path";
import { copyRoot, ensureBase, runInRoot, runProgram } from "./image/chroot.mjs";
import {
  parseDockerfile,
  parseDockerignore,
  parsePairs,
  readImageConfig,
} from "./image/dockerfile.mjs";
import { isMain, printNote, reportError, resolveInProject, root, StepError } from "./project.mjs";

const readText = (name) => readFileSync(resolveInProject(name), "utf8");

/** Runs all stages and returns the folder of the last one. */
function buildImage(stages, folder) {
  const isIgnored = parseDockerignore(readText(".dockerignore"));
  const cache = join(folder, "npm-cache");
  mkdirSync(cache, { recursive: true });
  const roots = new Map();
  let stageRoot = "";
  for (const [index, { base, name, steps }] of stages.entries()) {
    printNote(`FROM ${base}${name === null ? "" : ` AS ${name}`}`);
    stageRoot = join(folder, `stage-${index}`);
    copyRoot(ensureBase(base.split(" ").at(-1), folder), stageRoot);
    if (name !== null) roots.set(name, stageRoot);
    const state = { env: {}, user: "0:0", folder: "/", cache };
    for (const step of steps) {
      printNote(`${step.keyword} ${step.value}`);
      runStep(step, { state, stageRoot, roots, isIgnored });
    }
  }
  return stageRoot;
}

function runStep({ keyword, flags, value }, { state, stageRoot, roots, isIgnored }) {
  switch (keyword) {
    case "WORKDIR":
      state.folder = posix.resolve(state.folder, value);
      mkdirSync(join(stageRoot, state.folder), { recursive: true });
      break;
    case "ENV":
      Object.assign(state.env, parsePairs(value));
      break;
    case "USER":
      state.user = value;
      break;
    case "RUN":
      runInRoot(stageRoot, state, value);
      break;
    case "COPY": {
      const from = flags.from === undefined ? root : roots.get(flags.from);
      if (from === undefined) throw new StepError(`COPY --from=${flags.from}: no such stage.`);
      const isKeptOut = from === root ? isIgnored : () => false;
      const words = value.split(/\s+/);
      const target = join(stageRoot, posix.resolve(state.folder, words.at(-1)));
      copyInto(from, words.slice(0, -1), target, words.at(-1), isKeptOut);
      break;
    }
  }
}

/** As COPY does: the contents of a folder, and files into a folder if the target ends with a slash. */
function copyInto(from, sources, target, written, isKeptOut) {
  const keep = (path) => {
    const name = relative(from, path);
    return name === "" || !isKeptOut(name);
  };
  for (const source of sources) {
    const path = join(from, source);
    if (!existsSync(path) || !keep(path))
      throw new StepError(`COPY ${source}: there is no such file.`);
    const isFolder = statSync(path).isDirectory();
    const to = !isFolder && written.endsWith("/") ? join(target, basename(source)) : target;
    cpSync(path, to, { recursive: true, filter: keep, verbatimSymlinks: true });
  }
}

function requireTools() {
  const isRoot = process.platform === "linux" && process.getuid() === 0;
  if (!isRoot) throw new StepError("This needs Linux and root, for chroot and mounts.");
  for (const tool of ["debootstrap", "unshare", "nsenter", "ip"]) {
    if (!process.env.PATH.split(":").some((folder) => existsSync(join(folder, tool)))) {
      throw new StepError(`This needs ${tool}. On Debian: apt-get install debootstrap iproute2`);
    }
  }
}

async function main(args) {
  requireTools();
  const folder = process.env.LOUPE_IMAGE_FOLDER || join(tmpdir(), "loupe-image");
  mkdirSync(folder, { recursive: true });
  const stages = parseDockerfile(readText("Dockerfile"));
  const last = join(folder, `stage-${stages.length - 1}`);
  if (!args.includes("--skip-build") || !existsSync(last)) buildImage(stages, folder);
  const size = runProgram("du", ["-sm", join(last, "opt")], { isQuiet: true }).split("\t")[0];
  printNote(`The image adds ${size} MB to its base.`);
  const config = join(folder, "config.json");
  writeFileSync(config, JSON.stringify({ root: last, folder, ...readImageConfig(stages) }));
  // A network of its own: nothing reaches the image but the tests, and it reaches nothing else.
  const checks = resolveInProject("scripts", "image", "checks.mjs");
  runProgram("unshare", ["--net", "--mount", process.execPath, checks, config]);
}

if (isMain(import.meta.url)) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    reportError(error);
  }
}
