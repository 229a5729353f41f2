import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTrace, createTracedRun } from "../../fixtures/traced-run.ts";
import { joinTraceFile } from "./join-trace-file.ts";
import { createRunStore, type RunStore } from "./run.ts";

const TRACE = new File([createTrace({ others: 3 })], "jaeger.json");

beforeEach(() => {
  vi.stubGlobal("document", { visibilityState: "hidden" });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function openLog(run: RunStore): Promise<File> {
  const file = new File([createTracedRun()], "run.jsonl");
  await run.openFile(file, { isKnown: true });
  expect(run.getState().phase.kind).toBe("ready");
  return file;
}

test("a trace joins a run whose log is saved meanwhile", async () => {
  const run = createRunStore();
  const log = await openLog(run);
  const joining = joinTraceFile(run, TRACE);
  run.becomeRecording(log, { id: "20261120-105130-traced", bytes: log.size });
  expect(run.getState().source?.kind).toBe("recording");
  expect(await joining).toMatchObject({ kind: "joined", trace: { count: 4 } });
  expect(run.getState().trace?.name).toBe("jaeger.json");
});

test("a trace does not join a run that is opened meanwhile", async () => {
  const run = createRunStore();
  await openLog(run);
  const joining = joinTraceFile(run, TRACE);
  const opening = openLog(run);
  expect(await joining).toEqual({ kind: "no-trace" });
  await opening;
  expect(run.getState().trace).toBeNull();
});
