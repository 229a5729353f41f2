// Every command with an output file writes to a device or pipe as it is, and harms no other path.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { createAgentPool } from "../e2e/agents/agents-by-version.ts";
import { getFixturePath } from "../fixtures/read-fixture.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { main as check } from "./check.ts";
import { main as exportLog } from "./export.ts";
import { openOutput } from "./output-file.ts";
import { main as record } from "./record.ts";
import { main as resend } from "./resend.ts";
import { main as tap } from "./tap.ts";
import type { Terminal } from "./terminal.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "loupe-output-"));
afterAll(() => rmSync(FOLDER, { recursive: true }));
const LOG = getFixturePath("recorded/1.0/stream.jsonl");
const getAgent = createAgentPool();
const NEVER = new Promise<never>(() => undefined);

let count = 0;
const newPath = () => join(FOLDER, `path-${++count}`);

type Main = (
  argv: readonly string[],
  terminal: Terminal,
  stopped: Promise<unknown>,
) => Promise<number>;

const run = (main: Main, argv: readonly string[]) =>
  runInTerminal((terminal) => main(argv, terminal, NEVER));

/** Each command with an output, which may replace what is there. */
const getCommands = (agent: string) =>
  ({
    "export -o": (path) => [exportLog, LOG, "--as", "loupe", "--force", "-o", path],
    "check --sarif": (path) => [check, LOG, "--sarif", path],
    "check --markdown": (path) => [check, LOG, "--markdown", path],
    "check --junit": (path) => [check, LOG, "--junit", path],
    "check -o": (path) => [check, agent, "--force", "-o", path],
    "record -o": (path) => [record, agent, "-m", "hello", "--force", "-o", path],
    "resend -o": (path) => [resend, LOG, agent, "-o", path],
  }) satisfies Record<string, (path: string) => [Main, ...string[]]>;

const NAMES = Object.keys(getCommands("")) as (keyof ReturnType<typeof getCommands>)[];

const runCommand = async (name: (typeof NAMES)[number], path: string) => {
  const { url } = await getAgent("1.0");
  const [main, ...argv] = getCommands(url)[name](path);
  return run(main, argv);
};

const createPipe = () => {
  const path = newPath();
  execFileSync("mkfifo", [path]);
  return path;
};

/** A null device, if this user may make one and use it. */
function tryCreateDevice(): string | null {
  const path = newPath();
  if (spawnSync("mknod", [path, "c", "1", "3"]).status !== 0) return null;
  try {
    closeSync(openSync(path, constants.O_WRONLY));
    return path;
  } catch {
    return null;
  }
}

const hasPipes = spawnSync("mkfifo", [join(FOLDER, "try")]).status === 0;
const hasDevices = hasPipes && tryCreateDevice() !== null;

describe.each(NAMES)("%s", (name) => {
  test.runIf(hasPipes)("writes to a pipe, also behind a link", async () => {
    const pipe = createPipe();
    const link = newPath();
    symlinkSync(pipe, link);
    for (const path of [pipe, link]) {
      const reader = spawn("cat", [pipe]);
      let read = "";
      reader.stdout.on("data", (data) => {
        read += data;
      });
      const closed = new Promise((resolve) => reader.on("close", resolve));
      const output = await openWhenRead(pipe);
      const { err } = await runCommand(name, path);
      closeSync(output);
      await closed;
      expect(err).not.toContain("cannot write");
      expect(read.length).toBeGreaterThan(20);
      expect(lstatSync(pipe).isFIFO()).toBe(true);
    }
  });

  test.runIf(hasPipes)("refuses a pipe that no program reads", async () => {
    const pipe = createPipe();
    const { code, err } = await runCommand(name, pipe);
    expect([code, err]).toEqual([
      2,
      `loupe: cannot write ${pipe}: it is a pipe that no program reads\n`,
    ]);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  test.runIf(hasDevices)("writes to a device, also behind a link, and leaves it", async () => {
    const device = tryCreateDevice() ?? "";
    const link = newPath();
    symlinkSync(device, link);
    for (const path of [device, link]) {
      const { err } = await runCommand(name, path);
      expect(err).not.toContain("cannot write");
      expect(statSync(path).isCharacterDevice()).toBe(true);
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
    }
  });

  test("refuses a folder, a socket, and a link to either or to nothing", async () => {
    const folder = newPath();
    mkdirSync(folder);
    const file = join(folder, "kept");
    writeFileSync(file, "kept");
    const socket = newPath();
    const server = createServer().listen(socket);
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    for (const target of [folder, socket, join(FOLDER, "nothing")]) {
      const link = newPath();
      symlinkSync(target, link);
      for (const path of [target, link]) {
        if (!existsSync(path) && path === target) continue;
        const before = lstatSync(path).ino;
        const { code, err } = await runCommand(name, path);
        expect(code).toBe(2);
        expect(err).toMatch(/cannot write .*: it is a (?:folder|socket|link)/);
        expect(lstatSync(path).ino).toBe(before);
      }
    }
    expect(readFileSync(file, "utf8")).toBe("kept");
    expect(existsSync(join(FOLDER, "nothing"))).toBe(false);
  });

  test("replaces the file that a link leads to, not the link", async () => {
    const [file, link] = [newPath(), newPath()];
    writeFileSync(file, "before");
    symlinkSync(file, link);
    await runCommand(name, link);
    expect(readFileSync(file, "utf8")).not.toContain("before");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });
});

/** Keeps the pipe open until the command has it, so that its reader does not end before. */
async function openWhenRead(pipe: string): Promise<number> {
  for (;;) {
    try {
      return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

/** A tap appends to its log and reads it again, so it needs a file, and a baseline is read too. */
describe.each([
  ["tap -o", (path: string) => run(tap, ["1=2", "--force", "-o", path])],
  ["check --write-baseline", (path: string) => run(check, [LOG, "--write-baseline", path])],
])("%s", (_, runWith) => {
  test.runIf(hasPipes)("refuses a pipe, and leaves it", async () => {
    const pipe = createPipe();
    expect((await runWith(pipe)).err).toContain(`cannot write ${pipe}: it is a pipe, not a file`);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  test.runIf(hasDevices)("refuses a device, and leaves it", async () => {
    const device = tryCreateDevice() ?? "";
    expect((await runWith(device)).err).toContain("it is a device, not a file");
    expect(lstatSync(device).isCharacterDevice()).toBe(true);
  });

  test("refuses a folder, and leaves it", async () => {
    const folder = newPath();
    mkdirSync(folder);
    expect((await runWith(folder)).err).toContain("it is a folder, not a file");
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(`${folder}.replaced`)).toBe(false);
  });
});

const COMMAND = fileURLToPath(new URL("./loupe.mjs", import.meta.url));

test.runIf(existsSync("/dev/stdout"))("/dev/stdout is standard output", { timeout: 60_000 }, () => {
  const argv = [process.execPath, COMMAND, "export", LOG, "--as", "loupe", "-o", "/dev/stdout"];
  const out = execFileSync("sh", ["-c", '"$@" | cat', "sh", ...argv], { encoding: "utf8" });
  expect(out).toBe(readFileSync(LOG, "utf8"));
});

test("a log that another user cannot read stays so, and a new report has the usual mode", async () => {
  const [log, report] = [newPath(), newPath()];
  const { url } = await getAgent("1.0");
  await run(check, [url, "-o", log, "--markdown", report]);
  expect(statSync(log).mode & 0o777).toBe(0o600);
  expect(statSync(report).mode & 0o777).toBe(0o666 & ~process.umask());
});

test("an existing file is refused unless it may be replaced, also if it appears meanwhile", async () => {
  const path = newPath();
  const output = await openOutput(path, { isForced: false });
  writeFileSync(path, "mine");
  const refusal = `cannot write ${path}: the file exists; use --force to replace it`;
  expect(await openOutput(path, { isForced: false })).toBe(refusal);
  if (typeof output === "string") throw new Error(output);
  await expect(output.write("theirs")).rejects.toThrow(refusal);
  expect(readFileSync(path, "utf8")).toBe("mine");
});
