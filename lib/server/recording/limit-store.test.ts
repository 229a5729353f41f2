import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { formatLimit, LIMITS, type LimitName } from "../../api/limits.ts";
import { LIMIT_CHANGE } from "../../api/schemas/api-requests.ts";
import type { EndRecord } from "../../wire/record.ts";
import { connect } from "../agent/connect.ts";
import {
  OK_HEAD,
  performTestExchange,
  startHttpServer,
  startRawServer,
  stopServers,
} from "../exchange/exchange.testkit.ts";
import { readRequest } from "../http/read-request.ts";
import { Library } from "../library.ts";
import { readSettings } from "../settings.ts";
import { LimitStore } from "./limit-store.ts";

let data = "";
let library: Library;
const opened = (env: Record<string, string> = {}) =>
  new Library(readSettings({ LOUPE_DATA: data, ...env }));
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-limits-"));
  library = opened();
});
afterEach(async () => {
  stopServers();
  await rm(data, { recursive: true });
});

async function ask(url: string): Promise<EndRecord> {
  return (await library.exchanges.start({ method: "GET", url, headers: [] })).done;
}

/** The limit in a message: its title, value and settings. */
function saysSo({ error, limit }: EndRecord, name: LimitName, value: number): void {
  const { title, variable } = LIMITS[name];
  expect(limit).toBe(name);
  expect(error).toMatchObject({ by: "loupe" });
  for (const word of [formatLimit(name, value), `“${title}”`, variable]) {
    expect(error?.message).toContain(word);
  }
}

/** Writes until the connection closes. */
const endless = (piece: string) =>
  startRawServer((socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", more).write(`${OK_HEAD}\r\n`);
    more();
  });

describe("a reached limit ends the exchange and is named in its end:", () => {
  test.each([
    ["events as fast as they are read", "data: {}\n\n"],
    ["a line without an end", "x".repeat(4096)],
  ])("%s", async (_, piece) => {
    await library.limits.applyChange({ answerBytes: 100_000 });
    const end = await ask(await endless(piece));
    expect(end.cause).toBe("limit");
    saysSo(end, "answerBytes", 100_000);
  });

  test("200 MB compressed to 200 KB", async () => {
    await library.limits.applyChange({ answerBytes: 1_000_000 });
    const bomb = gzipSync(Buffer.alloc(200e6));
    const url = await startHttpServer((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    });
    const end = await ask(url);
    saysSo(end, "answerBytes", 1_000_000);
    expect(end.wireBytes).toBeLessThan(bomb.length + 1);
  });

  test("idle timeout", async () => {
    await library.limits.applyChange({ silenceMs: 60 });
    const end = await ask(
      await startRawServer((socket) => void socket.write(`${OK_HEAD}\r\nhalf`)),
    );
    expect(end.cause).toBe("timeout");
    saysSo(end, "silenceMs", 60);
  });

  test("a TLS handshake without a response, and a DNS lookup without a result", async () => {
    await library.limits.applyChange({ connectMs: 60 });
    const end = await ask((await startRawServer(() => undefined)).replace("http:", "https:"));
    expect(end.cause).toBe("timeout");
    saysSo(end, "connectMs", 60);
    const { end: unfound } = await performTestExchange(
      { url: "http://slow.example/" },
      {
        limits: { ...UNBOUND, connect: { value: 60, name: "connectMs" } },
        resolveHost: () => new Promise(() => undefined),
      },
    );
    saysSo(unfound, "connectMs", 60);
  });

  test("the connection timeout ends when the connection is established", async () => {
    await library.limits.applyChange({ connectMs: 60, silenceMs: 200 });
    saysSo(await ask(await startRawServer(() => undefined)), "silenceMs", 200);
  });

  test("a card over the limit, and one that never comes", async () => {
    await library.limits.applyChange({ cardBytes: 1000, cardSilenceMs: 60 });
    const card = JSON.stringify({ name: "Long", url: "http://x/", skills: "x".repeat(2000) });
    const long = await startHttpServer((_, response) => response.end(card));
    const { tried } = await connect(library, { address: `${long}/card.json` });
    expect(tried[0]).toMatchObject({ cause: "limit", by: "loupe", limit: "cardBytes" });
    expect(tried[0]?.outcome).toMatch(
      /too large for a card: .* 1 KB, Loupe's limit “Agent card size”/,
    );
    const silent = await connect(library, { address: await startRawServer(() => undefined) });
    expect(silent.tried[0]).toMatchObject({ cause: "timeout", limit: "cardSilenceMs" });
    await library.limits.applyChange({ cardBytes: null });
    expect((await connect(library, { address: `${long}/card.json` })).card?.text).toBe(card);
  });

  test("headers, whose limit is fixed", async () => {
    const url = await startRawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${`x-long: ${"x".repeat(9000)}\r\n`.repeat(40)}\r\n`);
    });
    const end = await ask(url);
    expect(end).toMatchObject({ cause: "limit", error: { by: "loupe" } });
    expect(end.error?.message).toContain("headers exceed the 256 KiB");
    expect(end).not.toHaveProperty("limit");
  });
});

const UNBOUND = { response: { value: 1e6 }, connect: { value: 1e6 }, idle: { value: 1e6 } };

describe("a changed limit", () => {
  test("applies to what starts next, in this process and the next", async () => {
    const url = await startHttpServer((_, response) => response.end("x".repeat(5000)));
    await library.limits.applyChange({ answerBytes: 2000 });
    expect((await ask(url)).cause).toBe("limit");
    await library.limits.applyChange({ answerBytes: 9000 });
    expect((await ask(url)).cause).toBe("complete");
    expect((await opened().limits.getValues()).answerBytes).toBe(9000);
    await library.limits.applyChange({ answerBytes: null });
    expect((await library.limits.getState()).answerBytes.value).toBe(
      LIMITS.answerBytes.defaultValue,
    );
  });

  test("overrides the environment, which overrides the default", async () => {
    const { limits } = opened({ LOUPE_MAX_BODY: "5000", LOUPE_IDLE_TIMEOUT: "2 min" });
    expect(await limits.getState()).toMatchObject({
      answerBytes: { value: 5000, start: 5000, most: LIMITS.answerBytes.max },
      silenceMs: { value: 120_000, start: 120_000 },
      cardBytes: { value: LIMITS.cardBytes.defaultValue },
    });
    await limits.applyChange({ answerBytes: 6000 });
    expect((await limits.getState()).answerBytes).toMatchObject({ value: 6000, start: 5000 });
    expect(() => readSettings({ LOUPE_MAX_CARD: "1 TB" })).toThrow(
      'LOUPE_MAX_CARD must be from 1 KB to 1 GB, not "1 TB".',
    );
  });

  test("is refused completely if one value is invalid", async () => {
    const change = { answerBytes: 5000, silenceMs: 1 };
    await expect(library.limits.applyChange(change)).rejects.toMatchObject({
      code: "bad-request",
      message: "“Idle timeout” must be from 10 ms to 24 h.",
    });
    expect((await library.limits.getValues()).answerBytes).toBe(LIMITS.answerBytes.defaultValue);
  });

  test.each([
    ['{"answerBytes":"5000"}', /"answerBytes" must be a number/],
    ['{"answers":5000}', /Unknown member "answers"/],
    ['{"toString":5000}', /Unknown member "toString"/],
    ["[]", /not a JSON object/],
  ])("is refused as %s", async (body, why) => {
    const request = new Request("http://loupe/api/limits", { method: "PUT", body });
    await expect(readRequest(request, LIMIT_CHANGE)).rejects.toThrow(why);
  });

  test("survives a damaged file, as far as it can be read", async () => {
    await writeFile(join(data, "library.json"), '{"answerBytes":7000,"silenceMs":-1,"own":"x"}');
    expect(await library.limits.getValues()).toMatchObject({
      answerBytes: 7000,
      silenceMs: LIMITS.silenceMs.defaultValue,
    });
    await writeFile(join(data, "library.json"), '{"answerBytes":');
    expect((await library.limits.getValues()).answerBytes).toBe(LIMITS.answerBytes.defaultValue);
  });

  test("is not lost if several change at once", async () => {
    await Promise.all([
      library.limits.applyChange({ answerBytes: 5000 }),
      library.limits.applyChange({ cardBytes: 6000 }),
      library.limits.applyChange({ silenceMs: 7000 }),
    ]);
    expect(JSON.parse(await readFile(join(data, "library.json"), "utf8"))).toEqual({
      answerBytes: 5000,
      cardBytes: 6000,
      silenceMs: 7000,
    });
  });

  test("of one of several users has the administrator's maximum", async () => {
    const shared = new LimitStore(data, { initialValues: { answerBytes: 5000 }, isShared: true });
    await expect(shared.applyChange({ answerBytes: 6000 })).rejects.toMatchObject({
      message: "“Response size” must be from 1 KB to 5 KB.",
      hint: "The administrator of this Loupe set the maximum.",
    });
    await shared.applyChange({ answerBytes: 2000, cardBytes: 20_000 });
    expect(await shared.getState()).toMatchObject({
      answerBytes: { value: 2000, start: 5000, most: 5000 },
      cardBytes: { value: 20_000, most: LIMITS.cardBytes.max },
    });
    await writeFile(join(data, "library.json"), '{"answerBytes":9000}');
    expect((await shared.getValues()).answerBytes).toBe(5000);
  });
});
