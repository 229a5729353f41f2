/**
 * Plan parser: reads steps from text between `⟦` and `⟧`, checklists, numbered lines, or data.
 *
 * Guarantees: pure; the same text gives the same steps, however it was chunked.
 */

import { getOwnEntry, isArray, isObject } from "../protocol/json.ts";

export type PlanStepStatus = "pending" | "in-progress" | "completed" | "failed";

export interface PlanStep {
  /** The agent's id of the step; `null` in text plans. */
  readonly id: string | null;
  readonly title: string;
  readonly agent: string | null;
  readonly status: PlanStepStatus;
  /** The offset of its line in the text; −1 in data. */
  readonly position: number;
}

interface PlanText {
  /** The text between the marks, or the whole text if there are none. */
  readonly body: string;
  /** Whether it has marks, and whether the closing mark is missing. */
  readonly marks: "none" | "open" | "closed";
  readonly steps: readonly PlanStep[];
}

const PLAN_START = "⟦";
const PLAN_END = "⟧";

const STATUS_BY_EMOJI: Readonly<Record<string, PlanStepStatus>> = {
  "⏳": "pending",
  "⏸": "pending",
  "🔄": "in-progress",
  "✅": "completed",
  "❌": "failed",
};

/** Prefixes of a step; an emoji may have a variation selector. */
const BULLET = "^\\s*(?:[-*•]\\s*|\\d{1,4}[.)]\\s*)?";
const EMOJI = "([⏳⏸🔄✅❌])\\uFE0F?";
const WITH_AGENT = new RegExp(`${BULLET}${EMOJI}\\s*\\[([^\\]]+)\\]\\s*(.+)$`, "u");
const WITH_EMOJI = new RegExp(`^\\s*[-*•]\\s*${EMOJI}\\s+(.+)$`, "u");
const WITH_BOX = /^\s*[-*•]\s*\[([xX ])\]\s*(.+)$/u;
const NUMBERED = new RegExp(`^\\s*\\d{1,4}[.)]\\s+(?:${EMOJI}\\s*)?(.+)$`, "u");

/** Longer lines are not steps; this also bounds the time of the expressions. */
const MAX_LINE_LENGTH = 2_000;

export function parsePlan(text: string): PlanText {
  const start = text.lastIndexOf(PLAN_START);
  const first = start < 0 ? 0 : start + PLAN_START.length;
  const end = start < 0 ? -1 : text.indexOf(PLAN_END, first);
  const body = text.slice(first, end < 0 ? text.length : end);
  const marks = start < 0 ? "none" : end < 0 ? "open" : "closed";
  const listed = parseLines(body, first, parseListedStep);
  return {
    body,
    marks,
    steps: listed.length > 0 ? listed : parseLines(body, first, parseNumberedStep),
  };
}

type ParsedStep = Omit<PlanStep, "id" | "position">;

function parseLines(
  body: string,
  first: number,
  read: (line: string) => ParsedStep | null,
): PlanStep[] {
  const steps: PlanStep[] = [];
  for (let at = 0; at < body.length; ) {
    const newline = body.indexOf("\n", at);
    const end = newline < 0 ? body.length : newline;
    const step = end - at <= MAX_LINE_LENGTH ? read(body.slice(at, end)) : null;
    if (step) steps.push({ id: null, ...step, position: first + at });
    at = end + 1;
  }
  return steps;
}

function parseListedStep(line: string): ParsedStep | null {
  const [, mark, agent, task] = WITH_AGENT.exec(line) ?? [];
  if (mark !== undefined && agent !== undefined && task !== undefined) {
    return {
      title: task.trim(),
      agent: agent.trim(),
      status: getOwnEntry(STATUS_BY_EMOJI, mark) ?? "pending",
    };
  }
  const [, emoji, title] = WITH_EMOJI.exec(line) ?? [];
  if (emoji !== undefined && title !== undefined) {
    return {
      title: title.trim(),
      agent: null,
      status: getOwnEntry(STATUS_BY_EMOJI, emoji) ?? "pending",
    };
  }
  const [, box, item] = WITH_BOX.exec(line) ?? [];
  if (box === undefined || item === undefined) return null;
  return { title: item.trim(), agent: null, status: box === " " ? "pending" : "completed" };
}

function parseNumberedStep(line: string): ParsedStep | null {
  const [, emoji = "", title] = NUMBERED.exec(line) ?? [];
  if (title === undefined) return null;
  return {
    title: title.trim(),
    agent: null,
    status: getOwnEntry(STATUS_BY_EMOJI, emoji) ?? "pending",
  };
}

const STATUS_BY_WORD: Readonly<Record<string, PlanStepStatus>> = {
  in_progress: "in-progress",
  "in-progress": "in-progress",
  completed: "completed",
  failed: "failed",
};

/** The steps of `{ steps: […] }`; `null` for other data. */
export function parsePlanData(data: unknown): readonly PlanStep[] | null {
  if (!isObject(data) || !Object.hasOwn(data, "steps") || !isArray(data.steps)) return null;
  const steps = data.steps.filter(isObject).map((step, index) => ({
    id: toNonEmptyText(step.step_id),
    title: toNonEmptyText(step.title) ?? "",
    agent: toNonEmptyText(step.agent),
    status: parseStatus(step.status),
    position: -1,
    order: typeof step.order === "number" ? step.order : index,
  }));
  steps.sort((a, b) => a.order - b.order);
  return steps.map(({ order, ...step }) => step);
}

function parseStatus(value: unknown): PlanStepStatus {
  const word = typeof value === "string" ? value : "";
  return getOwnEntry(STATUS_BY_WORD, word) ?? "pending";
}

function toNonEmptyText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Whether a text looks like a complete plan. */
export function isWholePlan(text: string): boolean {
  if (text.includes(PLAN_START)) return true;
  return /^\s*(?:📋|🎯)/u.test(text) || parseLines(text, 0, parseListedStep).length > 0;
}
