// A recording of a tap: the summary has the calls between agents as a tree.
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { COMPLETED_STATUS, createChunk, formatSseLog, WORKING_TASK } from "./support/logs.ts";

const TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

interface Call {
  readonly x: string;
  readonly port: number;
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly program: { readonly name: string; readonly listens: readonly number[] };
  readonly traced?: boolean;
  readonly state: string;
  readonly reason?: string;
}

/** The records of calls at the same time, in order. */
function createHopLog(...calls: readonly Call[]): string {
  const records = calls.flatMap((call, i) => {
    const { x, port, text, from, to, program, traced = false, state, reason } = call;
    const own = { taskId: `task-${x}`, contextId: `context-${x}` };
    const userMessage = { kind: "message", role: "user", messageId: x, parts: [part(text)] };
    const params = { message: userMessage };
    const answer = reason && {
      kind: "message",
      role: "agent",
      messageId: `a-${x}`,
      parts: [part(reason)],
    };
    const events = [
      { ...WORKING_TASK, id: own.taskId, contextId: own.contextId },
      { ...createChunk("Looking. "), ...own },
      { ...COMPLETED_STATUS, ...own, status: { state, ...(answer && { message: answer }) } },
    ];
    const caller = { address: "127.0.0.1", port: 40_000 + i, program: { pid: i + 1, ...program } };
    const hop = {
      ...{ via: "takeover", listen: `127.0.0.1:${port + 1000}`, target: `127.0.0.1:${port}` },
      ...{ connection: i + 1, caller, firstByte: from },
    };
    return [
      {
        ...{ r: "open", x, t: from, method: "POST", url: `http://127.0.0.1:${port}/` },
        headers: traced ? [["traceparent", TRACE]] : [],
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/stream", params }),
        hop,
      },
      { r: "head", x, t: from + 1, status: 200, headers: [["content-type", "text/event-stream"]] },
      ...events.map((event, k) => ({
        ...{ r: "data", x, t: k === 2 ? to - 1 : from + 2 + k },
        text: formatSseLog([event]),
      })),
      { r: "end", x, t: to, cause: "complete" },
    ];
  });
  const header = { r: "loupe", version: 1, id: "a-tap", at: "2026-01-01T00:00:00Z" };
  const lines = [header, ...records.toSorted((a, b) => a.t - b.t)];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

const part = (text: string) => ({ kind: "text", text });
const planner = { name: "planner", listens: [9001] };

const LOG = createHopLog(
  {
    ...{ x: "plan", port: 9001, text: "a weekend in Oslo", from: 0, to: 2000, traced: true },
    ...{ program: { name: "curl", listens: [] }, state: "failed", reason: "I have no room." },
  },
  {
    ...{ x: "weather", port: 9002, text: "the weather", from: 100, to: 500, traced: true },
    ...{ program: planner, state: "completed" },
  },
  {
    ...{ x: "room", port: 9003, text: "book a double", from: 600, to: 1900 },
    ...{ program: planner, state: "failed", reason: "No hotel has a room." },
  },
);

test("calls between agents are a tree that leads to their rows, and says what failed first", async ({
  loupe,
}) => {
  const { page, timeline, summary } = loupe;
  await loupe.open();
  await loupe.chooseContent("team.jsonl", LOG);
  const section = summary.section("Calls between agents");
  const calls = section.getByRole("list", { name: "Calls between agents" }).getByRole("listitem");
  await expect(calls).toHaveText([
    /^Failed: curl → 127\.0\.0\.1:9001.*2\.0\d* s · 1\.7\d* s waiting$/,
    /^Completed: planner → 127\.0\.0\.1:9002400 ms$/,
    /^Failed: planner → 127\.0\.0\.1:9003inferred, near-certain1\.30* s$/,
  ]);
  const first = section.getByRole("button").first();
  await expect(first).toContainText("Failed first: 127.0.0.1:9003");
  await expect(first).toContainText("Called by 127.0.0.1:9001 (Failed).");
  await expectAccessible(page, "calls between agents");
  await first.click();
  await expect(timeline.row("Message", "book a double")).toHaveAttribute("aria-selected", "true");
});

test("the tree is that of the playhead", async ({ loupe }) => {
  const { page, summary, timeline, transport } = loupe;
  await loupe.open();
  await loupe.chooseContent("team.jsonl", LOG);
  const calls = summary
    .section("Calls between agents")
    .getByRole("list", { name: "Calls between agents" })
    .getByRole("listitem");
  await expect(calls).toHaveCount(3);
  await expect(timeline.rows.first()).toBeVisible();
  await transport.playhead.focus();
  await page.keyboard.press("Home");
  await expect(calls).toHaveText([/^In progress: curl → 127\.0\.0\.1:9001$/]);
});
