import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSendMessageParams, ReportLog, request } from "../../../fixtures/event-builders.ts";
import { readFirstMessageText } from "./first-message.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loupe-words-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function wordsIn(log: ReportLog, torn = ""): Promise<string | null> {
  const path = join(folder, "log.jsonl");
  const header = { r: "loupe", version: 1, id: "", at: null, by: "" };
  const lines = [header, ...log.records].map((record) => `${JSON.stringify(record)}\n`);
  await writeFile(path, lines.join("") + torn);
  return readFirstMessageText(path);
}

const card = () =>
  new ReportLog().addOpen("x0", { method: "GET" }).addHead(200, "application/json", "x0");

test("returns the first message on one line", async () => {
  const log = card()
    .addRequest("tasks/get", { id: "t" })
    .addRequest("message/stream", createSendMessageParams("show\n  the version", "m1"))
    .addRequest("message/stream", createSendMessageParams("and again", "m2"));
  expect(await wordsIn(log)).toBe("show the version");
});

test("ignores what the agent sent", async () => {
  const agentMessage = request("message/send", createSendMessageParams("not said by us", "m"));
  expect(await wordsIn(card().addText(`{"r":"open",${agentMessage}`, "x0"))).toBeNull();
});

test("no text, no JSON and a torn line give no message", async () => {
  expect(await wordsIn(card())).toBeNull();
  expect(await wordsIn(new ReportLog().addOpen("x1", { body: "hello" }))).toBeNull();
  expect(
    await wordsIn(new ReportLog().addRequest("message/send", createSendMessageParams("  ", "m"))),
  ).toBeNull();
  expect(await wordsIn(card(), '{"r":"open","x":"x1","body":"{\\"jso')).toBeNull();
});

test("long text is cut between characters", async () => {
  const words = await wordsIn(
    new ReportLog().addRequest("message/send", createSendMessageParams("🌍".repeat(300), "m")),
  );
  expect(words).toBe("🌍".repeat(120));
});
