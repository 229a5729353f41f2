// Every format, and the stress of clients that break, down to the bytes that do it.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { FORMAT_NAMES, getFixturePath } from "../fixtures/read-fixture.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import type { StressResult } from "../lib/clients/stress-result.ts";
import { main } from "./client.ts";

const DRIVER = getFixturePath("client-driver.mjs");
const NEVER = new Promise<never>(() => {});

async function run(name: string, ...args: string[]) {
  const argv = [getFixturePath(name), ...args, "--json"];
  const { out } = await runInTerminal((terminal) => main(argv, terminal, NEVER));
  return JSON.parse(out);
}

test.each(FORMAT_NAMES.filter((name) => !/grpcurl-verbose/.test(name)))(
  "a client that is right hands over the run in %s",
  async (name) => {
    const { clients } = await run(name, "--driver", `node ${DRIVER}`, "--speed", "max");
    expect(clients).toMatchObject([{ verdict: "same" }]);
  },
);

test("stress breaks a client that decodes each piece by itself, at the split that does", async () => {
  const { stress } = await run(
    "recorded/0.3/stream.jsonl",
    "--driver",
    `node ${DRIVER} naive`,
    "--stress",
  );
  const [{ variants }] = stress as [StressResult];
  const split = variants.find(({ variant }) => variant === "SPLIT");
  expect(split?.differences).toContainEqual(
    expect.objectContaining({ kind: "changed", member: "artifact.parts[0].text" }),
  );
  const { writes = [], body = "" } = split?.smallest ?? {};
  let end = 0;
  const starts = writes.map((size) => {
    end += size;
    return Buffer.from(body).subarray(0, end).toString("utf8");
  });
  expect(starts.some((text) => text.endsWith("\ufffd"))).toBe(true);
  expect(writes.length).toBeLessThan(Buffer.byteLength(body) / 2);
});

test("each generation of the JavaScript SDK has its own faults", async () => {
  const clients = ["0.2", "0.3", "1"].flatMap((one) => ["--client", `a2a-js-${one}`]);
  const argv = ["bin/loupe.mjs", "client", getFixturePath("recorded/0.3/message.jsonl")];
  const out = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [...argv, ...clients, "--stress", "--json"],
      { cwd: fileURLToPath(new URL("..", import.meta.url)) },
      (_, text) => resolve(text),
    );
  });
  const stress = JSON.parse(out).stress as readonly StressResult[];
  const broken = stress.map((one) => [
    one.client,
    one.variants.filter(({ verdict }) => verdict !== "same").map(({ variant }) => variant),
  ]);
  expect(broken).toEqual([
    ["@a2a-js/sdk 0.2.5", ["MEDIA-TYPE-CASE", "CR"]],
    ["@a2a-js/sdk 0.3.14", ["MEDIA-TYPE-CASE", "CR", "DATA-LINES"]],
    ["@a2a-js/sdk 1.3.0", ["MEDIA-TYPE-CASE", "CR"]],
  ]);
  // Only the newest speaks both versions.
  const respelled = stress.map(
    ({ variants }) => variants.find(({ variant }) => variant === "OTHER-VERSION")?.verdict,
  );
  expect(respelled).toEqual([undefined, undefined, "same"]);
  // Nothing is left of the message but what every message has.
  const bodies = stress.flatMap(({ variants }) => variants.flatMap((one) => one.smallest ?? []));
  expect(bodies.length).toBe(7);
  for (const { body } of bodies) expect(body).toMatch(/"parts": ?\[\]/);
});

test.each([
  ["none", "same"],
  ["resume", "same"],
  // The event that it loses arrives before the cut, as it does without one.
  ["lose", "same"],
  ["naive", "same"],
])("of a stream that is cut, a client (%s) hands over what arrived: %s", async (fault, verdict) => {
  const args = ["--driver", `node ${DRIVER} ${fault}`, "--stress", "--timeout", "1"];
  const { stress } = await run("recorded/0.3/throw.jsonl", ...args);
  const [{ variants }] = stress as [StressResult];
  expect(variants.find(({ variant }) => variant === "CUT")?.verdict).toBe(verdict);
});
