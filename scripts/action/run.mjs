// Second step of the action: installs Loupe, runs its command, and reports the result as outputs and
// in the summary of the job. Its exit code is that of the command.
import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { findFiles } from "../glob.mjs";
import {
  ActionError,
  readFlag,
  readInput,
  readLines,
  reportError,
  runStep,
  setOutput,
  withoutCommands,
} from "./runner.mjs";
import { countResults, moveResults } from "./sarif.mjs";

const COMMANDS = ["check", "conform"];
const RESULTS = new Map([
  [0, "passed"],
  [1, "failed"],
]);

/** Inputs may be secrets: the programs that the action starts get them only as arguments, if at all. */
const ENV = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("INPUT_")),
);

/** Runs a program and returns { code, output }; `output` is empty if it goes to the log of the job. */
function run(program, args, { isQuiet = false, ...options } = {}) {
  return new Promise((done) => {
    const stdio = ["ignore", isQuiet ? "pipe" : "inherit", isQuiet ? "pipe" : "inherit"];
    const child = spawn(program, args, { stdio, env: ENV, ...options });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.on("error", (error) => done({ code: 127, output: `${output}${error.message}` }));
    child.on("close", (code) => done({ code: code ?? 1, output }));
  });
}

/** Installs the package in a folder of its own, once per job, and returns the path of its command. */
async function installLoupe(temporary) {
  const folder = join(temporary, "loupe");
  const command = join(folder, "node_modules", "a2a-loupe", "bin", "loupe.mjs");
  const stamp = join(folder, "installed");
  const facts = describePackage();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === facts) return command;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const dependencies = { "a2a-loupe": readInput("PACKAGE") };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  const settings = {
    npm_config_cache: readInput("CACHE"),
    npm_config_ignore_scripts: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_prefer_offline: "true",
  };
  // npm is a batch file on Windows. None of the words comes from an input.
  const options = { cwd: folder, env: { ...ENV, ...settings }, isQuiet: true };
  const isWindows = process.platform === "win32";
  const { code, output } = await run("npm", ["install"], { ...options, shell: isWindows });
  if (code !== 0) {
    throw new ActionError(`Couldn't install a2a-loupe ${readInput("PACKAGE")}: ${output.trim()}`);
  }
  writeFileSync(stamp, facts);
  return command;
}

/** The version, or the file and when it was written. */
function describePackage() {
  const version = readInput("PACKAGE");
  if (!version.startsWith("file:")) return version;
  return `${version} ${statSync(version.slice("file:".length)).mtimeMs}`;
}

/** The options that a command has, from its help. */
async function readOptions(loupe, command) {
  const { code, output } = await run(process.execPath, [loupe, command, "--help"], {
    isQuiet: true,
  });
  if (code === 0) return new Set(output.match(/(?<=^|[\s,])--[a-z][\w-]*/gm) ?? []);
  const { output: version } = await run(process.execPath, [loupe, "--version"], { isQuiet: true });
  throw new ActionError(
    `Loupe ${version.trim()} has no command ${command}. Choose another version, or the command check.`,
  );
}

/** The targets, with the files that a pattern matches in its place. */
function listTargets(folder) {
  const lines = readLines("TARGETS");
  if (lines.length === 0) throw new ActionError("The input targets is empty.");
  return lines.flatMap((line) => {
    if (!line.includes("*")) return [line];
    const files = findFiles(folder, line);
    if (files.length === 0) throw new ActionError(`No file matches ${line}.`);
    return files;
  });
}

/** The words of the command, each an option with its value, so that no value is read as an option. */
function createArguments(known, files) {
  const given = [
    ...readLines("MESSAGES").map((text) => ["--message", text]),
    ...readLines("HEADERS").map((text) => ["--header", text]),
    ...["WAIT", "BASELINE", "FAIL_ON", "IGNORE"].map((name) => [
      `--${name.toLowerCase().replace("_", "-")}`,
      readInput(name),
    ]),
    ["--output", readInput("SAVE")],
  ].filter(([, value]) => value !== "");
  const command = readInput("COMMAND");
  const unknown = given.find(([name]) => !known.has(name));
  if (unknown) throw new ActionError(`The command ${command} has no option ${unknown[0]}.`);
  const reports = Object.entries(files).filter(([name]) => known.has(name));
  return [
    ...[...given, ...reports].map(([name, value]) => `${name}=${value}`),
    ...readLines("OPTIONS"),
  ];
}

function readSarif(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

await runStep(async () => {
  setOutput("result", "error");
  const command = readInput("COMMAND");
  if (!COMMANDS.includes(command)) {
    throw new ActionError(`The input command must be ${COMMANDS.join(" or ")}, not "${command}".`);
  }
  const hasSummary = readFlag("SUMMARY", "summary");
  const { GITHUB_WORKSPACE: workspace, RUNNER_TEMP: temporary } = process.env;
  const folder = resolve(workspace, readInput("FOLDER"));
  if (!existsSync(folder)) throw new ActionError(`There is no folder ${readInput("FOLDER")}.`);
  const targets = listTargets(folder);
  const loupe = await installLoupe(temporary);
  const known = await readOptions(loupe, command);
  const sarif = resolve(folder, readInput("SARIF") || join(temporary, "loupe.sarif"));
  const markdown = join(temporary, "loupe.md");
  for (const file of [sarif, markdown]) rmSync(file, { force: true });
  const words = createArguments(known, { "--sarif": sarif, "--markdown": markdown });
  const { code } = await withoutCommands(() =>
    run(process.execPath, [loupe, command, ...words, "--", ...targets], { cwd: folder }),
  );
  const log = readSarif(sarif);
  const counts = countResults(log);
  if (log !== null) {
    writeFileSync(sarif, `${JSON.stringify(moveResults(log, workspace, folder), null, 2)}\n`);
    setOutput("sarif", sarif);
  }
  setOutput("errors", log === null ? "" : counts.errors);
  setOutput("warnings", log === null ? "" : counts.warnings);
  setOutput("result", RESULTS.get(code) ?? "error");
  if (hasSummary && existsSync(markdown)) {
    appendFileSync(process.env.GITHUB_STEP_SUMMARY, readFileSync(markdown));
  }
  if (code === 1) {
    reportError(`The ${command} failed: ${counts.errors} errors, ${counts.warnings} warnings.`);
  } else if (code !== 0) {
    reportError(
      `The ${command} is incomplete: see what could not be read in the log of this step.`,
    );
  }
  return code;
});
