// The server under load, without a tab: many agents at once, and clients that do not read.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExchangeStarted, RecordingSummary } from "../lib/api/api-types.ts";
import type { WireRecord } from "../lib/wire/record.ts";
import { closeServer, listen } from "./agents/agent.ts";
import { expect, test } from "./support/fixtures.ts";
import type { TestServer } from "./support/test-server.ts";

const AT_ONCE = 50;
const ANSWERS = 120;
const PIECE = Buffer.alloc(1 << 20, `${"x".repeat(1023)}\n`);
const PIECES = 200;
const WARM = 10;
const MOST_GROWTH = 100e6;

let stopAgent = async () => {};
test.afterEach(() => stopAgent());

async function agentThat(
  answers: (url: string, response: ServerResponse) => Promise<void>,
): Promise<string> {
  const agent = createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    void answers(request.url ?? "", response).then(() => response.end());
  });
  stopAgent = () => closeServer(agent);
  return listen(agent);
}

async function begin(
  { url: home }: TestServer,
  url: string,
  recording?: string,
): Promise<ExchangeStarted> {
  const answer = await fetch(`${home}/api/exchanges`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ method: "GET", url, headers: [], ...(recording && { recording }) }),
  });
  expect(answer.status).toBe(202);
  return answer.json();
}

async function isOver({ url }: TestServer): Promise<void> {
  const live = async () => {
    const all: RecordingSummary[] = await (await fetch(`${url}/api/recordings`)).json();
    return all.filter((one) => one.live).length;
  };
  await expect.poll(live).toBe(0);
}

test("fifty parallel exchanges lose and mix nothing, in one recording and in several", async ({
  ownServer,
}) => {
  const nth = (path: string, n: number) => `data: {"from":"${path}","n":${n}}\n\n`;
  const url = await agentThat(async (path, response) => {
    let rest = "";
    for (let n = 0; n < ANSWERS; n++) {
      rest += nth(path, n);
      // Split at arbitrary positions.
      const length = 1 + ((n * 7919) % rest.length);
      response.write(rest.slice(0, length));
      rest = rest.slice(length);
      await sleep(1);
    }
    response.write(rest);
  });
  const first = await Promise.all(
    ["a", "b", "c", "d"].map((one) => begin(ownServer, `${url}/${one}`)),
  );
  // Most go into the first recording, the others in turn into the rest.
  const into = (n: number) => first[n % 2 === 0 ? 0 : n % first.length]?.recording;
  const more = Array.from({ length: AT_ONCE - first.length }, (_, n) =>
    begin(ownServer, `${url}/${n}`, into(n)),
  );
  const started = [...first, ...(await Promise.all(more))];
  await isOver(ownServer);

  const texts = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const recording of new Set(started.map((one) => one.recording))) {
    const lines = (await readFile(ownServer.getRecordingFile(recording), "utf8"))
      .trimEnd()
      .split("\n");
    for (const record of lines.map((line) => JSON.parse(line) as WireRecord)) {
      if (record.r === "open") paths.set(record.x, new URL(record.url).pathname);
      if (record.r === "data") texts.set(record.x, (texts.get(record.x) ?? "") + record.text);
      if (record.r === "end") expect(record.cause).toBe("complete");
    }
  }
  expect([...paths.keys()].sort()).toEqual(started.map(({ exchange }) => exchange).sort());
  for (const [x, path] of paths) {
    const whole = Array.from({ length: ANSWERS }, (_, n) => nth(path, n)).join("");
    expect(texts.get(x)).toBe(whole);
  }
});

test("a client that does not read blocks nobody, and costs no memory", async ({ ownServer }) => {
  let most = 0;
  const url = await agentThat(async (path, response) => {
    for (let n = 0; n < (path === "/warm" ? WARM : PIECES); n++) {
      if (!response.write(PIECE)) await once(response, "drain");
      if (n % 10 === 0) most = Math.max(most, memoryOf(ownServer.pid));
    }
  });
  const { recording } = await begin(ownServer, `${url}/warm`);
  await isOver(ownServer);
  const reader = await followWithoutReading(ownServer, recording);
  const before = most;
  most = 0;
  await begin(ownServer, url, recording);
  await isOver(ownServer);
  expect(most - before).toBeLessThan(MOST_GROWTH);

  let bytes = 0;
  for await (const line of createInterface({ input: reader })) {
    bytes += Number(/^{"r":"data".*,"n":(\d+)}$/.exec(line)?.[1] ?? 0);
    if (line.startsWith('{"feed":"caught-up"')) break;
  }
  reader.destroy();
  expect(bytes).toBe((WARM + PIECES) * PIECE.length);
});

/** Resident memory of a process in bytes. */
function memoryOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024;
}

/** The response has started, and its data is not read. */
async function followWithoutReading(
  { url }: TestServer,
  recording: string,
): Promise<IncomingMessage> {
  const asking = request(`${url}/api/feed`, {
    method: "POST",
    headers: { "content-type": "application/json" },
  });
  asking.end(JSON.stringify({ subscriptions: [{ recording, from: 0 }] }));
  const [answer] = await once(asking, "response");
  return answer;
}
