// Misbehaving agents on the screen: the list of problems names each fault, and the verdict states the
// result and who ended the run.

import type { Fault } from "./agents/fault-agent.ts";
import { startRuleBreakingAgent } from "./agents/rule-breaking-agent.ts";
import { expect, LONG, test } from "./support/fixtures.ts";

/** One of each kind: frames, envelopes, schema, order, states, artifacts, snapshots, patches. */
const BROKEN = [
  "FRM-BADJSON",
  "ENV-ID",
  "DM-ROLE",
  "DM-PART-ONEOF",
  "DM-TIME",
  "STR-FIRST",
  "STR-AFTER-TERM",
  "LC-TERM-CHANGE",
  "ART-APPEND-UNKNOWN",
  "ART-RESEND",
  "SNAP-DIFF",
  "KST-NO-ROOT",
] as const;

test("faults of an agent are listed rule by rule", LONG, async ({ loupe }) => {
  const agent = await startRuleBreakingAgent();
  const { composer, timeline, problems, page } = loupe;
  await loupe.connectTo(agent.url("1.0"));
  for (const rule of BROKEN) {
    await composer.sendMessage(rule);
    await expect(timeline.row("Message", rule)).toHaveCount(1);
    await expect(timeline.verdict).not.toHaveAttribute("data-kind", "live");
  }
  await page.keyboard.press("Escape");
  await problems.tag.click();
  for (const rule of BROKEN) await expect(problems.line(rule)).toHaveCount(1);
  await agent.close();
});

const ENDS: readonly (readonly [Fault, kind: string, sentence: RegExp])[] = [
  ["cut", "cut", /connection was lost while the task was working/],
  ["reset", "cut", /connection was lost while the task was working/],
  ["eof", "ended-while-working", /The agent closed the stream while the task was still working/],
  ["rpc-error", "rpc-error", /RPC error.*“Task not found”/],
  ["http-500", "http-error", /HTTP 500/],
  ["garbage", "not-a2a", /The response contains no A2A data/],
];

test("the verdict states how a run ended, and who ended it", async ({ loupe, faultAgent }) => {
  for (const [fault, kind, sentence] of ENDS) {
    await loupe.connectTo(faultAgent.url);
    await loupe.composer.sendMessage(fault);
    await expect(loupe.timeline.verdict).toHaveAttribute("data-kind", kind);
    await expect(loupe.timeline.verdict).toContainText(sentence);
  }
  // Loupe keeps working as usual.
  await loupe.connectTo(faultAgent.url);
  await loupe.composer.sendMessage("gzip");
  await expect(loupe.timeline.verdict).toHaveAttribute("data-kind", "completed");
});
