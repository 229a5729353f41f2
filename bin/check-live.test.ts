// A live agent breaks every rule over a real socket, and the check reports it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type BreakingVersion,
  getExampleResponse,
  type RuleBreakingAgent,
  startRuleBreakingAgent,
} from "../e2e/agents/rule-breaking-agent.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { RULES_BY_NAME } from "../lib/lint/all-rules.ts";
import { EXAMPLES } from "../lib/lint/examples/all.ts";
import { main } from "./check.ts";

const NEVER = new Promise<void>(() => undefined);

let agent: RuleBreakingAgent;
beforeAll(async () => {
  agent = await startRuleBreakingAgent();
});
afterAll(() => agent.close());

/** The newest version in which an agent can break the rule in its response to one message. */
function findBreakingVersion(rule: string): BreakingVersion | null {
  const { versions } = RULES_BY_NAME.get(rule) ?? {};
  const newestFirst: readonly BreakingVersion[] = ["1.0", "0.3"];
  return (
    newestFirst.find((v) => (versions?.includes(v) ?? true) && getExampleResponse(rule, v)) ?? null
  );
}

/** Loupe masks secrets before it writes them, so this rule finds none in its own recordings. */
const MASKED = "SEC-LEAK";

const rules = [...EXAMPLES.keys()].filter((rule) => !rule.startsWith("card/"));
const broken = rules.flatMap((rule) => {
  const version = rule === MASKED ? null : findBreakingVersion(rule);
  return version ? [[rule, version] as const] : [];
});

/** Rules that need another call, or two; that concern clients; or that only other logs can break. */
const OTHER_RULES: readonly string[] = [
  ...["ART-APPEND-FIRST-0.1", "ART-TOPLEVEL-0.1", "CAP-PUSH", "CAP-PUSH-0X"],
  ...["CAP-STREAM", "CAP-STREAM-0X", "CTX-MISMATCH", "ERR-INFO", "ERR-STATUS", "ERR-STATUS-OLD"],
  ...["CTX-REPLACED", "CTX-SILENT-NEW", "ENV-WRAPPED-GET", "ERR-CODE", "ERR-DATA", "ERR-OVER"],
  ...["ERR-PROBLEM", "ERR-REST", "EXT-NOECHO", "EXT-REQUIRED", "EXT-UNREQUESTED"],
  ...["FRM-CTYPE", "FRM-REST-CTYPE", "FRM-RPC-CTYPE", "GRPC-BROKEN", "GRPC-COMPRESSED"],
  ...["GRPC-UNKNOWN-FIELD", "HIST-LEN", "HIST-ZERO", "LIST-ART", "LIST-SORT", "LIST-TOKEN"],
  ...["PUSH-AUTH", "PUSH-SHAPE", "REF-UNKNOWN", "SEC-LEAK", "STR-GAP", "STR-ORDER-DIFF"],
  ...["STR-SUB-FIRST", "TSK-CLIENT-ID", "VER-NOHEADER", "VER-OLDHEADER", "VER-PATCH"],
];

describe("a live agent", () => {
  test("can break every rule that a response to one message can break", () => {
    const rest = rules.filter((rule) => !broken.some(([name]) => name === rule));
    expect(rest.toSorted()).toEqual(OTHER_RULES.toSorted());
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
