// A hop that a tap edited is served to real clients as their caller received it, and compared with that.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { getFixturePath, readFixtureBytes } from "../fixtures/read-fixture.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import type { ClientResult } from "../lib/clients/client-result.ts";
import type { EditRecord } from "../lib/wire/record.ts";
import { main } from "./client.ts";

const NEVER = new Promise<never>(() => {});
const DRIVER = `node "${getFixturePath("client-driver.mjs")}"`;
/** Exchange 2 has five events. */
const LOG = "recorded/1.0/input-required.jsonl";

type Edit = Pick<EditRecord, "event" | "do"> & Partial<EditRecord>;

/** Runs clients against a log in which a tap edited exchange 2. */
async function run(edits: readonly Edit[], ...args: string[]) {
  const path = join(mkdtempSync(join(tmpdir(), "loupe-client-")), "edited.jsonl");
  const lines = edits.map((edit) => ({ r: "edit", x: "x2", t: 33, by: "plan", step: 1, ...edit }));
  const log = readFixtureBytes(LOG).toString();
  writeFileSync(path, `${log}${lines.map((line) => `${JSON.stringify(line)}\n`).join("")}`);
  return runInTerminal((terminal) => main([path, ...args], terminal, NEVER));
}

async function runJson(fault: string, edits: readonly Edit[], ...args: string[]) {
  const clients = ["--driver", `${DRIVER} ${fault}`, "--exchange", "2"];
  const { code, out } = await run(edits, ...clients, "--json", ...args);
  const { clients: found, notServed } = JSON.parse(out);
  const [{ sentence, verdict, exchanges }] = found as [ClientResult];
  return { code, sentence, verdict, notServed, exchange: exchanges[0] };
}

const EDITED = `data: ${JSON.stringify({
  jsonrpc: "2.0",
  id: "stream-1",
  result: {
    statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_REJECTED" } },
  },
})}\n\n`;

test("the events that were delivered are those that a client is compared with", async () => {
  const edits: Edit[] = [
    { event: 1, do: "repeat", times: 1 },
    { event: 2, do: "drop" },
    { event: 3, do: "insert", where: "before", text: EDITED },
    { event: 5, do: "edit", text: EDITED },
  ];
  const plain = await runJson("none", []);
  const { code, sentence, exchange, notServed } = await runJson("none", edits);
  expect([code, notServed]).toEqual([0, []]);
  expect(sentence).toMatch(/ hands over all 6 events as the tap delivered them\.$/);
  expect(exchange?.edits).toEqual(edits.map(({ event, do: action }) => ({ event, do: action })));
  const [first, , third, fourth] = plain.exchange?.events ?? [];
  // What the agent did not send has no number in the run.
  expect(exchange?.events.map(({ event, runEvent }) => [event, runEvent])).toEqual([
    [1, first?.runEvent],
    [2, first?.runEvent],
    [3, null],
    [4, third?.runEvent],
    [5, fourth?.runEvent],
    [6, null],
  ]);
  expect(plain.exchange?.edits).toEqual([]);
  expect(plain.sentence).toMatch(/ hands over all 5 events as the agent sent them\.$/);
});

test("a client that loses what a plan inserted is told so, not that it loses the agent's event", async () => {
  const inserted: Edit = { event: 3, do: "insert", where: "before", text: EDITED };
  const { code, sentence } = await runJson("lose", [inserted]);
  expect(code).toBe(1);
  expect(sentence).toMatch(/ drops the status rejected \(event 3\)\.$/);
});

test("a stream that was cut breaks off for the client, and one that was ended does not", async () => {
  // This client asks for more when its stream breaks, and gets an error.
  const cut = await runJson("resume", [{ event: 3, do: "cut", how: "reset" }]);
  expect(cut).toMatchObject({ verdict: "differs", exchange: { wire: 2, received: 3 } });
  const ended = await runJson("resume", [{ event: 3, do: "end" }]);
  expect(ended).toMatchObject({ verdict: "same", exchange: { wire: 2, received: 2 } });
});

test("what is served as it was delivered is said, and what the log does not say of it", async () => {
  const { code, out } = await run(
    [
      { event: 1, do: "hold", x: "x1" },
      { event: 1, do: "continue", x: "x1" },
      { event: 2, do: "drop" },
      { event: 3, do: "insert", text: EDITED, step: 2 },
    ],
    "--driver",
    DRIVER,
  );
  expect(code).toBe(0);
  expect(out).toMatch(/^✓ .* hands over all \d+ events of 2 responses as they were delivered\.$/m);
  expect(out.match(/^– .*$/gm)).toEqual([
    "– Exchange 2 was served as the tap delivered it, not as the agent sent it. Edited by Loupe: 1 event dropped.",
    "– Not served: in exchange 2, “Event 3 inserted (step 2 of the plan)”, as the log does not say whether before or after that event.",
  ]);
});
