/** The page about all rules, made from the rules themselves: what `docs/rules.md` holds. */

import { Interpretation } from "../dialects/interpretation.ts";
import { RULES_BY_NAME } from "../lint/all-rules.ts";
import { getLintedCardsAt } from "../lint/card-problems.ts";
import { EXAMPLES } from "../lint/examples/all.ts";
import type { Example } from "../lint/examples/example.ts";
import {
  createMessageFactory,
  EXAMPLE_VERSIONS,
  type ExampleVersion,
} from "../lint/examples/message-factory.ts";
import { EXPLANATIONS } from "../lint/explanations/all.ts";
import { createLintingIngest } from "../lint/linter.ts";
import { formatPath } from "../lint/problem-detail.ts";
import type { Rule } from "../lint/rules/rule.ts";
import { isArray, isObject } from "../protocol/json.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { formatFrameLine, parseFrameValue } from "../timeline/timeline-queries.ts";
import { shorten } from "../wire/graphemes.ts";
import type { ProblemLocation } from "./check-problem.ts";
import { LogLineIndex } from "./log-lines.ts";
import { collectRunProblems } from "./run-problems.ts";
import { getSpecUrl } from "./spec-urls.ts";
import { BAD_VERDICT_KINDS, type BadVerdictKind } from "./verdict-problems.ts";

export const RULES_PAGE_COMMAND = "node scripts/rules.mjs";

const CARDS = "Agent cards";

/** What the names of rules begin with, and what these are about, in the order of the page. */
const THEMES: readonly (readonly [title: string, prefixes: readonly string[]])[] = [
  ["Frames and bytes", ["FRM", "GRPC"]],
  ["Envelopes", ["ENV"]],
  ["Versions", ["VER"]],
  ["Shapes of objects", ["DM"]],
  ["Streams", ["STR"]],
  ["States of a task", ["LC"]],
  ["Artifacts", ["ART"]],
  ["Snapshots, history and lists", ["SNAP", "HIST", "LIST"]],
  ["Contexts and tasks", ["CTX", "TSK", "REF"]],
  ["Errors", ["ERR"]],
  ["Capabilities and extensions", ["CAP", "EXT"]],
  ["Push notifications", ["PUSH"]],
  ["Secrets", ["SEC"]],
  ["Messages streamed as patches", ["KST"]],
  ["Plans and tools of CAIPE", ["CAI"]],
  [CARDS, ["card"]],
];
const OTHER_RULES = "Other rules";

export function formatRulesPage(): string {
  const sections = [...groupByTheme()].map(([title, rules]) => {
    const texts = rules.map(formatRule);
    return { title, body: title === CARDS ? [ABOUT_CARDS, ...texts] : texts };
  });
  const all = [...sections, { title: ENDS, body: [formatEnds()] }];
  const contents = all.map(({ title }) => `- [${title}](#${getAnchor(title)})`).join("\n");
  const body = all.map(({ title, body }) => [`## ${title}`, ...body].join("\n\n"));
  return `${[INTRODUCTION, contents, ...body].join("\n\n")}\n`;
}

const ENDS = "How a run ended";

const INTRODUCTION = `# The rules

<!-- Made from the rules by \`${RULES_PAGE_COMMAND}\`: what is changed here is lost. -->

What Loupe holds against every run: live, in the inspector's *Problems*, in \`loupe inspect\` and in \`loupe check\`. An **error** breaks a MUST, or a reference client; a **warning** breaks a SHOULD, or loses data; **info** is a habit worth knowing. A rule without versions holds in all of them. Examples are the frame, or the part of an answer, that is found.`;

function groupByTheme(): Map<string, Rule[]> {
  const themes = new Map<string, Rule[]>(THEMES.map(([title]) => [title, []]));
  for (const rule of RULES_BY_NAME.values()) {
    const [prefix = ""] = rule.rule.split(/[-/]/);
    const title = THEMES.find(([, prefixes]) => prefixes.includes(prefix))?.[0] ?? OTHER_RULES;
    themes.set(title, [...(themes.get(title) ?? []), rule]);
  }
  for (const [title, rules] of themes) if (rules.length === 0) themes.delete(title);
  return themes;
}

function formatRule({ rule, severity, versions, spec, message, label }: Rule): string {
  const explained = EXPLANATIONS.get(rule);
  const example = EXAMPLES.get(rule);
  const facts = [
    `**${severity}**`,
    label,
    ...(versions ? [versions.join(", ")] : []),
    formatSpecLink(spec),
  ];
  return [
    `### ${rule}`,
    facts.join(" · "),
    escapeMarkdown(message),
    explained && `*What clients do:* ${escapeMarkdown(explained.consequence)}`,
    explained && `*Remedy:* ${escapeMarkdown(explained.remedy)}`,
    explained?.dispute && `*Disputed:* ${escapeMarkdown(explained.dispute)}`,
    example && formatExample(rule, versions, example),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function formatSpecLink(spec: string): string {
  const link = getSpecUrl(spec);
  return link === null ? escapeMarkdown(spec) : `[${escapeMarkdown(spec)}](${link})`;
}

/** In 1.0, or the newest version that has the rule, as the bytes are. */
function formatExample(
  rule: string,
  versions: Rule["versions"],
  { breaks }: Example,
): string | null {
  const has = (told: ExampleVersion) => versions?.includes(told) ?? true;
  const version = has("1.0") ? "1.0" : EXAMPLE_VERSIONS.findLast(has);
  if (version === undefined) return null;
  const ingest = createLintingIngest();
  for (const record of breaks(createMessageFactory(version)).records) ingest.push(record);
  ingest.finish();
  const interpretation = new Interpretation(ingest.timeline).update();
  const found = collectRunProblems(interpretation, new LogLineIndex()).find(
    (finding) => finding.rule === rule,
  );
  const shown = found
    ? formatEvidence(ingest.timeline, found.first)
    : formatCardExample(ingest.timeline, rule);
  return shown ? `In ${version}:\n\n\`\`\`text\n${escapeInvisible(shown)}\n\`\`\`` : null;
}

function formatEvidence(
  timeline: Timeline,
  { exchange: id, event, happening }: ProblemLocation,
): string {
  if (event !== null) return formatFrameLine(timeline, event).trim();
  const exchange = timeline.exchangeById.get(id ?? "");
  if (!exchange) return "";
  if (happening === "open") return formatRequest(exchange);
  if (happening === "head") return formatHead(exchange);
  const last =
    exchange.events.count === 0 ? "" : formatFrameLine(timeline, exchange.events.last).trim();
  return `${last}\n… and the answer ends (${exchange.end?.record.cause ?? "unknown"}).`.trim();
}

function formatRequest({ open: { record } }: Exchange): string {
  const lines = [`${record.method} ${record.url}`, ...formatHeaders(record.headers)];
  return [...lines, ...(record.body === undefined ? [] : ["", record.body])].join("\n");
}

function formatHead({ head }: Exchange): string {
  return head
    ? [`HTTP ${head.record.status}`, ...formatHeaders(head.record.headers)].join("\n")
    : "";
}

function formatHeaders(headers: readonly (readonly [string, string])[]): string[] {
  return headers.map(([name, value]) => `${name}: ${value}`);
}

const MAX_EXAMPLE_LENGTH = 700;

/** Characters that nobody sees are written as JSON writes them. */
function escapeInvisible(text: string): string {
  const cut = shorten(text, MAX_EXAMPLE_LENGTH);
  return cut.replace(/[^\P{C}\n]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

const ABOUT_CARDS =
  "What a card is held against, in the version that it is written in. Each finding says what is wrong in that card, and what to do; some weigh less in some versions. Examples are the member that is found.";

/** Where in its card a rule is broken, and what stands there. */
function formatCardExample(timeline: Timeline, rule: string): string | null {
  const [found] = getLintedCardsAt(timeline, timeline.lastEvent).flatMap(
    ({ lintResult, evidence }) => {
      const breach = lintResult.findings.find((one) => one.rule === rule);
      return breach ? [{ breach, event: evidence[0]?.event ?? -1 }] : [];
    },
  );
  if (!found) return null;
  const { breach: problem, event } = found;
  const { path, title, message } = problem;
  if (path.length === 0) return `${title}: ${message}`;
  let value = parseFrameValue(timeline, event);
  for (const step of path) value = getMember(value, step);
  const name = formatPath(path);
  return value === undefined ? `no ${name}` : `${name}: ${JSON.stringify(value)}`;
}

function getMember(value: unknown, step: string | number): unknown {
  return isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
}

function formatEnds(): string {
  const rows = BAD_VERDICT_KINDS.map(
    ([kind]) => `| \`verdict/${kind}\` | ${END_SENTENCES[kind]} |`,
  );
  return `\`loupe check\` counts a run that did not end well as an error. Its sentence says what it came to, and who ended it.

| name | the run |
|---|---|
${rows.join("\n")}`;
}

const END_SENTENCES: Readonly<Record<BadVerdictKind, string>> = {
  failed: "The agent said that the task failed.",
  canceled: "The task was canceled.",
  rejected: "The agent rejected the task.",
  cut: "The connection broke, or an answer breaks off, before the task came to rest.",
  "ended-while-working": "The stream was closed while the task was neither over nor waiting.",
  timeout: "Nothing came for so long that the client gave up.",
  "http-error": "The answer was an error of HTTP.",
  "rpc-error": "The answer was an error of JSON-RPC or gRPC.",
  "unknown-state": "The last state that the agent sent is not a state of A2A.",
  empty: "Nothing was asked, or nothing answered.",
  "not-a2a": "Nothing in the answer is A2A.",
  mixed: "The tasks of one exchange ended differently, not all of them well.",
};

function escapeMarkdown(text: string): string {
  return text.replace(/[<|*]/g, (character) => (character === "<" ? "&lt;" : `\\${character}`));
}

function getAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w ]/g, "")
    .replaceAll(" ", "-");
}
