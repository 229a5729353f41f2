import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect } from "./connect.ts";
import { serves, stopServers } from "./exchange.testkit.ts";
import { Library } from "./library.ts";
import { readSettings } from "./settings.ts";

let data = "";
let library: Library;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-connect-"));
  library = new Library(readSettings({ LOUPE_DATA: data }));
});
afterEach(async () => {
  stopServers();
  await rm(data, { recursive: true });
});

const CARD = JSON.stringify({ name: "Ä", url: "http://a/", skills: [] });

const pages = (table: Record<string, [status: number, body: string]>) =>
  serves((request, response) => {
    const [status, body] = table[request.url ?? ""] ?? [404, "no"];
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });

test("tries one place after the other and says what each answered", async () => {
  const url = await pages({
    "/.well-known/agent-card.json": [200, "<html>"],
    "/.well-known/agent.json": [200, `\ufeff${CARD}`],
  });
  const { recording, tried, card } = await connect(library, { address: `${new URL(url).host}/x/` });
  expect(
    tried.map((attempt) => [new URL(attempt.url).pathname, attempt.status, attempt.outcome]),
  ).toEqual([
    ["/x/.well-known/agent-card.json", 404, "HTTP 404."],
    ["/x/.well-known/agent.json", 404, "HTTP 404."],
    ["/.well-known/agent-card.json", 200, "HTTP 200, but the body is not JSON."],
    ["/.well-known/agent.json", 200, "HTTP 200, an agent card."],
  ]);
  expect(card).toEqual({
    url: `${url}/.well-known/agent.json`,
    exchange: tried.at(-1)?.exchange,
    text: `\ufeff${CARD}`,
  });
  expect(await library.summary(recording)).toMatchObject({ name: `${new URL(url).host}/x/` });
});

test("a card that is no card is passed over", async () => {
  for (const body of ["[]", "null", "{}", '"x"', '{"name":"x"}']) {
    const url = await pages({ "/me.json": [200, body] });
    const { tried, card } = await connect(library, { address: `${url}/me.json` });
    expect(card).toBeNull();
    expect(tried[0]?.outcome).toBe("HTTP 200, but the JSON is not an agent card.");
  }
});

test("an origin that does not answer at all is tried once", async () => {
  const url = await pages({});
  stopServers();
  const { tried, card } = await connect(library, { address: url });
  expect(tried).toHaveLength(1);
  expect(tried[0]).toMatchObject({ status: null, outcome: /ECONNREFUSED/ });
  expect(card).toBeNull();
});

test("sends the caller's headers, and goes on with a recording", async () => {
  const seen: unknown[] = [];
  const url = await serves((request, response) => {
    seen.push(request.headers["x-api-key"]);
    response.end(CARD);
  });
  const first = await connect(library, { address: url, headers: [["X-API-Key", "k"]] });
  const second = await connect(library, { address: url, recording: first.recording });
  expect(second.recording).toBe(first.recording);
  expect(seen).toEqual(["k", undefined]);
});

test("nonsense is refused before anything is recorded", async () => {
  await expect(connect(library, { address: "javascript:alert(1)" })).rejects.toMatchObject({
    code: "bad-request",
  });
  expect(await library.list()).toEqual([]);
});
