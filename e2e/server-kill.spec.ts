// A server that is killed at any moment, again and again, while agents talk and people name things:
// no recording loses anything, at most one last line of each is torn and named, and who followed it
// goes on where he was.

import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSeededRandom } from "../lib/wire/seeded-random.ts";
import { closeServer, listen } from "./agents/agent.ts";
import { FeedFollower } from "./support/feed-follower.ts";
import { expect, test } from "./support/fixtures.ts";
import type { TestServer } from "./support/test-server.ts";

/** The long form asks for a hundred. */
const ROUNDS = Number(process.env.LOUPE_KILLS ?? 3);
/** The same moments each time the tests run. */
const SEED = Number(process.env.LOUPE_SEED ?? 7);

test("a server that is killed at any moment loses nothing", async ({ ownServer }) => {
  test.setTimeout(60_000 + ROUNDS * 15_000);
  const agent = await startCounting();
  const random = createSeededRandom(SEED);
  const followers = new Map<string, FeedFollower>();
  const torn: number[] = [];
  let counted = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const recording = await begin(ownServer, agent.url);
    const named: string[] = [];
    const follower = new FeedFollower(recording);
    followers.set(recording, follower);
    const following = follower.follow(ownServer.url, "gone");
    const naming = nameOnAndOn(ownServer, recording, named);
    await sleep(20 + random() * 600);
    await ownServer.kill();
    await Promise.all([following, naming]);

    const file = await readFile(ownServer.getRecordingFile(recording), "utf8");
    const lines = file.split("\n");
    const rest = lines.pop();
    if (rest !== "") torn.push(round);
    for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
    isPrefix(follower.lines, lines);
    counted += counts(lines);

    await ownServer.start();
    await follower.follow(ownServer.url, "caught-up");
    expect(follower.duplicates).toEqual([]);
    counts(follower.lines);
    expect(follower.lines.length).toBeGreaterThanOrEqual(lines.length);
    expect(follower.lines.join("\n").includes("was torn")).toBe(rest !== "");
    expect(lastOr(named)).toContain(await nameOf(ownServer, recording));
  }
  // All that were recorded are there, and none changed after its own round.
  const files = await readdir(join(ownServer.data, "recordings"));
  expect(files.filter((name) => /-\w+\.jsonl$/.test(name))).toHaveLength(ROUNDS);
  for (const [recording, { lines }] of followers) {
    const kept = (await readFile(ownServer.getRecordingFile(recording), "utf8")).split("\n");
    isPrefix(lines, kept);
  }
  await agent.close();
  expect(counted).toBeGreaterThan(0);
  console.log(JSON.stringify({ kills: ROUNDS, seed: SEED, counted, torn: torn.length }));
});

/** What a follower was handed stands in the file, at the same place. */
function isPrefix(handed: readonly string[], lines: readonly string[]): void {
  for (const [number, line] of handed.entries()) {
    if (line !== undefined) expect(JSON.parse(lines[number] ?? "null")).toEqual(JSON.parse(line));
  }
}

/** The numbers that the agent counted are there without a gap: how many. */
function counts(lines: readonly string[]): number {
  const text = lines
    .filter((line) => line?.startsWith('{"r":"data"'))
    .map((line) => String(JSON.parse(line).text ?? ""))
    .join("");
  const numbers = [...text.matchAll(/"text":"(\d+) "/g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(numbers.map((_, index) => index));
  return numbers.length;
}

/** The last name that was acknowledged, or one that was on its way. */
function lastOr(named: readonly string[]): (string | null)[] {
  return [named.at(-1) ?? null, `name ${named.length}`];
}

async function begin({ url }: TestServer, agent: string): Promise<string> {
  const body = {
    method: "POST",
    url: agent,
    headers: [["content-type", "application/json"]],
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/stream", params: {} }),
  };
  const answer = await fetch(`${url}/api/exchanges`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await answer.json()).recording;
}

/** Gives it one name after the other, until nobody answers. */
async function nameOnAndOn({ url }: TestServer, recording: string, named: string[]): Promise<void> {
  for (let i = 0; ; i++) {
    const name = `name ${i}`;
    try {
      const answer = await fetch(`${url}/api/recordings/${recording}/about`, {
        method: "PATCH",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.json();
    } catch {
      return;
    }
    named.push(name);
  }
}

async function nameOf({ url }: TestServer, recording: string): Promise<string | null> {
  return (await (await fetch(`${url}/api/recordings/${recording}/about`)).json()).name;
}

/** Counts as fast as it is read, in pieces that fall where they may. */
async function startCounting(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    let rest = "";
    for (let n = 0; !response.destroyed; n++) {
      const artifact = { artifactId: "a", parts: [{ kind: "text", text: `${n} ` }] };
      const event = { kind: "artifact-update", taskId: "t1", contextId: "c1", append: n > 0 };
      rest += `data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result: { ...event, artifact } })}\n\n`;
      const length = 1 + ((n * 7919) % rest.length);
      response.write(rest.slice(0, length));
      rest = rest.slice(length);
      if (n % 20 === 0) await sleep(1);
    }
  });
  const url = await listen(server);
  return { url, close: () => closeServer(server) };
}
