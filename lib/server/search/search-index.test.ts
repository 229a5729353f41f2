// The search index over real folders: it follows the recordings, whatever happens to them or to it.
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createSendMessageParams,
  ReportLog,
  status,
} from "../../../fixtures/event-builders.ts";
import { startHttpServer, stopServers } from "../exchange/exchange.testkit.ts";
import { Library } from "../library.ts";
import { readSettings } from "../settings.ts";

const OSLO = "20260101-100000-oslo00";
const ROME = "20260102-100000-rome00";

let data = "";
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-search-"));
  await saveRecording(OSLO, "Rain in Oslo?", "Dry and cold");
  await saveRecording(ROME, "Rain in Rome?", "Warm, says the forecast");
});
afterEach(async () => {
  stopServers();
  await rm(data, { recursive: true });
});

const openLibrary = (dataFolder = data) => new Library(readSettings({ LOUPE_DATA: dataFolder }));
const logPath = (id: string) => join(data, "recordings", `${id}.jsonl`);
const indexPath = () => join(data, "search.index");

function formatTurn(question: string, answer: string, x = "x1"): string {
  return new ReportLog()
    .addRequest("message/stream", createSendMessageParams(question, `m-${x}`), x)
    .addHead(200, "text/event-stream", x)
    .addEventsTo(x, createArtifactUpdate("a", answer), status("completed"))
    .addEnd("complete", x)
    .records.map((record) => `${JSON.stringify(record)}\n`)
    .join("");
}

async function saveRecording(id: string, question: string, answer: string): Promise<void> {
  const head = { r: "loupe", version: 1, id, at: null, by: "test", name: "http://agent.example/" };
  await mkdir(join(data, "recordings"), { recursive: true });
  await writeFile(logPath(id), `${JSON.stringify(head)}\n${formatTurn(question, answer)}`);
}

async function search(query: string, library = openLibrary()): Promise<string[]> {
  await library.recordings.catalog.analyzeAll(() => undefined);
  return (await library.recordings.catalog.search(query)).hits.map(({ id }) => id);
}

describe("a search", () => {
  test("finds what was said and answered, with the line that matches", async () => {
    const library = openLibrary();
    await library.recordings.catalog.analyzeAll(() => undefined);
    const { hits, pending } = await library.recordings.catalog.search("FORECAST rome");
    expect(pending).toBe(0);
    expect(hits).toMatchObject([
      {
        id: ROME,
        lines: [
          { text: "Rain in Rome?", marks: [[8, 12]], event: null },
          { text: "Warm, says the forecast", marks: [[15, 23]], kind: "artifact", event: 0 },
        ],
      },
    ]);
  });

  test("finds words in what the user wrote beside the log, together with words in it", async () => {
    const library = openLibrary();
    const at = new Date().toISOString();
    await library.recordings.updateMetadata(OSLO, [{ a: "tags", at, add: ["winter"], remove: [] }]);
    expect(await search("winter dry", library)).toEqual([OSLO]);
    expect(await search("winter warm", library)).toEqual([]);
    expect(await search('"dry and"', library)).toEqual([OSLO]);
    expect(await search('"and dry"', library)).toEqual([]);
  });

  test("says how many recordings it does not know yet, and learns them by itself", async () => {
    const library = openLibrary();
    expect((await library.recordings.catalog.search("forecast")).pending).toBe(2);
    await expect
      .poll(async () => (await library.recordings.catalog.search("forecast")).pending)
      .toBe(0);
    expect((await library.recordings.catalog.search("forecast")).hits).toHaveLength(1);
  });

  test("lists the facts and the verdict of every recording", async () => {
    const library = openLibrary();
    await library.recordings.catalog.analyzeAll(() => undefined);
    expect(await library.recordings.catalog.list()).toMatchObject([
      { facts: { turns: 1 }, verdict: { kind: "completed" } },
      { facts: { turns: 1 }, verdict: { kind: "completed" } },
    ]);
  });
});

describe("the index follows the recordings", () => {
  test("that grow", async () => {
    const library = openLibrary();
    expect(await search("snow", library)).toEqual([]);
    await appendFile(logPath(OSLO), formatTurn("And snow?", "None", "x2"));
    expect(
      (await library.recordings.catalog.list()).find(({ id }) => id === OSLO)?.facts,
    ).toBeNull();
    expect(await search("snow", library)).toEqual([OSLO]);
    expect(await search("dry", library)).toEqual([OSLO]);
  });

  test("that are deleted: nothing of them stays on the disk", async () => {
    const library = openLibrary();
    await search("snow", library);
    await appendFile(logPath(OSLO), formatTurn("And snow?", "None", "x2"));
    await search("snow", library);
    await library.recordings.remove(OSLO);
    expect(await search("oslo", library)).toEqual([]);
    const text = await readFile(indexPath(), "utf8");
    expect(text).not.toMatch(/Oslo|cold|snow/);
    expect(await search("rome")).toEqual([ROME]);
  });

  test("that are deleted outside of this process", async () => {
    await search("rain");
    await rm(logPath(OSLO));
    expect(await search("rain")).toEqual([ROME]);
    expect(await readFile(indexPath(), "utf8")).not.toContain("Oslo");
  });

  test("in a copy of the folder, without reading them again", async () => {
    await search("rain");
    const copy = await mkdtemp(join(tmpdir(), "loupe-search-"));
    try {
      await cp(data, copy, { recursive: true });
      const { hits, pending } = await openLibrary(copy).recordings.catalog.search("forecast");
      expect({ found: hits.map(({ id }) => id), pending }).toEqual({ found: [ROME], pending: 0 });
    } finally {
      await rm(copy, { recursive: true });
    }
  });

  test("that two processes analyze at the same time", async () => {
    const [one, other] = [openLibrary(), openLibrary()];
    await Promise.all(
      [one, other].map((library) => library.recordings.catalog.analyzeAll(() => undefined)),
    );
    for (const library of [one, other, openLibrary()]) {
      expect((await library.recordings.catalog.search("rain")).hits).toHaveLength(2);
    }
  });
});

describe("the index is only an index", () => {
  test.each([
    ["is lost", () => rm(indexPath())],
    ["is no index", () => writeFile(indexPath(), "not an index\n".repeat(100))],
    ["is empty", () => writeFile(indexPath(), "")],
    ["is of another version", () => rewriteIndex((text) => text.replaceAll("loupe/", "other/"))],
    ["was torn by a crash", async () => truncate(indexPath(), (await stat(indexPath())).size - 9)],
    ["is damaged", () => rewriteIndex((text) => text.replace('"id"', "#id#"))],
  ])("if it %s, everything is found again", async (_, damage) => {
    const library = openLibrary();
    await search("rain", library);
    await damage();
    expect(await search("rain", library)).toEqual([ROME, OSLO]);
    expect(await search("rain")).toEqual([ROME, OSLO]);
    await saveRecording("20260103-100000-nice00", "Rain in Nice?", "No");
    expect(await search("nice", library)).toHaveLength(1);
    expect(await search("forecast")).toEqual([ROME]);
  });

  async function rewriteIndex(change: (text: string) => string): Promise<void> {
    await writeFile(indexPath(), change(await readFile(indexPath(), "utf8")));
  }

  test("if it cannot be written, names and messages are found", async () => {
    await mkdir(indexPath());
    const library = openLibrary();
    const { hits, pending } = await library.recordings.catalog.search("rome");
    expect(hits.map(({ id }) => id)).toEqual([ROME]);
    expect(pending).toBe(2);
  });

  test("a recording that is no log does not stop the others", async () => {
    await writeFile(logPath("20260104-100000-broken"), "<html>");
    expect(await search("rain")).toEqual([ROME, OSLO]);
  });

  test("it is not larger than what it holds for long", async () => {
    const library = openLibrary();
    for (let i = 0; i < 4; i++) {
      await saveRecording(OSLO, "Rain?", `word ${i} `.repeat(100_000 + i));
      await search("word", library);
    }
    expect((await stat(indexPath())).size).toBeLessThan(3.5e6);
  });
});

test("no secret is in the index", async () => {
  const url = await startHttpServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ echo: request.headers, kind: "message", parts: [] }));
  });
  const library = openLibrary();
  const { done, recording } = await library.exchanges.start({
    method: "POST",
    url: `${url}/?token=query-secret`,
    headers: [["Authorization", "Bearer header-secret"]],
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "message/send",
      params: { it: "body-secret" },
    }),
    secrets: ["body-secret"],
  });
  await done;
  await (await library.recordings.getRecorder(recording)).waitUntilWritten();
  await library.recordings.catalog.analyzeAll(() => undefined);
  expect(
    (await library.recordings.catalog.list()).find(({ id }) => id === recording)?.facts?.turns,
  ).toBe(1);
  expect(await readFile(indexPath(), "utf8")).not.toMatch(/(query|header|body)-secret/);
});
