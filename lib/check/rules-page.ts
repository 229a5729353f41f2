/** The page about all rules, made from the rules themselves: what `docs/rules.md` holds. */

import { DialectReading } from "../dialects/reading.ts";
import { reviewedCardsAt } from "../lint/card-findings.ts";
import { CATALOGUE } from "../lint/catalogue.ts";
import { formatPath } from "../lint/detail.ts";
import { EXAMPLES } from "../lint/examples/all.ts";
import type { Example } from "../lint/examples/example.ts";
import { speaker, TOLD_IN, type Told } from "../lint/examples/speaker.ts";
import { EXPLAINED } from "../lint/explained/all.ts";
import { lintingIngest } from "../lint/linter.ts";
import type { Rule } from "../lint/rules/rule.ts";
import { isArray, isObject } from "../protocol/json.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { frameLine, frameValue } from "../timeline/read.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { shorten } from "../wire/graphemes.ts";
import type { Spot } from "./finding.ts";
import { LogLines } from "./lines.ts";
import { runFindings } from "./run-findings.ts";
import { specLink } from "./spec-links.ts";
import { BAD_ENDS, type BadEnd } from "./verdict-finding.ts";

export const RENEWED_BY = "node scripts/rules.mjs";

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
const REST = "Other rules";

export function rulesPage(): string {
  const sections = [...byTheme()].map(([title, rules]) => {
    const texts = rules.map(ruleText);
    return { title, body: title === CARDS ? [ABOUT_CARDS, ...texts] : texts };
  });
  const all = [...sections, { title: ENDS, body: [endsText()] }];
  const contents = all.map(({ title }) => `- [${title}](#${anchorOf(title)})`).join("\n");
  const body = all.map(({ title, body }) => [`## ${title}`, ...body].join("\n\n"));
  return `${[INTRODUCTION, contents, ...body].join("\n\n")}\n`;
}

const ENDS = "How a run ended";

const INTRODUCTION = `# The rules

<!-- Made from the rules by \`${RENEWED_BY}\`: what is changed here is lost. -->

What Loupe holds against every run: live, in the inspector's *Problems*, in \`loupe inspect\` and in \`loupe check\`. An **error** breaks a MUST, or a reference client; a **warning** breaks a SHOULD, or loses data; **info** is a habit worth knowing. A rule without versions holds in all of them. Examples are the frame, or the part of an answer, that is found.`;

function byTheme(): Map<string, Rule[]> {
  const themes = new Map<string, Rule[]>(THEMES.map(([title]) => [title, []]));
  for (const rule of CATALOGUE.values()) {
    const [prefix = ""] = rule.rule.split(/[-/]/);
    const title = THEMES.find(([, prefixes]) => prefixes.includes(prefix))?.[0] ?? REST;
    themes.set(title, [...(themes.get(title) ?? []), rule]);
  }
  for (const [title, rules] of themes) if (rules.length === 0) themes.delete(title);
  return themes;
}

function ruleText({ rule, severity, versions, spec, message, label }: Rule): string {
  const explained = EXPLAINED.get(rule);
  const example = EXAMPLES.get(rule);
  const facts = [
    `**${severity}**`,
    label,
    ...(versions ? [versions.join(", ")] : []),
    linked(spec),
  ];
  return [
    `### ${rule}`,
    facts.join(" · "),
    escaped(message),
    explained && `*What clients do:* ${escaped(explained.consequence)}`,
    explained && `*Remedy:* ${escaped(explained.remedy)}`,
    explained?.dispute && `*Disputed:* ${escaped(explained.dispute)}`,
    example && exampleText(rule, versions, example),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function linked(spec: string): string {
  const link = specLink(spec);
  return link === null ? escaped(spec) : `[${escaped(spec)}](${link})`;
}

/** In 1.0, or the newest version that has the rule, as the bytes are. */
function exampleText(rule: string, versions: Rule["versions"], { breaks }: Example): string | null {
  const has = (told: Told) => versions?.includes(told) ?? true;
  const version = has("1.0") ? "1.0" : TOLD_IN.findLast(has);
  if (version === undefined) return null;
  const ingest = lintingIngest();
  for (const record of breaks(speaker(version)).records) ingest.push(record);
  ingest.finish();
  const reading = new DialectReading(ingest.timeline).update();
  const found = runFindings(reading, new LogLines()).find((finding) => finding.rule === rule);
  const shown = found ? shownAt(ingest.timeline, found.first) : shownInCard(ingest.timeline, rule);
  return shown ? `In ${version}:\n\n\`\`\`text\n${plain(shown)}\n\`\`\`` : null;
}

function shownAt(timeline: Timeline, { exchange: id, event, happening }: Spot): string {
  if (event !== null) return frameLine(timeline, event).trim();
  const exchange = timeline.exchangeById.get(id ?? "");
  if (!exchange) return "";
  if (happening === "open") return requestOf(exchange);
  if (happening === "head") return headOf(exchange);
  const last = exchange.events.count === 0 ? "" : frameLine(timeline, exchange.events.last).trim();
  return `${last}\n… and the answer ends (${exchange.ended?.record.cause ?? "unknown"}).`.trim();
}

function requestOf({ open: { record } }: Exchange): string {
  const lines = [`${record.method} ${record.url}`, ...headersIn(record.headers)];
  return [...lines, ...(record.body === undefined ? [] : ["", record.body])].join("\n");
}

function headOf({ head }: Exchange): string {
  return head ? [`HTTP ${head.record.status}`, ...headersIn(head.record.headers)].join("\n") : "";
}

function headersIn(headers: readonly (readonly [string, string])[]): string[] {
  return headers.map(([name, value]) => `${name}: ${value}`);
}

const LONGEST = 700;

/** Characters that nobody sees are written as JSON writes them. */
function plain(text: string): string {
  const cut = shorten(text, LONGEST);
  return cut.replace(/[^\P{C}\n]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

const ABOUT_CARDS =
  "What a card is held against, in the version that it is written in. Each finding says what is wrong in that card, and what to do; some weigh less in some versions. Examples are the member that is found.";

/** Where in its card a rule is broken, and what stands there. */
function shownInCard(timeline: Timeline, rule: string): string | null {
  const [found] = reviewedCardsAt(timeline, timeline.lastEvent).flatMap(({ review, evidence }) => {
    const breach = review.findings.find((one) => one.rule === rule);
    return breach ? [{ breach, event: evidence[0]?.event ?? -1 }] : [];
  });
  if (!found) return null;
  const { breach, event } = found;
  const { path, title, message } = breach;
  if (path.length === 0) return `${title}: ${message}`;
  let value = frameValue(timeline, event);
  for (const step of path) value = at(value, step);
  const name = formatPath(path);
  return value === undefined ? `no ${name}` : `${name}: ${JSON.stringify(value)}`;
}

function at(value: unknown, step: string | number): unknown {
  return isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
}

function endsText(): string {
  const rows = BAD_ENDS.map(([kind]) => `| \`verdict/${kind}\` | ${ENDED[kind]} |`);
  return `\`loupe check\` counts a run that did not end well as an error. Its sentence says what it came to, and who ended it.

| name | the run |
|---|---|
${rows.join("\n")}`;
}

const ENDED: Readonly<Record<BadEnd, string>> = {
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

function escaped(text: string): string {
  return text.replace(/[<|*]/g, (character) => (character === "<" ? "&lt;" : `\\${character}`));
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w ]/g, "")
    .replaceAll(" ", "-");
}
