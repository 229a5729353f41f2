import { expect, test } from "vitest";
import { createTrace, createTracedRun } from "../../fixtures/traced-run.ts";
import { joinTraceFile } from "./join-trace-file.ts";
import { createRunStore, type RunStore } from "./run.ts";

const LOG = new File([createTracedRun()], "run.jsonl");
const TRACE = new File([createTrace({ others: 3 })], "jaeger.json");

async function openLog(): Promise<RunStore> {
  const run = createRunStore();
  await run.openFile(LOG);
  return run;
}

test("a trace joins a run whose log is saved meanwhile", async () => {
  const run = await openLog();
  const joining = joinTraceFile(run, TRACE);
  run.becomeRecording(LOG, { id: "20261120-105130-traced", bytes: LOG.size });
  expect(await joining).toMatchObject({ kind: "joined", trace: { count: 4 } });
  expect(run.getState().trace?.name).toBe("jaeger.json");
});

test("a trace does not join a run that is opened meanwhile", async () => {
  const run = await openLog();
  const joining = joinTraceFile(run, TRACE);
  await run.openFile(new File([createTracedRun()], "other.jsonl"), { isKnown: true });
  expect(await joining).toEqual({ kind: "no-trace" });
  expect(run.getState().trace).toBeNull();
});
