/**
 * The words for verdicts: what is said of each kind, who ended a run, and what went wrong although it
 * ended well. Screen, terminal, exports and operations take them from here.
 */

import type { VerdictSummary } from "../../api/recording-metadata.ts";
import type { Caveat, CaveatKind, EndingParty, Verdict, VerdictKind } from "./verdict-model.ts";

/** How a verdict looks: as good, as a question to the user, as half a success, as a failure, as nothing. */
export type VerdictTone = "good" | "waiting" | "warning" | "bad" | "nothing";

interface VerdictWords {
  /** Inside a sentence; `capitalize` makes it a title. */
  readonly label: string;
  readonly tone: VerdictTone;
}

const VERDICT_WORDS: Readonly<Record<VerdictKind, VerdictWords>> = {
  completed: { label: "completed", tone: "good" },
  failed: { label: "failed", tone: "bad" },
  canceled: { label: "canceled", tone: "bad" },
  rejected: { label: "rejected", tone: "bad" },
  "input-required": { label: "input required", tone: "waiting" },
  "auth-required": { label: "authorization required", tone: "waiting" },
  message: { label: "answered with a message", tone: "good" },
  answered: { label: "answered", tone: "good" },
  cut: { label: "connection lost", tone: "bad" },
  "ended-while-working": { label: "ended while working", tone: "bad" },
  timeout: { label: "timed out", tone: "bad" },
  "http-error": { label: "HTTP error", tone: "bad" },
  "rpc-error": { label: "RPC error", tone: "bad" },
  "unknown-state": { label: "unknown task state", tone: "bad" },
  empty: { label: "no events", tone: "nothing" },
  "not-a2a": { label: "not A2A", tone: "bad" },
  mixed: { label: "mixed", tone: "warning" },
};

/** What is known of a verdict where only a summary of it is stored: the kind may be of another version. */
export interface KnownVerdict {
  readonly kind: string;
  readonly by: string | null;
  readonly caveats?: readonly { readonly kind: string }[];
}

export function isVerdictKind(kind: string): kind is VerdictKind {
  return Object.hasOwn(VERDICT_WORDS, kind);
}

/** Whether the user stopped watching while the task ran. */
export const isStoppedByUser = ({ kind, by }: Pick<KnownVerdict, "kind" | "by">) =>
  kind === "cut" && by === "client";

/** `completed, with a failed tool`. A stream stopped by the user or by Loupe is no lost connection. */
export function formatVerdict({ kind, by, caveats = [] }: KnownVerdict): string {
  const label = isStoppedByUser({ kind, by })
    ? "stopped watching"
    : kind === "cut" && by === "loupe"
      ? "stopped by Loupe"
      : isVerdictKind(kind)
        ? VERDICT_WORDS[kind].label
        : kind;
  // Beside a failure, what went wrong in turns that ended well is no news; what Loupe changed is.
  const isGood = isVerdictKind(kind) && !["bad", "nothing"].includes(VERDICT_WORDS[kind].tone);
  const words = formatCaveats(isGood ? caveats : caveats.filter((one) => one.kind === "edited"));
  return words === "" ? label : `${label}, with ${words}`;
}

/** Whether its stream was not closed after its task completed. */
export const hasOpenStream = ({ caveats }: Pick<Verdict, "caveats">): boolean =>
  caveats.some(({ kind }) => kind === "stream-open");

/** In place of the state of a completed task while its stream is open. */
export const OPEN_STREAM_TITLE = "Task completed; the stream is still open";

/** The words for a stored summary of a verdict. */
export const formatStoredVerdict = ({ kind, endedBy, caveats }: VerdictSummary): string =>
  formatVerdict({ kind, by: endedBy, caveats: caveats?.map((one) => ({ kind: one })) ?? [] });

/** The same as a title: `Completed, with a failed tool`. */
export const formatVerdictTitle = (verdict: KnownVerdict): string =>
  capitalize(formatVerdict(verdict));

/**
 * The user's own stop is no failure, nor is a log without a response; an agent that responded with
 * nothing failed. A run that ended well is half a success if something went wrong on
 * the way, or if an earlier turn was not clean.
 */
export function getVerdictTone({
  kind,
  by,
  clean,
  caveats = [],
}: Pick<Verdict, "kind"> & {
  readonly by: string | null;
  readonly clean?: boolean;
  readonly caveats?: readonly unknown[];
}): VerdictTone {
  const tone = getToneOfEnd(kind, by);
  const endedWell = tone === "good" || tone === "waiting";
  const isMarred = clean === false || (tone === "good" && caveats.length > 0);
  return endedWell && isMarred ? "warning" : tone;
}

function getToneOfEnd(kind: VerdictKind, by: string | null): VerdictTone {
  if (isStoppedByUser({ kind, by })) return "nothing";
  return kind === "empty" && by === "agent" ? "bad" : VERDICT_WORDS[kind].tone;
}

const hasFailed = (verdict: Parameters<typeof getVerdictTone>[0]): boolean =>
  ["bad", "warning"].includes(getVerdictTone(verdict));

/** Whether a stored verdict is a failure of any kind, half a success included. */
export function isFailure({ kind, endedBy, clean, caveats = [] }: VerdictSummary): boolean {
  return isVerdictKind(kind) ? hasFailed({ kind, by: endedBy, clean, caveats }) : !clean;
}

type PrintedVerdict = Pick<Verdict, "kind" | "clean" | "because" | "by" | "caveats">;

/** The sign at the start of a line. */
export function getVerdictSign({
  clean,
  caveats,
}: {
  readonly clean: boolean;
  readonly caveats: readonly unknown[];
}): string {
  if (!clean) return "✗";
  return caveats.length > 0 ? "!" : "✓";
}

/** `✓ completed: The agent reported the task as completed.` */
export const formatVerdictLine = (verdict: PrintedVerdict): string =>
  `${getVerdictSign(verdict)} ${formatVerdict(verdict)}: ${verdict.because}`;

/**
 * Why it ended as it did: the agent at fault, else in the words of the agent or of the tool that failed,
 * else what went wrong although it ended well.
 */
export function formatVerdictReason({
  because,
  reason,
  tool,
  fault,
  caveats,
}: Pick<Verdict, "because" | "reason" | "tool" | "fault" | "caveats">): string {
  if (fault) return fault.because;
  if (reason) return tool === undefined ? `“${reason}”` : `${tool} failed: “${reason}”`;
  return caveats.length > 0 ? listCaveats(caveats).join("; ") : because;
}

type JudgedTurn = Verdict & { readonly superseded: boolean };

/** Why the first turn that failed did so; `null` if nothing failed, or only the user stopped it. */
export function findFirstFailure(
  verdict: Verdict & { readonly turns?: readonly JudgedTurn[] },
): string | null {
  const turns = (verdict.turns ?? []).filter(({ superseded }) => !superseded);
  const failed = (turns.length > 0 ? turns : [verdict]).find(hasFailed);
  return failed ? formatVerdictReason(failed) : null;
}

const CAVEAT_WORDS: Readonly<Record<CaveatKind, readonly [one: string, many: string]>> = {
  "tool-failed": ["a failed tool", "failed tools"],
  "append-lost": ["a lost append", "lost appends"],
  unreadable: ["unreadable events", "responses with unreadable events"],
  "stream-open": ["an open stream", "open streams"],
  "connection-lost": ["a lost connection", "lost connections"],
  edited: ["edits by Loupe", "edited calls"],
};

/** `a failed tool and an open stream` */
function formatCaveats(caveats: NonNullable<KnownVerdict["caveats"]>): string {
  const kinds = Object.keys(CAVEAT_WORDS) as CaveatKind[];
  const words = kinds.flatMap((kind) => {
    const count = caveats.filter((one) => one.kind === kind).length;
    const [one, many] = CAVEAT_WORDS[kind];
    return count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];
  });
  const last = words.pop();
  return last === undefined || words.length === 0
    ? (last ?? "")
    : `${words.join(", ")} and ${last}`;
}

const MAX_LISTED = 3;

const isLostAppend = ({ kind }: Caveat) => kind === "append-lost";

const formatAppends = (artifacts: number) =>
  `${artifacts} artifacts were appended to before they were sent, so clients may lose them`;

/** The texts of the first caveats, and how many more there are. All lost appends are one sentence. */
export function listCaveats(caveats: readonly Caveat[]): string[] {
  const appends = new Set(caveats.filter(isLostAppend).map(({ text }) => text));
  const all: string[] = [];
  for (const caveat of caveats) {
    const text =
      isLostAppend(caveat) && appends.size > 1 ? formatAppends(appends.size) : caveat.text;
    if (!isLostAppend(caveat) || !all.includes(text)) all.push(text);
  }
  const texts = all.slice(0, MAX_LISTED);
  const more = all.length - texts.length;
  return more > 0 ? [...texts, `and ${more} more`] : texts;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface EndingPartyWords {
  /** After “ended by”. */
  readonly name: string;
  /** On its own, beside the verdict. */
  readonly by: string;
}

export const ENDING_PARTY_WORDS: Readonly<Record<EndingParty, EndingPartyWords>> = {
  agent: { name: "the agent", by: "by the agent" },
  // A reset or silence does not tell which of them it was.
  network: { name: "the agent or the network", by: "by the agent or the network" },
  proxy: { name: "likely a proxy in between", by: "likely by a proxy" },
  client: { name: "the client", by: "by the client" },
  loupe: { name: "Loupe", by: "by Loupe" },
};

type BadVerdictKind = Exclude<
  VerdictKind,
  "completed" | "input-required" | "auth-required" | "message" | "answered"
>;

/** What each verdict that is a problem means. */
const BAD_VERDICTS: Readonly<Record<BadVerdictKind, string>> = {
  failed: "The agent reported the task as failed.",
  canceled: "The task was canceled.",
  rejected: "The agent rejected the task.",
  cut: "The connection broke, or the response was cut off, before the task reached a terminal or waiting state.",
  "ended-while-working":
    "The stream was closed while the task was in neither a terminal nor a waiting state.",
  timeout: "The client gave up because no data arrived for too long.",
  "http-error": "The response was an HTTP error.",
  "rpc-error": "The response was a JSON-RPC or gRPC error.",
  "unknown-state": "The last state the agent sent is not an A2A state.",
  empty: "There was no request or no response.",
  "not-a2a": "The response contains no A2A data.",
  mixed: "The tasks of one exchange ended in different states, not all of them well.",
};

/** The verdicts that are problems, with their label and what they mean. */
export const listBadVerdicts = (): { kind: string; label: string; sentence: string }[] =>
  Object.entries(BAD_VERDICTS).map(([kind, sentence]) => ({
    kind,
    label: formatVerdict({ kind, by: null }),
    sentence,
  }));
