// Facts in full, one under the other: of a state, of an exchange.
import { type ExtensionAgreement, getExtensionAgreements } from "../../lib/protocol/extensions.ts";
import { describeForeignState, getForeignState } from "../../lib/protocol/state-names.ts";
import { countUpToEvent } from "../../lib/timeline/event-index.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import type { EntryOf, Timeline } from "../../lib/timeline/timeline.ts";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { formatDuration, formatQuantity } from "../ui/format.ts";

export type EntryFacts = [name: string, value: string][];

export function FactList({ facts }: { facts: EntryFacts }) {
  return (
    <dl className="fact-list">
      {facts.map(([name, value], i) => (
        <div key={`${String(i)} ${name}`}>
          <dt>{boundText(name)}</dt>
          <dd dir="auto">{boundText(value, MAX_TEXT_LENGTH)}</dd>
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
    ["As sent", rawState ?? "nothing"],
    ["Said by", source === "update" ? "a status update" : "a task snapshot"],
    ["Before", before?.label ?? "no state"],
    ["Allowed here", legal ? "yes" : "no: it may not follow the state before"],
  ];
}

const TIMING_LABELS: Readonly<Record<string, string>> = {
  dns: "Name found after",
  connect: "Connected after",
  tls: "TLS ready after",
  firstByte: "First byte after",
};

const AGREEMENT_LABELS: Readonly<Record<ExtensionAgreement, string>> = {
  waiting: "Extension asked for",
  activated: "Extension activated",
  silent: "Extension not echoed",
  unasked: "Extension not asked for",
};

/** An exchange as far as it had gone by event `n`. */
export function getHttpFacts(exchange: Exchange | undefined, n: number): EntryFacts {
  if (!exchange) return [];
  const { open, body, comments } = exchange;
  const head = exchange.headAt(n);
  const ended = exchange.endAt(n);
  const facts: EntryFacts = [["Request", `${open.record.method} ${open.record.url}`]];
  for (const { record, firstEvent } of exchange.redirects)
    if (firstEvent <= n) facts.push(["Redirected", `${record.status} to ${record.location}`]);
  if (head) {
    const { status, statusText = "", remote, timing, httpVersion, decoded } = head;
    facts.push(["Answer", `${httpVersion ? `HTTP/${httpVersion} ` : ""}${status} ${statusText}`]);
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
  if (ended && body.bytes > 0) facts.push(["Body", formatQuantity(body.bytes, "byte")]);
  if (ended && comments.length > 0) facts.push(["Keep-alives", String(comments.length)]);
  if (ended) {
    const { cause, error } = ended.record;
    const took = ended.time - open.time;
    const after = Number.isNaN(took) ? "" : ` after ${formatDuration(took)}`;
    facts.push(["Ended", `${cause}${after}`]);
    if (error) {
      facts.push(["Error", error.code ? `${error.code}: ${error.message}` : error.message]);
      facts.push(["Said by", error.by]);
    }
  }
  return facts;
}
