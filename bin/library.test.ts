import { appendFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createArtifactUpdate,
  createSendMessageParams,
  ReportLog,
  status,
} from "../fixtures/event-builders.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import type { LibraryState } from "../lib/api/api-types.ts";
import { Library } from "../lib/server/library.ts";
import { RecordingMarkers } from "../lib/server/recording/recording-markers.ts";
import { readSettings } from "../lib/server/settings.ts";
import { main as exportLog } from "./export.ts";
import { main as inspect } from "./inspect.ts";
import { main } from "./library.ts";
import type { LibraryCommand } from "./library-options.ts";

const WEATHER = "20260101-100000-wether";
const RUNNING = "20260102-100000-runnin";

let data = "";
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-cli-"));
  vi.stubEnv("LOUPE_DATA", data);
  const ended = new ReportLog()
    .addRequest("message/stream", createSendMessageParams("rain in Oslo?", "m1"))
    .addHead();
  const running = new ReportLog()
    .addRequest("message/stream", createSendMessageParams("still at it", "m2"))
    .addHead();
  await saveRecording(WEATHER, ended.addEvents(status("completed")).addEnd());
  await saveRecording(RUNNING, running.addEvents(status("working")));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(data, { recursive: true });
});

async function saveRecording(id: string, { records }: ReportLog): Promise<void> {
  const head = { r: "loupe", version: 1, id, at: null, by: "test", name: "http://agent.example/" };
  const lines = [head, ...records].map((record) => `${JSON.stringify(record)}\n`);
  await mkdir(join(data, "recordings"), { recursive: true });
  await writeFile(join(data, "recordings", `${id}.jsonl`), lines);
}

/** As another process marks what it records. */
const markAsRecorded = (id: string) => new RecordingMarkers(join(data, "recordings")).hold(id);

/** Runs a command in this process; `typed` is its standard input. */
const loupe = (command: LibraryCommand, args: string[] = [], typed = "") =>
  runInTerminal((terminal) => main(command, args, terminal), {
    stdin: typed === "" ? [] : [typed],
  });

async function listRecordings(...args: string[]): Promise<LibraryState["recordings"]> {
  const state: LibraryState = JSON.parse((await loupe("list", ["--json", ...args])).out);
  return state.recordings;
}

describe("loupe list", () => {
  test("shows the verdict of each recording, except of one that another process records", async () => {
    await markAsRecorded(RUNNING);
    const { code, out } = await loupe("list");
    expect(code).toBe(0);
    expect(out).toMatch(/20260101-100000-wether.*B +✓ completed +rain in Oslo\?/);
    expect(out).toMatch(/20260102-100000-runnin.*B +recording +still at it/);
    expect(out).toContain("agent.example");
    expect(out).toMatch(/KB of 2.0 GB used/);
  });

  test("marks a run that completed after a turn had failed", async () => {
    const log = new ReportLog();
    for (const [x, state] of [
      ["x1", "failed"],
      ["x2", "completed"],
    ] as const) {
      log
        .addRequest("message/stream", createSendMessageParams(`${state} one`, `m-${x}`), x)
        .addHead(200, "text/event-stream", x)
        .addEventsTo(x, status(state, undefined, { taskId: `t-${x}` }))
        .addEnd("complete", x);
    }
    await saveRecording("20260103-100000-marred", log);
    expect((await loupe("list")).out).toMatch(/marred.*B +✗ completed +failed one/);
  });

  test("counts the recordings of a grade as one, and lists them by their tag", async () => {
    const at = new Date().toISOString();
    const changes = [
      { a: "tags", at, add: ["conformance"], remove: [] },
      { a: "grade", at, grade: "20260104-100000-graded" },
    ] as const;
    await new Library(readSettings()).recordings.updateMetadata(WEATHER, changes);
    const { out } = await loupe("list");
    expect(out).toContain("1 recording of a grade not listed: loupe list tag:conformance");
    expect(out).not.toContain("rain in Oslo");
    expect(JSON.parse((await loupe("list", ["--json"])).out)).toMatchObject({
      ofGrades: 1,
      grades: 1,
    });
    const [graded] = await listRecordings("tag:conformance");
    expect(graded).toMatchObject({ id: WEATHER, grade: "20260104-100000-graded" });
  });

  test("finds by name, tag and text, and exits with 1 if none match", async () => {
    await loupe("tag", [WEATHER, "Oslo", "bug 12"]);
    expect((await listRecordings("bug", "RAIN")).map(({ id }) => id)).toEqual([WEATHER]);
    expect(await loupe("list", ["nowhere"])).toMatchObject({ code: 1 });
  });

  test("finds what agents answered, and prints the lines that match", async () => {
    const id = "20260103-100000-answer";
    const answered = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("rain in Rome?", "m1"))
      .addHead()
      .addEvents(createArtifactUpdate("a", "Dry, and very warm"), status("completed"));
    await saveRecording(id, answered.addEnd());
    const { out } = await loupe("list", ["VERY", "rain"]);
    expect(out).toMatch(/answer.*completed +rain in Rome\?\n.*1 turn\n/);
    expect(out).toMatch(/ #0 +artifact +Dry, and very warm\n/);
    expect(out).not.toContain("Oslo");
    expect(await listRecordings("very")).toMatchObject([
      { id, lines: [{ event: 0, text: "Dry, and very warm", marks: [[9, 13]] }] },
    ]);
  });

  test("updates the verdict of a recording that has grown", async () => {
    expect((await listRecordings("rain"))[0]?.verdict?.kind).toBe("completed");
    const more = new ReportLog()
      .addRequest("message/stream", createSendMessageParams("again", "m3"), "x2")
      .addHead(500, "", "x2");
    const lines = more
      .addEnd("complete", "x2")
      .records.map((record) => `${JSON.stringify(record)}\n`);
    await appendFile(join(data, "recordings", `${WEATHER}.jsonl`), lines.join(""));
    expect((await listRecordings("rain"))[0]?.verdict?.kind).toBe("http-error");
  });

  test("prints no terminal escapes", async () => {
    await loupe("rename", [WEATHER, "red \u001b[31m and \u202e back"]);
    const { out } = await loupe("list", ["red"]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not be there
    expect(out).not.toMatch(/[\u001b\u202e]/);
  });
});

test("sets and removes a name and tags", async () => {
  expect((await loupe("rename", [WEATHER, "Weather"])).out).toBe(`Renamed ${WEATHER} to Weather\n`);
  await loupe("tag", [WEATHER, "one", "two", "--remove", "nothing"]);
  expect((await loupe("tag", [WEATHER, "--remove=ONE"])).out).toBe(`Tags of ${WEATHER}: two\n`);
  expect(await listRecordings("weather")).toMatchObject([{ given: "Weather", tags: ["two"] }]);
  await loupe("rename", [WEATHER, ""]);
  expect((await loupe("tag", [WEATHER])).out).toContain("two");
  expect(await listRecordings("two")).toMatchObject([{ given: null }]);
});

describe("loupe delete", () => {
  test("asks, and accepts only yes", async () => {
    for (const answer of ["", "n\n", "\n", "yess\n"]) {
      const { code, out } = await loupe("delete", [WEATHER], answer);
      expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining("Nothing was") });
    }
    const { code, out } = await loupe("delete", [WEATHER, RUNNING], "y\n");
    expect(code).toBe(0);
    expect(out).toContain("rain in Oslo?");
    expect(await readdir(join(data, "recordings"))).toEqual([]);
  });

  test("deletes nothing if another process records one of them", async () => {
    const release = await markAsRecorded(RUNNING);
    const args = [WEATHER, RUNNING, "--yes"];
    expect(await loupe("delete", args)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`Process ${process.pid} on ${hostname()} is still recording`),
    });
    expect(await listRecordings()).toHaveLength(2);
    await release();
    expect(await loupe("delete", args)).toMatchObject({ code: 0 });
    expect(await readdir(join(data, "recordings"))).toEqual([]);
  });

  test("does not ask with --yes, and deletes nothing if an ID is unknown", async () => {
    const unknown = await loupe("delete", [WEATHER, "20260101-100000-nobody", "--yes"]);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining("not found") });
    expect(await listRecordings()).toHaveLength(2);
    await loupe("tag", [WEATHER, "gone"]);
    expect((await loupe("delete", [WEATHER, "--yes"])).code).toBe(0);
    expect((await readdir(join(data, "recordings"))).filter((file) => /wether/.test(file))).toEqual(
      [],
    );
  });
});

test.each<[LibraryCommand, string[], string]>([
  ["list", ["--all"], 'unknown option "--all"'],
  ["rename", [WEATHER], "rename needs"],
  ["rename", [WEATHER, "two", "words"], "in quotes"],
  ["rename", ["../../etc", "x"], "not a recording ID"],
  ["tag", [], "tag needs"],
  ["tag", [WEATHER, " "], "must not be empty"],
  ["delete", [], "delete needs"],
  ["delete", ["*"], "not a recording ID"],
])("loupe %s %j prints an error", async (command, args, reason) => {
  const { code, err } = await loupe(command, args);
  expect(code).toBe(2);
  expect(err).toContain(reason);
});

test("accepts a recording ID as a log", async () => {
  const known = await runInTerminal((terminal) => inspect([WEATHER], terminal));
  expect(known.code).toBe(0);
  expect(known.out).toContain("✓ completed");
  const unknown = await runInTerminal((terminal) => inspect(["20260101-100000-nobody"], terminal));
  expect(unknown.code).toBe(2);
  expect(unknown.err).toContain('Recording "20260101-100000-nobody" not found');
});

describe("a report on a recording", () => {
  const inspectRunning = async (log = RUNNING) => {
    const { out, err } = await runInTerminal((terminal) => inspect([log, "--json"], terminal));
    return { live: JSON.parse(out).live, err };
  };

  test("that another process records says so", async () => {
    const stop = await markAsRecorded(RUNNING);
    const said =
      /^loupe: Process \d+ on \S+ is still recording this run\. The report covers it so far\.$/m;
    expect(await inspectRunning()).toEqual({ live: true, err: expect.stringMatching(said) });
    const path = join(data, "recordings", `${RUNNING}.jsonl`);
    expect(await inspectRunning(path)).toEqual({ live: true, err: expect.stringMatching(said) });
    await stop();
    expect(await inspectRunning()).toEqual({ live: false, err: "" });
  });

  test("whose recorder was killed does not", async () => {
    const marker = join(data, "recordings", `${RUNNING}.recording`);
    await writeFile(marker, '{"by":"test","system":null,"host":"elsewhere","pid":1}');
    expect(await inspectRunning()).toMatchObject({ live: true });
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(marker, longAgo, longAgo);
    expect(await inspectRunning()).toEqual({ live: false, err: "" });
  });
});

test("exports the notes of a recording", async () => {
  const library = new Library(readSettings());
  const at = new Date().toISOString();
  await library.recordings.updateMetadata(WEATHER, [
    { a: "note", at, id: "n-00000001", x: "x1", event: 0, text: "dry at last" },
  ]);
  const { code, out } = await runInTerminal((terminal) =>
    exportLog([WEATHER, "--as", "loupe"], terminal),
  );
  expect(code).toBe(0);
  expect(out).toMatch(/"r":"note",.*"text":"dry at last","x":"x1"/);
  const stream = await runInTerminal((terminal) => exportLog([WEATHER, "--as", "sse"], terminal));
  expect(stream.err).toMatch(/left out of Event stream: .*\bnotes\b/);
});
