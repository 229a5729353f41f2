// Tests of the action: its steps run with bash in a small stand-in for the runner, with the real
// command line installed from a tarball.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { startAgent } from "../../e2e/agents/agent.ts";
import { startSmallAgent } from "../../e2e/agents/small-agent.ts";
import { prepare } from "../prepare.mjs";
import { resolveInProject, root } from "../project.mjs";
import { countResults, moveResults } from "./sarif.mjs";

const action = parse(readFileSync(resolveInProject("action.yml"), "utf8"));
const { steps } = action.runs;
/** The temporary folder of the runner, the same for all steps of a job. */
let job = "";
const createFolder = () => realpathSync(mkdtempSync(join(tmpdir(), "loupe action ")));

/** Evaluates an expression: names, texts, `==`, `!=`, `&&` and `!cancelled()`, all that the action uses. */
function evaluate(expression, context) {
  const parts = expression.split("&&").map((part) => part.trim());
  if (parts.length > 1) return parts.every((part) => evaluate(part, context) === true);
  if (expression === "!cancelled()") return true;
  const [, left, operator, right] = /^(.*?) (==|!=) (.*)$/.exec(expression) ?? [];
  if (operator !== undefined) {
    const isEqual = evaluate(left, context) === evaluate(right, context);
    return operator === "==" ? isEqual : !isEqual;
  }
  if (/^'[^']*'$/.test(expression)) return expression.slice(1, -1);
  if (!/^[\w.-]+$/.test(expression)) throw new Error(`unknown expression ${expression}`);
  const value = expression.split(".").reduce((at, name) => at?.[name], context);
  return value ?? "";
}

const fill = (text, context) =>
  String(text).replace(/\$\{\{ (.*?) \}\}/g, (_, inside) => evaluate(inside, context));

const fillAll = (values, context) =>
  Object.fromEntries(
    Object.entries(values ?? {}).map(([name, text]) => [name, fill(text, context)]),
  );

/** Reads outputs as the runner does, values of several lines included. */
function readOutputs(file) {
  const outputs = {};
  const lines = readFileSync(file, "utf8").split("\n");
  for (let i = 0; i < lines.length; i++) {
    const [, name, end] = /^([\w-]+)<<(.+)$/.exec(lines[i]) ?? [];
    if (name === undefined) continue;
    const from = i + 1;
    i = lines.indexOf(end, from);
    outputs[name] = lines.slice(from, i).join("\n");
  }
  return outputs;
}

/** Runs the action in a workspace and returns its outputs, output, summary, and the actions it used. */
async function runAction(workspace, inputs, temporary = job) {
  const files = {};
  for (const name of ["OUTPUT", "STEP_SUMMARY", "ENV", "PATH"]) {
    files[`GITHUB_${name}`] = join(temporary, `${name} file`);
  }
  const defaults = Object.entries(action.inputs).map(([name, { default: text }]) => [name, text]);
  const context = {
    inputs: { ...Object.fromEntries(defaults), ...inputs },
    runner: { os: "Linux", temp: temporary },
    steps: {},
  };
  for (const file of Object.values(files)) writeFileSync(file, "");
  const used = [];
  let output = "";
  let code = 0;
  for (const step of steps) {
    const condition = step.if === undefined ? null : /^\$\{\{ (.*) \}\}$/.exec(step.if)[1];
    const isOfSuccess = condition === null || !condition.includes("cancelled()");
    if (isOfSuccess && code !== 0) continue;
    if (condition !== null && evaluate(condition, context) !== true) continue;
    if (step.uses !== undefined) {
      used.push({ uses: step.uses, with: fillAll(step.with, context) });
      continue;
    }
    writeFileSync(files.GITHUB_OUTPUT, "");
    const script = join(temporary, "step.sh");
    writeFileSync(script, step.run);
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
      cwd: workspace,
      env: {
        PATH: process.env.PATH,
        HOME: temporary,
        npm_config_offline: "true",
        GITHUB_ACTION_PATH: root,
        GITHUB_WORKSPACE: workspace,
        RUNNER_TEMP: temporary,
        RUNNER_OS: "Linux",
        ...files,
        ...fillAll(step.env, context),
      },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    const [status] = await once(child, "close");
    if (step.id !== undefined) {
      context.steps[step.id] = { outputs: readOutputs(files.GITHUB_OUTPUT) };
    }
    if (status !== 0) code = status;
  }
  const outputs = fillAll(
    Object.fromEntries(Object.entries(action.outputs).map(([name, { value }]) => [name, value])),
    context,
  );
  return { code, outputs, output, used, summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8") };
}

/** A repository with the tarball of the command line, a log that passes and one that fails. */
function createWorkspace() {
  const workspace = createFolder();
  for (const name of ["runs/deep", "tools"]) mkdirSync(join(workspace, name), { recursive: true });
  const copy = (from, to) => cpSync(resolveInProject("fixtures", from), join(workspace, to));
  copy("recorded/1.0/stream.jsonl", "runs/good.jsonl");
  copy("recorded/1.0/send.jsonl", "runs/deep/good.jsonl");
  copy("shapes/caipe.sse", "runs/bad.sse");
  cpSync(tarball, join(workspace, "tools", "loupe.tgz"));
  return workspace;
}

let tarball = "";

// npm and Node.js start several times in each test.
vi.setConfig({ testTimeout: 180_000 });

/** Packs the command line of this checkout without the site, which the action does not use. */
beforeAll(async () => {
  job = createFolder();
  await prepare(["command"]);
  const { name, version, bin, files } = JSON.parse(
    readFileSync(resolveInProject("package.json"), "utf8"),
  );
  const folder = createFolder();
  const isSite = (file) => /^(?:!|\.next|public|next\.config|dist\/server)/.test(file);
  for (const file of files.filter((one) => !isSite(one) && existsSync(resolveInProject(one)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(resolveInProject(file), join(folder, file), { recursive: true });
  }
  const manifest = { name, version, bin, type: "module" };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  execFileSync("npm", ["pack", "--silent"], { cwd: folder });
  tarball = join(folder, `${name}-${version}.tgz`);
}, 120_000);

const INSTALLED = {
  get version() {
    return tarball;
  },
};

describe("the action", () => {
  test("passes on good logs that a pattern matches", async () => {
    const workspace = createWorkspace();
    const inputs = { version: "tools/loupe.tgz", targets: "runs/**/*.jsonl" };
    const result = await runAction(workspace, inputs, createFolder());
    expect(result.output).toMatch(/^✓ runs\/deep\/good\.jsonl$/m);
    expect(result.output).toMatch(/^✓ runs\/good\.jsonl$/m);
    expect(result).toMatchObject({ code: 0, outputs: { result: "passed", errors: "0" }, used: [] });
    expect(result.summary).toMatch(/^## ✓ A2A check passed\n\n2 logs: 0 errors, /);
    expect(existsSync(result.outputs.sarif)).toBe(true);
    expect(result.output).not.toContain("::error");
  });

  test("fails on a bad log, with summary, alerts and counts", async () => {
    const workspace = createWorkspace();
    const inputs = { targets: "runs/bad.sse", "upload-sarif": "true", category: "agents" };
    const { code, outputs, summary, used, output } = await runAction(workspace, {
      ...INSTALLED,
      ...inputs,
    });
    expect(code).toBe(1);
    const log = JSON.parse(readFileSync(outputs.sarif, "utf8"));
    expect(outputs).toMatchObject({
      result: "failed",
      errors: String(countResults(log).errors),
      warnings: String(countResults(log).warnings),
    });
    expect(Number(outputs.errors)).toBeGreaterThan(0);
    expect(summary).toMatch(/^\| error \| `ART-APPEND-UNKNOWN` \|/m);
    expect(used).toEqual([
      {
        uses: "github/codeql-action/upload-sarif@v3",
        with: { sarif_file: outputs.sarif, category: "agents" },
      },
    ]);
    expect(output).toMatch(/^::error title=Loupe::The check failed: \d+ errors, \d+ warnings\.$/m);
  });

  test("reports what could not be read as an error, and uploads the rest", async () => {
    const workspace = createWorkspace();
    const targets = "runs/good.jsonl\nruns/none.jsonl";
    const inputs = { ...INSTALLED, targets, "upload-sarif": "true" };
    const { code, outputs, summary, used } = await runAction(workspace, inputs);
    expect({ code, result: outputs.result }).toEqual({ code: 2, result: "error" });
    expect(summary).toContain("## ✗ A2A check incomplete");
    expect(used).toHaveLength(1);
    expect(JSON.parse(readFileSync(outputs.sarif, "utf8")).runs[0].invocations).toMatchObject([
      { executionSuccessful: false },
    ]);
  });

  test("resolves paths in its folder, and points alerts at the root of the repository", async () => {
    const workspace = createWorkspace();
    const { outputs, code } = await runAction(workspace, {
      ...INSTALLED,
      targets: "*.sse",
      "working-directory": "runs",
      "fail-on": "never",
      sarif: "own.sarif",
      summary: "false",
    });
    expect(code).toBe(0);
    expect(outputs.sarif).toBe(join(workspace, "runs", "own.sarif"));
    const [run] = JSON.parse(readFileSync(outputs.sarif, "utf8")).runs;
    const { uri } = run.results[0].locations[0].physicalLocation.artifactLocation;
    expect(uri).toBe("runs/bad.sse");
  });

  test("takes a baseline, ignored rules and further options", async () => {
    const workspace = createWorkspace();
    const first = await runAction(workspace, {
      ...INSTALLED,
      targets: "runs/bad.sse",
      options: "--write-baseline=known.json",
    });
    expect(first.code).toBe(0);
    const known = { ...INSTALLED, targets: "runs/bad.sse", "fail-on": "warning" };
    const second = await runAction(workspace, { ...known, baseline: "known.json" });
    expect(second).toMatchObject({ code: 0, outputs: { errors: "0", warnings: "0" } });
    expect(second.summary).toContain("known problems");
    const third = await runAction(workspace, { ...known, ignore: "ART-APPEND-UNKNOWN" });
    expect(third.output).toContain("ignored");
  });

  test("asks a live agent and keeps the run", async () => {
    const agent = await startAgent("1.0");
    onTestFinished(() => agent.close());
    const workspace = createWorkspace();
    const { output, summary } = await runAction(workspace, {
      ...INSTALLED,
      targets: agent.url,
      messages: "stream\n--json",
      headers: "X-Key: secret",
      wait: "5",
      save: "live.jsonl",
    });
    expect(output).toContain("Saved the run to live.jsonl.");
    const log = readFileSync(join(workspace, "live.jsonl"), "utf8");
    expect(log).toContain('\\"text\\":\\"--json\\"');
    expect(summary).toContain(`\`${agent.url}\``);
  });

  test("prints what agents have sent where the runner takes no commands", async () => {
    const workspace = createWorkspace();
    const { output } = await runAction(workspace, { ...INSTALLED, targets: "runs/bad.sse" });
    const [, token] = /^::stop-commands::(\S{36})$/m.exec(output) ?? [];
    const [before = "", report = "", after = ""] = output.split(
      new RegExp(`^::.*${token}.*$`, "m"),
    );
    expect(report).toContain("ART-APPEND-UNKNOWN");
    expect(before + after).not.toContain("ART-APPEND-UNKNOWN");
  });

  test.each([
    ["targets", "$(touch pwned)"],
    ["targets", "--write-baseline=pwned"],
    ["messages", '"; touch pwned; "'],
    ["options", "`touch pwned`"],
    ["options", "--fail-on=$(touch pwned)"],
    ["baseline", "$(touch pwned)"],
    ["ignore", "'; touch pwned; '"],
    ["version", "1.0.0 && touch pwned"],
    ["version", "git+ssh://git@example.com/x.git"],
    ["working-directory", "$(touch pwned)"],
    ["command", "check; touch pwned"],
    ["summary", "$(touch pwned)"],
    ["wait", "5\n--write-baseline=pwned"],
  ])("runs no code of the input %s: %s", async (name, text) => {
    const workspace = createWorkspace();
    const inputs = { ...INSTALLED, targets: "runs/good.jsonl", [name]: text };
    const { code, outputs } = await runAction(workspace, inputs);
    expect(existsSync(join(workspace, "pwned"))).toBe(false);
    expect(code).not.toBe(0);
    expect(["error", ""]).toContain(outputs.result);
  });

  test.each([
    [{ targets: "" }, "The input targets is empty."],
    [{ targets: "none/*.jsonl" }, "No file matches none/*.jsonl."],
    [{ version: "tools/none.tgz" }, "There is no file tools/none.tgz."],
    [{ command: "fly" }, 'The input command must be check or conform, not "fly".'],
    [{ "working-directory": "none" }, "There is no folder none."],
    [{ summary: "yes" }, 'The input summary must be true or false, not "yes".'],
    [{ version: "99.0.0" }, "Couldn't install a2a-loupe 99.0.0: "],
  ])("refuses %j in one sentence", async (inputs, message) => {
    const workspace = createWorkspace();
    const given = { ...INSTALLED, targets: "runs/good.jsonl", ...inputs };
    const { code, output } = await runAction(workspace, given);
    expect(code).toBe(2);
    expect(output).toContain(`::error title=Loupe::${message}`);
  });

  test("grades an agent: passed, failed, and with its known failures", async () => {
    const workspace = createWorkspace();
    const small = await startSmallAgent();
    const sdk = await startAgent("0.3");
    onTestFinished(async () => {
      await small.close();
      await sdk.close();
    });
    const inputs = { ...INSTALLED, command: "conform" };
    const passed = await runAction(workspace, { ...inputs, targets: small.url });
    expect(passed).toMatchObject({ code: 0, outputs: { result: "passed", errors: "0" } });
    expect(passed.summary).toMatch(/^## Small: A2A 0\.3\.0\n/);

    const options = "--prompt=plain";
    const failed = await runAction(workspace, { ...inputs, targets: sdk.url, options });
    expect(failed).toMatchObject({ code: 1, outputs: { result: "failed", errors: "1" } });
    expect(failed.output).toContain("::error title=Loupe::The conform failed: 1 errors");
    expect(JSON.parse(readFileSync(failed.outputs.sarif, "utf8")).runs[0].results).toMatchObject([
      { ruleId: "PARAMS-INVALID", level: "error" },
    ]);

    const known = [{ id: "PARAMS-INVALID", reason: "Fixed in the next release of the SDK." }];
    writeFileSync(join(workspace, "known.json"), JSON.stringify(known));
    const again = await runAction(workspace, {
      ...inputs,
      targets: sdk.url,
      options: `${options}\n--known=known.json`,
    });
    expect(again).toMatchObject({ code: 0, outputs: { result: "passed" } });

    const nobody = await runAction(workspace, { ...inputs, targets: "http://127.0.0.1:9" });
    expect(nobody).toMatchObject({ code: 2, outputs: { result: "error" } });
  });

  test("says so if the installed version has no such command", async () => {
    const folder = createFolder();
    execFileSync("tar", ["-xzf", tarball, "-C", folder]);
    // An installed Loupe finds its commands by name.
    const bin = join(folder, "package", "dist", "bin");
    for (const name of readdirSync(bin).filter((one) => one.startsWith("arguments"))) {
      const text = readFileSync(join(bin, name), "utf8");
      writeFileSync(join(bin, name), text.replaceAll(/(["`])conform\1/g, '"other"'));
    }
    execFileSync("npm", ["pack", "--silent"], { cwd: join(folder, "package") });
    const workspace = createWorkspace();
    cpSync(join(folder, "package", basename(tarball)), join(workspace, "tools", "old.tgz"));
    const inputs = { version: "tools/old.tgz", targets: "runs/good.jsonl", command: "conform" };
    const { code, output } = await runAction(workspace, inputs, createFolder());
    expect(code).toBe(2);
    expect(output).toMatch(
      /^::error title=Loupe::Loupe \S+ has no command conform\. Choose another version, or the command check\.$/m,
    );
  });

  test("is installed once in a job, and again if its file has changed", async () => {
    const workspace = createWorkspace();
    const inputs = { version: "tools/loupe.tgz", targets: "runs/good.jsonl" };
    const temporary = createFolder();
    const mark = join(temporary, "loupe", "node_modules", "a2a-loupe", "mark");
    await runAction(workspace, inputs, temporary);
    writeFileSync(mark, "");
    await runAction(workspace, inputs, temporary);
    expect(existsSync(mark)).toBe(true);
    utimesSync(join(workspace, "tools", "loupe.tgz"), 1, 1);
    const { code } = await runAction(workspace, inputs, temporary);
    expect({ code, isKept: existsSync(mark) }).toEqual({ code: 0, isKept: false });
  });

  test("caches the package under its exact version, and no other", async () => {
    const workspace = createWorkspace();
    const { version } = JSON.parse(readFileSync(resolveInProject("package.json"), "utf8"));
    const findKey = async (given) => {
      const { used } = await runAction(workspace, { targets: "", version: given });
      return used.map((one) => ({ uses: one.uses, key: one.with.key }));
    };
    const uses = "actions/cache@v4";
    expect(await findKey("")).toEqual([{ uses, key: `a2a-loupe-${version}-Linux` }]);
    expect(await findKey("1.2.3")).toEqual([{ uses, key: "a2a-loupe-1.2.3-Linux" }]);
    expect(await findKey("latest")).toEqual([]);
    expect(await findKey(tarball)).toEqual([]);
  });
});

test("no script of the action contains an expression", () => {
  const scripts = steps.filter(({ run }) => run !== undefined);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter(({ run }) => run.includes("${{"))).toEqual([]);
  expect(scripts.filter(({ shell }) => shell !== "bash")).toEqual([]);
});

test("every input is used, and described", () => {
  const text = JSON.stringify(action.runs);
  for (const [name, { description }] of Object.entries(action.inputs)) {
    expect(text).toContain(`inputs.${name}`);
    expect(description).toMatch(/\.$/);
  }
});

describe("the SARIF log", () => {
  const locate = (uri) => ({ physicalLocation: { artifactLocation: { uri } } });

  test("keeps absolute paths and URLs where they are", () => {
    const uris = ["a.json", "b%20c/d.json", "file:///x/e.json", "/f.json"];
    const moved = moveResults({ uris: uris.map(locate) }, "/repo", "/repo/my agents");
    expect(moved.uris.map((one) => one.physicalLocation.artifactLocation.uri)).toEqual([
      "my%20agents/a.json",
      "my%20agents/b%20c/d.json",
      "file:///x/e.json",
      "/f.json",
    ]);
    expect(moveResults({ uris }, "/repo", "/repo")).toEqual({ uris });
    expect(moveResults({ uris }, "/repo", "/other")).toEqual({ uris });
  });

  test("counts what is new", () => {
    const results = [
      { level: "error" },
      { level: "error", suppressions: [{ kind: "external" }] },
      { level: "warning", suppressions: [] },
      { level: "note" },
    ];
    expect(countResults({ runs: [{ results }] })).toEqual({ errors: 1, warnings: 1 });
    expect(countResults(null)).toEqual({ errors: 0, warnings: 0 });
  });
});
