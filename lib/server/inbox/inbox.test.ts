import { mkdtemp, readFile, rm } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { InboxRequest } from "../../api/schemas/api-requests.ts";
import type { WireRecord } from "../../wire/record.ts";
import { filterRecords, startHttpServer, stopServers } from "../exchange/exchange.testkit.ts";
import { Library } from "../library.ts";
import { readSettings } from "../settings.ts";
import { serveInboxes } from "./inbox.testkit.ts";
import { MAX_INBOXES } from "./inbox.ts";

let data = "";
let library: Library;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-inbox-"));
  library = new Library(readSettings({ LOUPE_DATA: data }));
});
afterEach(async () => {
  stopServers();
  await rm(data, { recursive: true });
});

async function inbox(request: InboxRequest = {}) {
  const opened = await library.inboxes.open(request);
  return { ...opened, url: (await serveInboxes(library)) + opened.path };
}

async function recordsOf(recording: string): Promise<WireRecord[]> {
  const lines = (await readFile(await library.recordings.getPath(recording), "utf8"))
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line));
}

const textOf = (records: WireRecord[]) =>
  filterRecords(records, "data")
    .map(({ text, b64 }) => text ?? Buffer.from(b64 ?? "", "base64").toString())
    .join("");

const EVENT = JSON.stringify({
  statusUpdate: { taskId: "t", status: { state: "TASK_STATE_WORKING" } },
});

const post = (url: string, headers: Record<string, string> = {}, body = EVENT) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/a2a+json", ...headers },
    body,
  });

test("a notification is recorded as an inbound exchange", async () => {
  const { url, recording, key } = await inbox({ name: "pushes" });
  const answer = await post(url, { "X-A2A-Notification-Token": "anything-at-all" });
  expect([answer.status, await answer.text()]).toEqual([204, ""]);

  const records = await recordsOf(recording);
  expect(records.map(({ r }) => r)).toEqual(["loupe", "open", "data", "end"]);
  expect(records[0]).toMatchObject({ name: "pushes" });
  const [open] = filterRecords(records, "open");
  expect(open).toMatchObject({ method: "POST", inbound: true });
  expect(open).not.toHaveProperty("refused");
  expect(new Map(open?.headers).get("content-type")).toBe("application/a2a+json");
  expect(new Map(open?.headers).get("x-a2a-notification-token")).toMatch(/^‹masked/);
  expect(open?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/inbox\/[\w-]+\/‹masked [0-9a-f]{6}›$/);
  expect(textOf(records)).toBe(EVENT);
  expect(filterRecords(records, "end")[0]).toMatchObject({ x: open?.x, cause: "complete" });
  expect(JSON.stringify(records)).not.toContain(key);
});

test("continues a recording and records any body", async () => {
  const first = await library.recordings.create("run");
  const { url, recording } = await inbox({ recording: first.id });
  expect(recording).toBe(first.id);
  for (const body of ["", "{ not json", "Ä"]) expect((await post(url, {}, body)).status).toBe(204);
  const records = await recordsOf(recording);
  expect(filterRecords(records, "open")).toHaveLength(3);
  expect(textOf(records)).toBe("{ not jsonÄ");
  await expect(library.inboxes.open({ recording: "20200101-000000-aaaaaa" })).rejects.toMatchObject(
    {
      code: "unknown-recording",
    },
  );
});

describe("an address that is not an inbox", () => {
  test("returns 404 and records nothing", async () => {
    const { url, recording } = await inbox();
    const other = await library.recordings.create();
    const before = await readFile(await library.recordings.getPath(recording), "utf8");
    for (const wrong of [
      `${url}x`,
      url.replace(recording, other.id),
      url.replace(recording, "x"),
    ]) {
      expect((await post(wrong)).status).toBe(404);
    }
    expect(await readFile(await library.recordings.getPath(recording), "utf8")).toBe(before);
    expect(await recordsOf(other.id)).toHaveLength(1);
  });

  test("remains when its recording is deleted", async () => {
    const { url, recording } = await inbox();
    await library.recordings.remove(recording);
    expect((await post(url)).status).toBe(404);
  });
});

describe("a sender that must authenticate", () => {
  const token = "notify-me-7";
  const authentication = { scheme: "Bearer", credentials: "push-secret-9" };
  const right = "Bearer push-secret-9";

  test.each<[string, InboxRequest, Record<string, string>, RegExp | null]>([
    ["right token", { token }, { "x-a2a-notification-token": token }, null],
    ["no token", { token }, {}, /expected token is missing/],
    [
      "another token",
      { token },
      { "x-a2a-notification-token": "notify-me-8" },
      /does not match the expected token/,
    ],
    ["right authentication", { authentication }, { authorization: right }, null],
    [
      "its scheme in small letters",
      { authentication },
      { authorization: "bearer push-secret-9" },
      null,
    ],
    ["no authentication", { authentication }, {}, /Authorization header is missing/],
    [
      "another scheme",
      { authentication },
      { authorization: "Basic push-secret-9" },
      /scheme "Bearer"/,
    ],
    [
      "wrong credentials",
      { authentication },
      { authorization: "Bearer push-secret" },
      /credentials/,
    ],
    [
      "both required, wrong token",
      { token, authentication },
      { authorization: right, "x-a2a-notification-token": "other-token" },
      /does not match the expected token/,
    ],
  ])("%s", async (_, expected, headers, wrong) => {
    const { url, recording } = await inbox(expected);
    const answer = await post(url, headers);
    expect(answer.status).toBe(wrong ? 401 : 204);
    const records = await recordsOf(recording);
    expect(textOf(records)).toBe(EVENT);
    expect(filterRecords(records, "end")[0]).toMatchObject({ cause: "complete" });
    const [open] = filterRecords(records, "open");
    const [note] = filterRecords(records, "note");
    if (wrong) {
      expect(open?.refused).toMatch(wrong);
      expect(note).toMatchObject({ x: open?.x, text: /^Rejected with HTTP 401\./ });
      expect(note?.text).toMatch(wrong);
      expect(await answer.text()).toMatch(wrong);
      expect(answer.headers.get("www-authenticate")).toBe(
        expected.authentication ? "Bearer" : null,
      );
    } else {
      expect([open?.refused, note]).toEqual([undefined, undefined]);
    }
    const written = JSON.stringify(records);
    for (const secret of [token, "push-secret", "notify-me-8", "other-token"]) {
      expect(written).not.toContain(secret);
    }
  });

  test("correct authentication makes up for a missing token, with a note", async () => {
    const { url, recording } = await inbox({ token, authentication });
    expect((await post(url, { authorization: right })).status).toBe(204);
    const [note] = filterRecords(await recordsOf(recording), "note");
    expect(note?.text).toMatch(/token is missing.*authentication was correct/);
  });

  test("the expected credentials are nowhere in the recording, not even in Loupe's own requests", async () => {
    const { recording, path } = await inbox({ token, authentication });
    const agent = await startHttpServer((request, response) => void request.pipe(response));
    const body = JSON.stringify({ url: `http://127.0.0.1${path}`, token, authentication });
    const started = await library.exchanges.start({
      method: "POST",
      url: agent,
      headers: [],
      body,
      recording,
    });
    await started.done;
    const written = JSON.stringify(await recordsOf(recording));
    for (const secret of [token, authentication.credentials, path]) {
      expect(written).not.toContain(secret);
    }
    expect(written).toContain("/inbox/");
  });
});

test("a notification over the limit is cut, with a message", async () => {
  const most = 50_000;
  await library.limits.applyChange({ noticeBytes: most });
  const { url, recording } = await inbox();
  const answer = await post(url, {}, "x".repeat(most + 1)).catch(() => null);
  if (answer) expect(answer.status).toBe(413);
  const records = await recordsOf(recording);
  expect(textOf(records)).toHaveLength(most);
  expect(filterRecords(records, "end")[0]).toMatchObject({
    cause: "limit",
    error: { by: "loupe" },
  });
});

test("the oldest of too many inboxes is closed, with a note in its recording", async () => {
  const first = await inbox();
  for (let i = 1; i < MAX_INBOXES; i++) await library.inboxes.open({ recording: first.recording });
  const other = await library.inboxes.open({});
  expect((await post(first.url, {}, "{}")).status).toBe(404);
  expect(library.inboxes.find(other.recording, other.key)).not.toBeNull();
  await (await library.recordings.getRecorder(first.recording)).waitUntilWritten();
  const [note] = filterRecords(await recordsOf(first.recording), "note");
  expect(note?.text).toContain("Loupe keeps at most 1000 open");
});

test("an interrupted notification is recorded as far as it came", async () => {
  const { url, recording } = await inbox();
  const { port, pathname } = new URL(url);
  const socket = net.connect(Number(port), "127.0.0.1");
  const head = `POST ${pathname} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-length: 99\r\n\r\n`;
  socket.write(`${head}{"half`);
  await expect.poll(async () => textOf(await recordsOf(recording))).toBe('{"half');
  socket.resetAndDestroy();
  await expect
    .poll(async () => filterRecords(await recordsOf(recording), "end")[0])
    .toMatchObject({ cause: "reset", error: { by: "agent" } });
});

test("concurrent notifications are recorded separately", async () => {
  const { url, recording } = await inbox();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => post(url, {}, JSON.stringify({ i }))),
  );
  expect(answers.every(({ status }) => status === 204)).toBe(true);
  const records = await recordsOf(recording);
  expect(new Set(filterRecords(records, "open").map(({ x }) => x)).size).toBe(100);
  expect(filterRecords(records, "end")).toHaveLength(100);
});

test("a validation token is returned as plain text", async () => {
  const { url } = await inbox();
  const word = "<script>alert(1)</script>";
  const answer = await fetch(`${url}?validationToken=${encodeURIComponent(word)}`);
  expect([answer.status, await answer.text()]).toEqual([200, word]);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const other = await fetch(url);
  expect([other.status, other.headers.get("allow")]).toEqual([405, "POST"]);
});

test("an invalid LOUPE_PUBLIC_URL is an error", () => {
  const publicUrl = (text: string) => readSettings({ LOUPE_PUBLIC_URL: text }).publicUrl;
  expect(publicUrl("")).toBeNull();
  expect(publicUrl(" https://Loupe.example/a/ ")).toBe("https://loupe.example/a");
  expect(publicUrl("http://10.0.0.5:4100")).toBe("http://10.0.0.5:4100");
  for (const wrong of [
    "loupe.example",
    "ftp://x",
    "https://me:pw@x",
    "https://x/?a=1",
    "https://x/#a",
  ]) {
    expect(() => publicUrl(wrong)).toThrow(/^LOUPE_PUBLIC_URL must be/);
  }
});
