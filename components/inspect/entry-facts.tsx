// List of facts, and the facts of a state change and of an exchange.
import { type ExtensionAgreement, getExtensionAgreements } from "../../lib/protocol/extensions.ts";
import { describeForeignState, getForeignState } from "../../lib/protocol/state-names.ts";
import { countUpToEvent } from "../../lib/timeline/event-index.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import type { EntryOf, Timeline } from "../../lib/timeline/timeline.ts";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatDuration, formatQuantity } from "../ui/format.ts";

export type EntryFacts = [name: string, value: string][];

/** `dense` beside other content. */
export function FactList({ facts, dense = false }: { facts: EntryFacts; dense?: boolean }) {
  return (
    <dl className={cx("flex-none text-12/5", dense ? "py-0.5" : "px-3 py-2.5")}>
      {facts.map(([name, value], i) => (
        <div
          key={`${String(i)} ${name}`}
          className={cx("grid grid-cols-[110px_minmax(0,1fr)] gap-3", dense ? "py-px" : "py-[3px]")}
        >
          <dt className="text-fg-3">{boundText(name)}</dt>
          <dd className="wrap-anywhere" dir="auto">
            {boundText(value, MAX_TEXT_LENGTH)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function getStateFacts(
  timeline: Timeline,
  { transition, task }: EntryOf<"state">,
): EntryFacts {
  const { rawState, label, legal, source } = transition;
  const foreign = getForeignState(transition);
  const lane = timeline.tasks[task];
  const before = lane?.transitions[countUpToEvent(lane.transitions, transition.firstEvent - 1) - 1];
  return [
    ["State", foreign === null ? label : `${label}: ${describeForeignState(rawState)}`],
    ["As sent", rawState ?? "not sent"],
    ["Source", source === "update" ? "status update" : "task snapshot"],
    ["Previous state", before?.label ?? "none"],
    ["Valid transition", legal ? "yes" : "no: not allowed after the previous state"],
  ];
}

const TIMING_LABELS: Readonly<Record<string, string>> = {
  dns: "DNS lookup",
  connect: "Connected after",
  tls: "TLS ready after",
  firstByte: "First byte after",
};

const AGREEMENT_LABELS: Readonly<Record<ExtensionAgreement, string>> = {
  waiting: "Extension requested",
  activated: "Extension activated",
  silent: "Extension not echoed",
  unasked: "Extension not requested",
};

/** The facts of an exchange as of event `n`. */
export function getHttpFacts(exchange: Exchange | undefined, n: number): EntryFacts {
  if (!exchange) return [];
  const { open, body, comments } = exchange;
  const head = exchange.headAt(n);
  const end = exchange.endAt(n);
  const facts: EntryFacts = [["Request", `${open.record.method} ${open.record.url}`]];
  for (const { record, firstEvent } of exchange.redirects)
    if (firstEvent <= n) facts.push(["Redirected", `${record.status} to ${record.location}`]);
  if (head) {
    const { status, statusText = "", remote, timing, httpVersion, decoded } = head;
    facts.push(["Response", `${httpVersion ? `HTTP/${httpVersion} ` : ""}${status} ${statusText}`]);
    if (remote) facts.push(["Connected to", `${remote.address} port ${remote.port}`]);
    if (decoded) facts.push(["Decoded from", decoded]);
    for (const [name, ms] of Object.entries(timing ?? {}))
      facts.push([TIMING_LABELS[name] ?? name, formatDuration(ms)]);
  }
  for (const { uri, agreement } of getExtensionAgreements(
    open.record.headers,
    head?.headers ?? null,
  ))
    facts.push([AGREEMENT_LABELS[agreement], uri]);
  if (end && body.bytes > 0) facts.push(["Body", formatQuantity(body.bytes, "byte")]);
  if (end && comments.length > 0) facts.push(["Keep-alives", String(comments.length)]);
  if (end) {
    const { cause, error } = end.record;
    const durationMs = end.time - open.time;
    const after = Number.isNaN(durationMs) ? "" : ` after ${formatDuration(durationMs)}`;
    facts.push(["Ended", `${cause}${after}`]);
    if (error) {
      facts.push(["Error", error.code ? `${error.code}: ${error.message}` : error.message]);
      facts.push(["Reported by", error.by]);
    }
  }
  return facts;
}
