/** The operation `explain_rule`: explains a rule, with an example that breaks it and one that does not. */

import { z } from "zod";
import { findExampleVersion, formatExamples } from "../check/rule-example.ts";
import { VERDICT_RULE_PREFIX } from "../check/verdict-problems.ts";
import { RULES_BY_ID } from "../lint/all-rules.ts";
import { EXAMPLE_VERSIONS } from "../lint/examples/message-factory.ts";
import type { Rule } from "../lint/rules/rule.ts";
import { listBadVerdicts } from "../lint/verdict/verdict-words.ts";
import { getSpecUrl } from "../report/spec-urls.ts";
import { shorten } from "../text/graphemes.ts";
import { createNextOperation } from "./next-operation.ts";
import { defineOperation, OperationError, READ_ONLY } from "./operation.ts";
import { SEVERITY } from "./schemas.ts";

const EXAMPLE_BYTES = 700;
const MAX_SUGGESTIONS = 5;

const EXPLANATION = z.object({
  rule: z.string(),
  severity: SEVERITY,
  title: z.string(),
  message: z.string().describe("What is wrong"),
  clients: z.string().nullable().describe("What real clients do when it is broken"),
  remedy: z.string().nullable(),
  dispute: z.string().nullable().describe("Where the specification contradicts itself"),
  spec: z.string().nullable(),
  specUrl: z.string().nullable(),
  versions: z.array(z.string()).nullable().describe("The A2A versions; null for all"),
  example: z
    .object({ version: z.string(), fails: z.string(), passes: z.string() })
    .nullable()
    .describe("Made by Loupe: what breaks the rule, and what nearly does"),
});

export const explainRule = defineOperation({
  name: "explain_rule",
  title: "Explain a rule",
  description:
    "Explains a rule by its name in a finding: what is wrong, what clients do about it, the remedy, the clause of the specification, and two examples.",
  input: z.object({
    rule: z.string().min(1).describe("For example ART-APPEND-UNKNOWN or verdict/cut"),
    version: z.enum(EXAMPLE_VERSIONS).optional().describe("The A2A version of the examples"),
    max_bytes: z
      .int()
      .min(1)
      .max(10_000)
      .default(EXAMPLE_BYTES)
      .describe("The maximum length of each example"),
  }),
  output: EXPLANATION,
  hints: READ_ONLY,
  size: "max_bytes",
  run({ rule: name, version, max_bytes }) {
    const rule = RULES_BY_ID.get(name) ?? RULES_BY_ID.get(name.toUpperCase());
    const data = rule ? describeRule(rule, version, max_bytes) : describeVerdict(name);
    return {
      data,
      summary: formatExplanation(data),
      quoted: [],
      next: [createNextOperation("list_runs", { query: "" }, "find a run to look at")],
    };
  },
});

type Explanation = z.output<typeof EXPLANATION>;

function describeRule(
  rule: Rule,
  given: (typeof EXAMPLE_VERSIONS)[number] | undefined,
  maxBytes: number,
): Explanation {
  const { id, severity, title, message, clients, remedy, dispute = null, spec, versions } = rule;
  const hasVersion = given !== undefined && (versions?.includes(given) ?? true);
  if (given !== undefined && !hasVersion) {
    throw new OperationError(
      `A2A ${given} does not have ${id}; these have: ${versions?.join(", ")}.`,
    );
  }
  const version = given ?? findExampleVersion(rule);
  const examples = version === null ? null : formatExamples(rule, version);
  return {
    rule: id,
    severity,
    title,
    message,
    clients,
    remedy,
    dispute,
    spec,
    specUrl: getSpecUrl(spec),
    versions: versions ? [...versions] : null,
    example:
      version === null || examples === null
        ? null
        : {
            version,
            fails: shorten(examples.fails, maxBytes),
            passes: shorten(examples.passes, maxBytes),
          },
  };
}

const AUTHENTICATION_REMEDY =
  'After HTTP 401 or 403, or UNAUTHENTICATED or PERMISSION_DENIED of gRPC, the finding names what the response asks for: its scheme, realm, scope and error, such as use_dpop_nonce or invalid_token (WWW-Authenticate), and what the agent\'s card accepts instead. Send such credentials: in the app with Add credentials, on the command line with -H "Authorization: Bearer …". After any other error, its code, message and body say what failed.';

function describeVerdict(name: string): Explanation {
  const bad = listBadVerdicts().find(({ kind }) => name === `${VERDICT_RULE_PREFIX}${kind}`);
  if (!bad) throw new OperationError(`There is no such rule.${suggestRules(name)}`);
  const { kind, label: title, sentence } = bad;
  return {
    rule: name,
    severity: "error",
    title,
    message: sentence,
    clients: null,
    remedy: kind === "http-error" || kind === "rpc-error" ? AUTHENTICATION_REMEDY : null,
    dispute: null,
    spec: null,
    specUrl: null,
    versions: null,
    example: null,
  };
}

/** The rules whose names share most with the given one. */
function suggestRules(name: string): string {
  const words = name
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word.length > 2);
  const countShared = (id: string) => words.filter((word) => id.includes(word)).length;
  const near = [...RULES_BY_ID.keys()]
    .map((id) => ({ id, shared: countShared(id) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ id }) => id);
  return near.length === 0
    ? " See the names in list_findings."
    : ` Did you mean ${near.join(", ")}?`;
}

function formatExplanation(explanation: Explanation): string {
  const { rule, severity, title, message, clients, remedy, dispute, spec, example } = explanation;
  return [
    `${rule} (${severity}): ${title}`,
    message,
    clients && `What clients do: ${clients}`,
    remedy && `Remedy: ${remedy}`,
    dispute && `Disputed: ${dispute}`,
    spec && `Specification: ${spec}`,
    example && `Fails in ${example.version}:\n${example.fails}`,
    example && `Passes in ${example.version}:\n${example.passes}`,
  ]
    .filter(Boolean)
    .join("\n");
}
