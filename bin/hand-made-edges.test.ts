// Edges between calls that a user cut or made in the app: every command reads them beside the log.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createFailedHopLog } from "../fixtures/hop-log.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import type { Report } from "../lib/report/json.ts";
import { RecordingStore } from "../lib/server/recording/recording-store.ts";
import { main as check } from "./check.ts";
import { main as diff } from "./diff.ts";
import { main as exportLog } from "./export.ts";
import { main as inspect } from "./inspect.ts";

const DECIDED = "20260101-100000-decide";
const AS_RECORDED = "20260102-100000-record";

let data = "";
let recordings = "";
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-edges-"));
  recordings = join(data, "recordings");
  await mkdir(recordings);
  vi.stubEnv("LOUPE_DATA", data);
  for (const id of [DECIDED, AS_RECORDED]) await saveRecording(id);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(data, { recursive: true });
});

async function saveRecording(id: string): Promise<void> {
  const { records } = createFailedHopLog();
  const head = { r: "loupe", version: 1, id, at: null, by: "test", name: "team" };
  const lines = [head, ...records].map((record) => `${JSON.stringify(record)}\n`);
  await writeFile(join(recordings, `${id}.jsonl`), lines);
}

const decide = (parent?: string | null) =>
  new RecordingStore(data).metadataFiles.append(DECIDED, [
    {
      a: "edge",
      at: new Date().toISOString(),
      x: "ask",
      ...(parent !== undefined && { parent }),
    },
  ]);

const run = (main: typeof inspect | typeof diff | typeof exportLog, ...args: readonly string[]) =>
  runInTerminal((terminal) => main(args, terminal));

const readReport = async (log: string): Promise<Report> =>
  JSON.parse((await run(inspect, log, "--json")).out);

const findCall = ({ hops }: Report) => hops?.calls.find(({ exchange }) => exchange === "ask");

describe("loupe inspect", () => {
  test.each([
    ["the ID of a recording", () => DECIDED],
    ["the path of its log", () => join(recordings, `${DECIDED}.jsonl`)],
  ])("follows a cut edge by %s, and says that it is by hand", async (_, getLog) => {
    expect(findCall(await readReport(getLog()))).toMatchObject({ parent: "plan" });
    await decide(null);
    const report = await readReport(getLog());
    expect(findCall(report)).toMatchObject({ parent: null, edge: { kind: "cut", rule: "user" } });
    expect(report.verdict.turns).toHaveLength(2);
    expect(report.source).toEqual((await readReport(AS_RECORDED)).source);
    expect((await run(inspect, getLog())).out).toContain("cut by hand");
  });

  test("follows the last decision, and the recording without one", async () => {
    await decide(null);
    await decide("plan");
    expect(findCall(await readReport(DECIDED))).toMatchObject({ edge: { kind: "connected" } });
    await decide();
    expect(await readReport(DECIDED)).toEqual({
      ...(await readReport(AS_RECORDED)),
      next: expect.anything(),
    });
  });

  test("knows nothing of a copy without its note", async () => {
    await decide(null);
    const copy = join(data, "run.jsonl");
    await writeFile(copy, await readFile(join(recordings, `${DECIDED}.jsonl`)));
    expect(findCall(await readReport(copy))).toMatchObject({ edge: { kind: "recorded" } });
  });
});

test("loupe diff compares the verdicts by them, and says so", async () => {
  await decide(null);
  const { out, err } = await run(diff, DECIDED, AS_RECORDED);
  expect(out).toMatch(new RegExp(`^--- ${DECIDED}: (?!.*called by)`, "m"));
  expect(out).toMatch(new RegExp(`^\\+\\+\\+ ${AS_RECORDED}: .*called by`, "m"));
  expect(err).toContain(`1 call between agents in ${DECIDED} is connected or cut by hand.`);
});

test("loupe check judges the run by them, and says so", async () => {
  const checkLog = async () => {
    const { out, err } = await runInTerminal((terminal) =>
      check([DECIDED, "--json"], terminal, new Promise(() => undefined)),
    );
    return { log: JSON.parse(out).logs[0], err };
  };
  expect((await checkLog()).log.verdict.because).toContain("called by");
  await decide(null);
  const { log, err } = await checkLog();
  expect(log.verdict.because).not.toContain("called by");
  expect(err).toContain("connected or cut by hand");
});

describe("loupe export", () => {
  test.each(["loupe", "html"])("as %s contains them", async (format) => {
    await decide(null);
    const file = join(data, `exported.${format}`);
    const { code, err } = await run(exportLog, DECIDED, "--as", format, "-o", file);
    expect([code, err]).toEqual([0, expect.stringContaining("connected or cut by hand")]);
    const report = await readReport(file);
    expect(findCall(report)).toMatchObject({ parent: null, edge: { kind: "cut" } });
    expect(report.source.skipped).toEqual([]);
    expect(report.verdict).toEqual((await readReport(DECIDED)).verdict);
  });

  test("of a part leaves out those of other calls", async () => {
    await decide(null);
    const export_ = await run(exportLog, DECIDED, "--as", "loupe", "--exchange", "plan");
    expect(export_.out).not.toContain('"r":"edge"');
  });

  test("again replaces a decision that the log contains", async () => {
    await decide(null);
    const { out } = await run(exportLog, DECIDED, "--as", "loupe");
    await writeFile(join(recordings, `${DECIDED}.jsonl`), out);
    await decide("plan");
    expect(findCall(await readReport(DECIDED))).toMatchObject({ edge: { kind: "connected" } });
    const again = (await run(exportLog, DECIDED, "--as", "loupe")).out;
    expect(again.split("\n").filter((line) => line.includes('"r":"edge"'))).toHaveLength(1);
    await decide();
    expect(findCall(await readReport(DECIDED))).toMatchObject({ edge: { kind: "cut" } });
  });
});
