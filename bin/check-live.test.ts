// A live agent breaks every rule over a real socket, and the check reports it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type BreakingVersion,
  getExampleResponse,
  type RuleBreakingAgent,
  startRuleBreakingAgent,
} from "../e2e/agents/rule-breaking-agent.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { RULES_BY_ID } from "../lib/lint/all-rules.ts";
import { main } from "./check.ts";

const NEVER = new Promise<void>(() => undefined);

let agent: RuleBreakingAgent;
beforeAll(async () => {
  agent = await startRuleBreakingAgent();
});
afterAll(() => agent.close());

/** The newest version in which an agent can break the rule in its response to one message. */
function findBreakingVersion(rule: string): BreakingVersion | null {
  const { versions } = RULES_BY_ID.get(rule) ?? {};
  const newestFirst: readonly BreakingVersion[] = ["1.0", "0.3"];
  return (
    newestFirst.find((v) => (versions?.includes(v) ?? true) && getExampleResponse(rule, v)) ?? null
  );
}

/** Loupe masks secrets before it writes them, so this rule finds none in its own recordings. */
const MASKED = "SEC-LEAK";

const rules = [...RULES_BY_ID.keys()].filter((rule) => !rule.startsWith("card/"));
const broken = rules.flatMap((rule) => {
  const version = rule === MASKED ? null : findBreakingVersion(rule);
  return version ? [[rule, version] as const] : [];
});

/** The others need another call, or two; concern clients; or can be broken only by other logs. */
const MIN_BROKEN = 97;

describe("a live agent", () => {
  test("can break every rule that a response to one message can break", () => {
    const rest = rules.filter((rule) => !broken.some(([name]) => name === rule));
    expect(broken.length, `breaks all but ${rest}`).toBeGreaterThanOrEqual(MIN_BROKEN);
  });

  test.each(broken)("breaks %s in %s, and the check reports it", async (rule, version) => {
    const headers = getExampleResponse(rule, version)?.requestHeaders.flatMap(([name, value]) => [
      "-H",
      `${name}: ${value}`,
    ]);
    const argv = [agent.url(version), "-m", rule, ...(headers ?? []), "--timeout", "20", "--json"];
    const { out, err } = await runInTerminal((terminal) => main(argv, terminal, NEVER));
    const { logs } = JSON.parse(out);
    const found = logs.flatMap((log: { findings: { rule: string }[] }) => log.findings);
    expect(
      found.map((finding: { rule: string }) => finding.rule),
      err,
    ).toContain(rule);
  });
});
