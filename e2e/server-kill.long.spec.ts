// Kills the server at random moments, repeatedly, while agents stream and recordings are renamed: no
// recording loses data, at most one last line of each is torn and reported, and followers resume where
// they were.

import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSeededRandom } from "../lib/server/replay/faults.ts";
import { closeServer, listen } from "./agents/agent.ts";
import { FeedFollower } from "./support/feed-follower.ts";
import { expect, test } from "./support/fixtures.ts";
import type { TestServer } from "./support/test-server.ts";

/** The long form uses a hundred. */
const ROUNDS = Number(process.env.LOUPE_KILLS ?? 3);
/** A fixed seed: the same moments in every run. */
const SEED = Number(process.env.LOUPE_SEED ?? 7);

test("a server killed at any moment loses nothing", async ({ ownServer }) => {
  // Each round may take as long as a test.
  test.setTimeout(ROUNDS * test.info().timeout);
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
    expectPrefix(follower.lines, lines);
    counted += expectContiguous(lines);

    await ownServer.start();
    await follower.follow(ownServer.url, "caught-up");
    expect(follower.duplicates).toEqual([]);
    expectContiguous(follower.lines);
    expect(follower.lines.length).toBeGreaterThanOrEqual(lines.length);
    expect(follower.lines.join("\n").includes("The previous line is incomplete")).toBe(rest !== "");
    expect(possibleNames(named)).toContain(await nameOf(ownServer, recording));
  }
  // All recordings still exist, and none changed after its own round.
  const files = await readdir(join(ownServer.data, "recordings"));
  expect(files.filter((name) => /-\w+\.jsonl$/.test(name))).toHaveLength(ROUNDS);
  for (const [recording, { lines }] of followers) {
    const kept = (await readFile(ownServer.getRecordingFile(recording), "utf8")).split("\n");
    expectPrefix(lines, kept);
  }
  await agent.close();
  expect(counted).toBeGreaterThan(0);
  console.log(JSON.stringify({ kills: ROUNDS, seed: SEED, counted, torn: torn.length }));
});

/** Every line that a follower received is in the file, at the same position. */
function expectPrefix(received: readonly string[], lines: readonly string[]): void {
  for (const [number, line] of received.entries()) {
    if (line !== undefined) expect(JSON.parse(lines[number] ?? "null")).toEqual(JSON.parse(line));
  }
}

/** Asserts that the agent's numbers have no gap, and returns how many there are. */
function expectContiguous(lines: readonly string[]): number {
  const text = lines
    .filter((line) => line?.startsWith('{"r":"data"'))
    .map((line) => String(JSON.parse(line).text ?? ""))
    .join("");
  const numbers = [...text.matchAll(/"text":"(\d+) "/g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(numbers.map((_, index) => index));
  return numbers.length;
}

/** The last name that was acknowledged, or one that was in flight. */
function possibleNames(named: readonly string[]): (string | null)[] {
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

/** Renames it repeatedly until the server no longer responds. */
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

/** Counts as fast as it is read, in chunks split at arbitrary positions. */
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
