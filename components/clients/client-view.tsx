"use client";
// What clients understood: the verdict on each in one sentence, then each event that one changed beside
// what was sent to it.

import { useCallback } from "react";
import type {
  ClientDifference,
  ClientResult,
  EventRow,
  ExchangeResult,
} from "../../lib/clients/client-result.ts";
import { type EventLine, listEventLines } from "../../lib/clients/event-lines.ts";
import { formatValue } from "../../lib/clients/sentence.ts";
import { formatFrameLine } from "../../lib/timeline/timeline-queries.ts";
import { extractFrameContent } from "../../lib/wire/frame-content.ts";
import { StatusMark } from "../labels/status-mark.tsx";
import { PendingLine, useTextRead } from "../loaded-text.tsx";
import { useSession } from "../session.tsx";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { formatQuantity } from "../ui/format.ts";
import { WELL } from "../ui/shared-classes.ts";

export const VERDICT_MARKS = {
  same: { status: "pass", word: "same" },
  differs: { status: "fail", word: "differs" },
  failed: { status: "error", word: "failed" },
} as const;

type ShowEvent = ((event: number) => void) | null;

/** The verdict on each client in one sentence. */
export function VerdictList({ clients }: { clients: readonly ClientResult[] }) {
  return (
    <ul className="grid gap-1.5 border-t border-line-2 pt-3" aria-label="Verdicts">
      {clients.map(({ name, verdict, sentence }) => (
        <li
          key={name}
          className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-2 @max-[480px]/clients:grid-cols-1"
        >
          <StatusMark {...VERDICT_MARKS[verdict]} />
          <p dir="auto" className="font-semibold wrap-anywhere">
            {boundText(sentence, MAX_TEXT_LENGTH)}
          </p>
        </li>
      ))}
    </ul>
  );
}

interface ClientViewProps {
  result: ClientResult;
  /** `null` if the run is no longer open. */
  onShowEvent: ShowEvent;
}

/** Nothing of a client that is the same as the wire. */
export function ClientView({ result: { name, exchanges }, onShowEvent }: ClientViewProps) {
  const shown = exchanges.filter((one) => one.verdict !== "same");
  if (shown.length === 0) return null;
  return (
    <section className="grid min-w-0 gap-2 border-t border-line-2 pt-3" aria-label={name}>
      <h3 className="font-semibold wrap-anywhere">{boundText(name)}</h3>
      {shown.map((one) => (
        <ExchangeTable
          key={one.exchange}
          result={one}
          isOnly={exchanges.length === 1}
          onShowEvent={onShowEvent}
        />
      ))}
    </section>
  );
}

/** A client that breaks a stream breaks every event behind. */
const MAX_LINES = 100;

interface ExchangeTableProps {
  result: ExchangeResult;
  isOnly: boolean;
  onShowEvent: ShowEvent;
}

function ExchangeTable({ result, isOnly, onShowEvent }: ExchangeTableProps) {
  const { exchange, wire, received, failure, edits } = result;
  const lines = listEventLines(result);
  const isEdited = edits.length > 0;
  const sent = isEdited ? "delivered" : "sent";
  const counts = `${formatQuantity(wire, "event")} ${sent}, ${received} handed over`;
  const hidden = lines.length - MAX_LINES;
  return (
    <div className="grid min-w-0 gap-1">
      {failure !== null && (
        <p className="wrap-anywhere text-error">{boundText(`The client ${failure}.`)}</p>
      )}
      <table className="w-full table-fixed border-collapse text-left">
        <caption className="pb-1 text-left text-fg-2">
          {isOnly ? counts : `Exchange ${exchange}: ${counts}`}
        </caption>
        <thead className="text-fg-3">
          <tr>
            <th scope="col" className="w-16 py-1 pr-2 font-medium @max-[480px]/clients:w-12">
              Event
            </th>
            <th scope="col" className="py-1 pr-3 font-medium">
              {isEdited ? "The tap delivered" : "The agent sent"}
            </th>
            <th scope="col" className="py-1 font-medium">
              The client handed over
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, MAX_LINES).map((line, i) => (
            <LineRow key={getLineKey(line, i)} line={line} onShowEvent={onShowEvent} />
          ))}
        </tbody>
      </table>
      {hidden > 0 && <p className="text-fg-2">and {formatQuantity(hidden, "more line")}</p>}
    </div>
  );
}

const getLineKey = (line: EventLine, index: number): string =>
  line.kind === "equal" ? `equal ${line.from.event}` : `${line.row?.event ?? "extra"} ${index}`;

const CELL = "border-t border-line-2 py-1.5 pr-3 align-top";

function LineRow({ line, onShowEvent }: { line: EventLine; onShowEvent: ShowEvent }) {
  if (line.kind === "equal") {
    const { from, to } = line;
    const isOne = from === to;
    return (
      <tr className="text-fg-3">
        <td className={CELL}>{isOne ? from.event : `${from.event}–${to.event}`}</td>
        <td className={CELL}>
          <span className="wrap-anywhere">
            {isOne ? boundText(from.title) : formatQuantity(to.event - from.event + 1, "event")}
          </span>
        </td>
        <td className={CELL}>the same</td>
      </tr>
    );
  }
  const { row, differences } = line;
  return (
    <tr>
      <td className={CELL}>{row?.event ?? "–"}</td>
      <td className={CELL}>
        {row ? (
          <SentEvent row={row} onShowEvent={onShowEvent} />
        ) : (
          <span className="text-fg-3">nothing</span>
        )}
      </td>
      <td className={CELL}>
        <ul className="grid gap-1">
          {differences.map((one) => (
            <li key={`${one.kind} ${one.member ?? ""} ${one.received ?? ""}`}>
              <Difference difference={one} />
            </li>
          ))}
          {differences.length === 0 && <li className="text-error">Lost behind the error</li>}
        </ul>
      </td>
    </tr>
  );
}

interface SentEventProps {
  row: EventRow;
  onShowEvent: ShowEvent;
}

/** The title leads to the row in the run; below it are the bytes of the frame. */
function SentEvent({ row: { title, runEvent, frame, event }, onShowEvent }: SentEventProps) {
  const text = boundText(title);
  return (
    <div className="grid min-w-0 gap-1">
      {onShowEvent && runEvent !== null ? (
        <button
          type="button"
          className="justify-self-start text-left text-accent underline wrap-anywhere pointer-coarse:min-h-9"
          title={`Show event ${runEvent} of the run`}
          onClick={() => onShowEvent(runEvent)}
        >
          {text}
        </button>
      ) : (
        <span className="wrap-anywhere">{text}</span>
      )}
      {frame !== null && frame !== event && <span className="text-fg-3">frame {frame}</span>}
      {onShowEvent && runEvent !== null && <FrameText event={runEvent} />}
    </div>
  );
}

const MAX_FRAME_LENGTH = 400;

function FrameText({ event }: { event: number }) {
  const { run } = useSession();
  const { timeline } = run.getState();
  const read = useTextRead(
    useCallback(
      () => extractFrameContent(formatFrameLine(timeline, event)).text.trim(),
      [timeline, event],
    ),
  );
  if (read.kind !== "loaded") return <PendingLine read={read} />;
  return (
    <p className={WELL} data-part="frame" dir="ltr">
      {boundText(read.value, MAX_FRAME_LENGTH)}
    </p>
  );
}

const WORDS = {
  lost: "Lost",
  doubled: "Handed over more than once",
  reordered: "Handed over out of order",
  changed: "Changed",
  thrown: "Threw an error",
} as const;

function Difference({ difference }: { difference: ClientDifference }) {
  const { kind, member = "", error, missing = 0, reason } = difference;
  const isExtra = kind === "changed" && difference.event === null;
  return (
    <div className="grid min-w-0 gap-0.5">
      <p className="text-error">
        {isExtra ? "An event that was never sent" : WORDS[kind]}
        {!isExtra && member !== "" && (
          <span className="mono wrap-anywhere text-fg-1"> {boundText(member)}</span>
        )}
        {reason !== undefined && <span className="text-fg-2">: {boundText(reason)}</span>}
      </p>
      {kind === "changed" && (
        <p className="mono wrap-anywhere">
          {!isExtra && (
            <del className="block text-fg-2">
              <span className="sr-only">was </span>
              {formatValue(difference.old, MAX_VALUE_LENGTH)}
            </del>
          )}
          <ins className="block no-underline">
            <span className="sr-only">became </span>
            {formatValue(difference.new, MAX_VALUE_LENGTH)}
          </ins>
        </p>
      )}
      {error !== undefined && (
        <p className="mono wrap-anywhere">{boundText(error, MAX_VALUE_LENGTH)}</p>
      )}
      {missing > 1 && (
        <p className="text-fg-2">{formatQuantity(missing, "event")} did not arrive</p>
      )}
    </div>
  );
}

const MAX_VALUE_LENGTH = 400;
