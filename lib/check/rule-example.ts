/** Examples of a rule as text: a run that breaks it, and one that nearly does. */

import { Interpretation } from "../dialects/interpretation.ts";
import { getLintedCardsAt } from "../lint/card-problems.ts";
import {
  createMessageFactory,
  EXAMPLE_VERSIONS,
  type ExampleVersion,
} from "../lint/examples/message-factory.ts";
import type { RecordingBuilder } from "../lint/examples/recording-builder.ts";
import { createLinter } from "../lint/linter.ts";
import { formatPath } from "../lint/problem-detail.ts";
import type { Rule } from "../lint/rules/rule.ts";
import { isArray, isObject } from "../protocol/json.ts";
import { shorten } from "../text/graphemes.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { formatFrameLine, parseFrameValue } from "../timeline/timeline-queries.ts";
import type { ProblemLocation } from "./check-problem.ts";
import { LogLineIndex } from "./log-lines.ts";
import { collectRunProblems } from "./run-problems.ts";

/** 1.0, or the newest version that has the rule. */
export function findExampleVersion({ versions }: Rule): ExampleVersion | null {
  const has = (one: ExampleVersion) => versions?.includes(one) ?? true;
  return has("1.0") ? "1.0" : (EXAMPLE_VERSIONS.findLast(has) ?? null);
}

/** What breaks the rule in its example; `null` if there is nothing to show. */
export function formatBreakingExample(rule: Rule, version: ExampleVersion): string | null {
  const { id } = rule;
  const timeline = foldExample(rule.breaks(createMessageFactory(version)));
  const interpretation = new Interpretation(timeline).update();
  const found = collectRunProblems(interpretation, new LogLineIndex()).find(
    ({ rule }) => rule === id,
  );
  const shown = found ? formatEvidence(timeline, found.first) : formatCardExample(timeline, id);
  return shown ? escapeInvisible(shown) : null;
}

interface RuleExamples {
  readonly fails: string;
  readonly passes: string;
}

/**
 * What breaks the rule, and the frames of the example that nearly does; with the requests, if these
 * make the difference. `null` if there is nothing to show.
 */
export function formatExamples(rule: Rule, version: ExampleVersion): RuleExamples | null {
  const fails = formatBreakingExample(rule, version);
  if (fails === null) return null;
  const nearly = foldExample(rule.nearly(createMessageFactory(version)));
  const passes = escapeInvisible(formatFrames(nearly));
  if (passes !== fails) return { fails, passes };
  const breaking = foldExample(rule.breaks(createMessageFactory(version)));
  return { fails: formatRun(breaking), passes: formatRun(nearly) };
}

function formatFrames(timeline: Timeline): string {
  const frames = Array.from({ length: timeline.lastEvent + 1 }, (_, n) =>
    formatFrameLine(timeline, n).trim(),
  );
  return [...new Set(frames)].join("\n");
}

const formatRun = (timeline: Timeline): string =>
  escapeInvisible([...timeline.exchanges.map(formatRequest), formatFrames(timeline)].join("\n"));

function foldExample({ records }: RecordingBuilder): Timeline {
  const ingest = new Ingest({ observer: createLinter() });
  for (const record of records) ingest.push(record);
  ingest.finish();
  return ingest.timeline;
}

function formatEvidence(
  timeline: Timeline,
  { exchange: id, event, phase }: ProblemLocation,
): string {
  if (event !== null) return formatFrameLine(timeline, event).trim();
  const exchange = timeline.exchangeById.get(id ?? "");
  if (!exchange) return "";
  if (phase === "open") return formatRequest(exchange);
  if (phase === "head") return formatHead(exchange);
  const last =
    exchange.events.count === 0 ? "" : formatFrameLine(timeline, exchange.events.last).trim();
  return `${last}\n… and the response ends (${exchange.end?.record.cause ?? "unknown"}).`.trim();
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

/** Escapes invisible characters as JSON does. */
function escapeInvisible(text: string): string {
  const cut = shorten(text, MAX_EXAMPLE_LENGTH);
  return cut.replace(/[^\P{C}\n]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

/** The member that breaks the rule in its card, and its value. */
function formatCardExample(timeline: Timeline, rule: string): string | null {
  const [found] = getLintedCardsAt(timeline, timeline.lastEvent).flatMap(
    ({ lintResult, evidence }) => {
      const problem = lintResult.findings.find((one) => one.rule === rule);
      return problem ? [{ problem, event: evidence[0]?.event ?? -1 }] : [];
    },
  );
  if (!found) return null;
  const { problem, event } = found;
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
