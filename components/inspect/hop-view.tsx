"use client";
// A call that passed a tap: who called whom and how, what it was made for and how that is known, the
// calls that were made for it, and what differs between its two sides.
import type { CSSProperties } from "react";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import { getExchangeVerdict } from "../../lib/lint/verdict/exchange-verdict.ts";
import { formatVerdictTitle } from "../../lib/lint/verdict/verdict-words.ts";
import { showCall } from "../../lib/session/row-navigation.ts";
import {
  findCalleeName,
  findCallerLabel,
  getAgentNames,
  getCallTitle,
} from "../../lib/timeline/hops/agent-names.ts";
import {
  type HopDifference,
  listRequestDifferences,
  listResponseDifferences,
} from "../../lib/timeline/hops/hop-differences.ts";
import type { CallEdge, TappedCall } from "../../lib/timeline/hops/tapped-call.ts";
import { listWaiting } from "../../lib/timeline/hops/waiting.ts";
import type { HopDelay, TapMode } from "../../lib/wire/record.ts";
import { listEdgeActions } from "../edge-actions.ts";
import { getHandLabel } from "../labels/edge-labels.ts";

import { useServerFeatures } from "../server-features.ts";
import { useSession } from "../session.tsx";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { FactList, type Facts } from "../ui/fact-list.tsx";
import { formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";

interface HopViewProps {
  interpretation: Interpretation;
  call: TappedCall;
  playhead: number;
}

const MODE_LABELS: Readonly<Record<TapMode, string>> = {
  takeover: "take-over: the tap listens in the agent's place",
  reverse: "reverse: the tap has an address of its own",
  forward: "forward: the tap is the caller's proxy",
};
const HEADING = "px-3 pt-2 pb-1 text-12 font-semibold text-fg-2";
const MAX_LISTED = 100;

export function HopView({ interpretation, call, playhead }: HopViewProps) {
  const n = Math.max(playhead, call.firstEvent);
  const names = getAgentNames(interpretation.timeline, n);
  const parent = call.parentAt(n);
  const edge = call.edgeAt(n);
  const children = call.childrenAt(n).filter(({ firstEvent }) => firstEvent <= playhead);
  const title = (one: TappedCall) => getCallTitle(one, names, n);
  return (
    <section aria-label="Call between agents" className="pb-2">
      <h3 className={HEADING}>Call between agents</h3>
      <FactList facts={getFacts(call, names, n)} />
      <h3 className={HEADING}>Made for</h3>
      {parent && edge ? (
        <>
          <CallLink interpretation={interpretation} call={parent} title={title(parent)} n={n} />
          <p data-part="edge" className="px-3 pb-1 text-12/5 text-fg-2">
            {describeEdge(edge)}
          </p>
        </>
      ) : (
        <p data-part="edge" className="px-3 pb-1 text-12/5 text-fg-2">
          {edge
            ? describeEdge(edge)
            : "No other call that passed the tap is known to be the reason."}
        </p>
      )}
      <EdgeActions call={call} names={names} n={n} />
      {children.length > 0 && (
        <>
          <h3 className={HEADING}>{formatQuantity(children.length, "call")} made for it</h3>
          <WaitingBar call={call} n={n} />
          {children.slice(0, MAX_LISTED).map((child) => (
            <CallLink
              key={child.exchange.id}
              interpretation={interpretation}
              call={child}
              title={title(child)}
              n={n}
            />
          ))}
          {children.length > MAX_LISTED && (
            <p className="px-3 text-12 text-fg-3">
              and {formatCount(children.length - MAX_LISTED)} more
            </p>
          )}
        </>
      )}
      <Differences
        title="Request: left the caller, came to the agent"
        list={listRequestDifferences(call.exchange)}
      />
      <Differences
        title="Response: left the agent, came to the caller"
        list={listResponseDifferences(call.exchange, n)}
      />
    </section>
  );
}

function getFacts(call: TappedCall, names: ReadonlyMap<string, string>, n: number): Facts {
  const { via, listen, target, connection, caller } = call.hop;
  if (via === "direct") {
    return [
      ["Caller", findCallerLabel(call, names, n)],
      ["Agent", `${findCalleeName(call, names)}, ${target}`],
      ["Mode", "direct: no tap stands between"],
    ];
  }
  const { program, address, port } = caller;
  const facts: Facts = [
    ["Caller", `${findCallerLabel(call, names, n)}, ${address} port ${port}`],
    [
      "Program",
      program
        ? `${program.name} (process ${program.pid})${program.listens.length > 0 ? `, listens on ${program.listens.join(", ")}` : ""}`
        : "unknown: the system did not tell",
    ],
    ["Agent", `${findCalleeName(call, names)}, ${target}`],
    ["Mode", `${MODE_LABELS[via]} (${listen})`],
    ["Connection", formatCount(connection)],
  ];
  const delay = call.exchange.endAt(n)?.record.hop?.delay;
  if (delay?.request) facts.push(["Request in tap", formatDelay(delay.request)]);
  if (delay?.response) facts.push(["Response in tap", formatDelay(delay.response)]);
  const request = listRequestDifferences(call.exchange);
  facts.push([
    "On the way",
    request.length === 0 ? "the request was not changed" : "the request was changed: see below",
  ]);
  return facts;
}

const formatDelay = ({ reads, mean, max }: HopDelay): string =>
  `${formatDuration(mean)} on average, ${formatDuration(max)} at most, in ${formatQuantity(reads, "read")}`;

function describeEdge(edge: CallEdge): string {
  const { kind, rule, certainty, because } = edge;
  const byHand = getHandLabel(edge);
  if (byHand !== null) return `${capitalize(byHand)}: ${because}`;
  return kind === "recorded"
    ? `Recorded (${rule}): ${because}`
    : `Inferred, ${certainty} (${rule}): ${because}`;
}

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

interface EdgeActionsProps {
  call: TappedCall;
  names: ReadonlyMap<string, string>;
  n: number;
}

/** Nothing in the standalone viewer, which cannot save them. */
function EdgeActions({ call, names, n }: EdgeActionsProps) {
  const editor = useServerFeatures()?.edgeEditor;
  if (!editor) return null;
  return (
    <fieldset aria-label="Made for" className="flex flex-wrap gap-1.5 px-3 pb-1.5">
      {listEdgeActions(editor, call, names, n).map(({ id, label, disabled, onSelect }) => (
        <Button key={id} size={24} variant="outline" disabled={disabled} onClick={onSelect}>
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

interface CallLinkProps {
  interpretation: Interpretation;
  call: TappedCall;
  title: string;
  n: number;
}

function CallLink({ interpretation, call, title, n }: CallLinkProps) {
  const session = useSession();
  const end = call.endTimeAt(n);
  const verdict = getExchangeVerdict(interpretation.timeline, call.exchange, n, interpretation);
  const facts = Number.isNaN(end)
    ? "in progress"
    : `${formatVerdictTitle(verdict)} · ${formatDuration(end - call.begin)}`;
  return (
    <button
      type="button"
      data-part="call-link"
      className="flex min-h-6.5 w-full items-center gap-2 px-3 text-left text-12/5 text-fg-1 hover:bg-bg-3 pointer-coarse:min-h-11"
      onClick={() => showCall(session, call.exchange)}
    >
      <span className="min-w-0 truncate" dir="auto">
        {boundText(title)}
      </span>
      <span className="ml-auto flex-none text-fg-3">{facts}</span>
      <Icon name="chevron-right" size={12} className="text-fg-3" />
    </button>
  );
}

/** The call from its beginning to its end: hatched where it waited. */
function WaitingBar({ call, n }: { call: TappedCall; n: number }) {
  const end = call.endTimeAt(n);
  const length = end - call.begin;
  if (!(length > 0)) return null;
  const waiting = listWaiting(call, n, end);
  const total = waiting.reduce((sum, { from, to }) => sum + to - from, 0);
  const text = `${formatDuration(total)} of ${formatDuration(length)} waiting`;
  const share = (time: number) => (time - call.begin) / length;
  return (
    <div className="px-3 pb-1.5">
      <div
        role="img"
        aria-label={text}
        className="relative h-3 overflow-hidden rounded-[3px] bg-lane-working forced-colors:border"
      >
        {waiting.map(({ from, to }) => (
          <i
            key={from}
            className="absolute inset-y-0 left-[calc(var(--from)*100%)] w-[calc((var(--to)-var(--from))*100%)] bg-bg-2 [background-image:repeating-linear-gradient(135deg,var(--lane-working)_0_2px,transparent_2px_6px)]"
            style={{ "--from": share(from), "--to": share(to) } as CSSProperties}
          />
        ))}
      </div>
      <p className="pt-0.5 text-11 text-fg-3">{text}</p>
    </div>
  );
}

function Differences({ title, list }: { title: string; list: readonly HopDifference[] }) {
  if (list.length === 0) return null;
  return (
    <>
      <h3 className={HEADING}>{title}</h3>
      <dl className="px-3 text-12/5">
        {list.slice(0, MAX_LISTED).map(({ name, from, to }, i) => (
          <div key={`${String(i)} ${name}`} className="border-t border-line-1 py-1">
            <dt className="mono text-fg-3">{boundText(name)}</dt>
            <dd className="mono wrap-anywhere">
              <del className="block text-fg-2">
                {boundText(from ?? "not there", MAX_TEXT_LENGTH)}
              </del>
              <ins className="block no-underline">
                {boundText(to ?? "removed", MAX_TEXT_LENGTH)}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
