import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  OK_HEAD,
  startHttpServer,
  startRawServer,
  stopServers,
} from "./exchange/exchange.testkit.ts";
import { Library } from "./library.ts";
import { importLog } from "./recording/import-log.ts";
import { readSettings } from "./settings.ts";

let data = "";
let library: Library;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-library-"));
  library = new Library(readSettings({ LOUPE_DATA: data }));
});
afterEach(async () => {
  stopServers();
  await rm(data, { recursive: true });
});

const get = (url: string) => ({ method: "GET", url, headers: [] });

async function recordsOf(id: string, from = library): Promise<Record<string, unknown>[]> {
  const text = await readFile(await from.recordings.getPath(id), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const kinds = async (id: string) => (await recordsOf(id)).map(({ r }) => r);

describe("exchanges", () => {
  test("leave no credential in the file, however the agent encodes it and reads are split", async () => {
    const credentials = "dXNlcjpww6Rzcy93b3Jk==";
    const echoed = ["p\\u00e4ss\\/", "word-1 dXNlcjpww6RzcyE=\n"];
    const echo = `{"a":"${credentials.replaceAll("=", "\\u003D")}","b":"${echoed[0]}`;
    const url = await startRawServer((socket, request) => {
      expect(request).toContain(credentials);
      socket.write(`${OK_HEAD}connection: close\r\n\r\n${echo.slice(0, 26)}`);
      setImmediate(() => socket.end(`${echo.slice(26)}${echoed[1]}`));
    });
    const headers: [string, string][] = [["authorization", `Basic ${credentials}`]];
    const { recording, done } = await library.exchanges.start({
      ...get(url),
      headers,
      secrets: ["päss/word-1"],
    });
    await done;
    const text = (await recordsOf(recording)).map(({ text }) => text ?? "").join("");
    expect(text).toMatch(
      /^\{"a":"‹masked [0-9a-f]{6}›","b":"‹masked [0-9a-f]{6}› dXNlcjpww6RzcyE=\n$/,
    );
  });

  test("start a recording or continue one", async () => {
    const url = await startHttpServer((_, response) => response.end("hi"));
    const first = await library.exchanges.start({ ...get(url), name: "greeting" });
    await first.done;
    const second = await library.exchanges.start({ ...get(url), recording: first.recording });
    expect(library.recordings.isLive(first.recording)).toBe(true);
    await second.done;
    expect(library.recordings.isLive(first.recording)).toBe(false);
    expect(second.recording).toBe(first.recording);
    const recorder = await library.recordings.getRecorder(first.recording);
    await recorder.waitUntilWritten();
    expect(await kinds(first.recording)).toEqual([
      "loupe",
      "open",
      "head",
      "data",
      "end",
      "open",
      "head",
      "data",
      "end",
    ]);
    const [summary] = await library.recordings.catalog.list();
    expect(summary).toMatchObject({ id: first.recording, name: "greeting", live: false });
    expect(summary?.bytes).toBe(
      (await stat(await library.recordings.getPath(first.recording))).size,
    );
  });

  test("are stopped by ID, once", async () => {
    const url = await startRawServer((socket) => void socket.write(`${OK_HEAD}\r\nfirst`));
    const { recording, exchange, done } = await library.exchanges.start(get(url));
    expect(await library.exchanges.abort("20260101-000000-abcdef", exchange)).toBe(false);
    expect(await library.exchanges.abort(recording, exchange)).toBe(true);
    expect((await done).cause).toBe("aborted");
    expect(await library.exchanges.abort(recording, exchange)).toBe(false);
  });

  test("are stopped all together by their recording", async () => {
    const url = await startRawServer((socket) => void socket.write(`${OK_HEAD}\r\nfirst`));
    const first = await library.exchanges.start(get(url));
    const { recording } = first;
    const second = await library.exchanges.start({ ...get(url), recording });
    const other = await library.exchanges.start(get(url));
    expect(await library.exchanges.abortAll(recording)).toBe(2);
    for (const { done } of [first, second]) {
      expect(await done).toMatchObject({ cause: "aborted", error: { by: "loupe" } });
    }
    expect(library.recordings.isLive(recording)).toBe(false);
    expect(library.recordings.isLive(other.recording)).toBe(true);
    expect(await library.exchanges.abortAll(recording)).toBe(0);
    await library.exchanges.abortAll(other.recording);
  });

  test("leave no secret in the data folder", async () => {
    const url = await startHttpServer((request, response) => {
      response.setHeader("set-cookie", "sid=cookie-secret; Path=/");
      response.end(JSON.stringify(request.headers));
    });
    const { recording, done } = await library.exchanges.start({
      ...get(`${url}/?token=query-secret`),
      headers: [["Authorization", "Bearer header-secret"]],
    });
    await done;
    await (await library.recordings.getRecorder(recording)).waitUntilWritten();
    const text = await readFile(await library.recordings.getPath(recording), "utf8");
    expect(text).not.toMatch(/(query|header|cookie)-secret/);
    expect(text).toContain("Bearer ‹masked ");
  });

  test("are not added to a recording by a newer version", async () => {
    const id = "20990101-000000-future";
    await mkdir(library.recordings.folder, { recursive: true });
    await writeFile(
      join(library.recordings.folder, `${id}.jsonl`),
      '{"r":"loupe","version":99,"id":"x"}\n',
    );
    await expect(
      library.exchanges.start({ ...get("http://127.0.0.1:1/"), recording: id }),
    ).rejects.toMatchObject({
      code: "newer-version",
    });
  });
});

describe("names", () => {
  test.each([
    "../../etc/passwd",
    "20260101-000000-abcdef/../x",
    "20260101-000000-abcdef",
    "",
    "..",
    "20260101-000000-ABCDEF",
    "20260101-000000-abcdef\0",
  ])("%j is not a recording ID", async (id) => {
    const attempts = await Promise.allSettled([
      library.recordings.getPath(id),
      library.recordings.getRecorder(id),
      library.recordings.remove(id),
      library.recordings.getSummary(id),
    ]);
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ status: "rejected", reason: { code: "unknown-recording" } });
    }
  });

  test("other files in the folder are not listed", async () => {
    await mkdir(library.recordings.folder, { recursive: true });
    await writeFile(join(library.recordings.folder, "notes.jsonl"), "{}");
    await writeFile(join(library.recordings.folder, "20260101-000000-abcdef.part"), "{}");
    expect(await library.recordings.catalog.list()).toEqual([]);
  });
});

test("one recorder per file for all callers", async () => {
  const { id } = await library.recordings.create();
  const again = new Library(readSettings({ LOUPE_DATA: data }));
  const recorders = await Promise.all([
    again.recordings.getRecorder(id),
    again.recordings.getRecorder(id),
    again.recordings.getRecorder(id),
  ]);
  expect(new Set(recorders).size).toBe(1);
  await recorders[0].close();
  expect(await again.recordings.getRecorder(id)).not.toBe(recorders[0]);
});

test("deleting a recording stops its exchanges, informs readers and removes the file", async () => {
  const url = await startRawServer((socket) => void socket.write(`${OK_HEAD}\r\nfirst`));
  const { recording, done } = await library.exchanges.start(get(url));
  const recorder = await library.recordings.getRecorder(recording);
  const reading = (async () => {
    for await (const _ of recorder.tail(0));
  })();
  reading.catch(() => undefined);
  await library.recordings.remove(recording);
  expect((await done).cause).toBe("aborted");
  await expect(reading).rejects.toThrow("deleted");
  expect(await readdir(library.recordings.folder)).toEqual([]);
  await expect(library.recordings.getRecorder(recording)).rejects.toMatchObject({
    code: "unknown-recording",
  });
});

describe("importing", () => {
  const header =
    '{"r":"loupe","version":1,"id":"20260101-000000-abcdef","at":null,"by":"test","name":"saved"}';
  async function* pieces(text: string, size = 7) {
    for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
  }

  test("keeps the bytes and, if it is free, the ID", async () => {
    const log = `${header}\n{"r":"note","t":1,"text":"x"}`;
    const id = await importLog(library.recordings.folder, pieces(log), `${log.length}`);
    expect(id).toBe("20260101-000000-abcdef");
    expect(await readFile(await library.recordings.getPath(id), "utf8")).toBe(`${log}\n`);
    const again = await importLog(
      library.recordings.folder,
      pieces(`${log}\n`),
      `${log.length + 1}`,
    );
    expect(again).not.toBe(id);
    expect(await readFile(await library.recordings.getPath(again), "utf8")).toBe(`${log}\n`);
    expect(await library.recordings.catalog.list()).toMatchObject([
      { name: "saved" },
      { name: "saved" },
    ]);
  });

  test.each([
    ["no header", "data: {}\n\n", "10", "bad-request"],
    ["nothing", "", "0", "bad-request"],
    ["an upload of unknown length", `${header}\n`, null, "bad-request"],
    ["an upload that was cut", `${header}\n`, "5000", "cut-short"],
  ])("refuses %s and leaves nothing behind", async (_, log, announced, code) => {
    await library.recordings.catalog.list();
    await expect(
      importLog(library.recordings.folder, pieces(log), announced),
    ).rejects.toMatchObject({ code });
    expect(await readdir(library.recordings.folder)).toEqual([]);
  });
});
