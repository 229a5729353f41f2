/** What of a log is served to clients: its responses that an application works with. */

import { listRunEvents, readWireResponse } from "../../clients/wire-response.ts";
import { formatPlural } from "../../text/plural.ts";
import { describeEdit } from "../../timeline/edits.ts";
import type { WireRecord } from "../../wire/record.ts";
import {
  createReplaySource,
  type RecordedExchange,
  type ReplaySource,
} from "../replay/replay-source.ts";
import { applyEdits, type EditGap } from "./apply-edits.ts";
import { type ClientExchange, listRecords, toClientExchange } from "./client-exchange.ts";

export interface ClientRun {
  readonly source: ReplaySource;
  readonly exchanges: readonly ClientExchange[];
  /** What of the log clients do not get, in words. */
  readonly notServed: readonly string[];
}

/**
 * All of the log, or the exchange with this number or id. Otherwise, why nothing can be served; `null`
 * if the log has no exchange at all.
 */
export function selectClientRun(
  records: readonly WireRecord[],
  name: string | null,
): ClientRun | { readonly refusal: string | null } {
  const source = createReplaySource(records);
  const isWanted = ({ open, number }: RecordedExchange) =>
    name === null || open.x === name || String(number) === name;
  const exchanges = listClientExchanges(source, records).filter(({ recorded }) =>
    isWanted(recorded),
  );
  if (exchanges.length === 0) {
    if (name === null) return { refusal: describeEmptyRun(source) };
    const isServable = source.exchanges.some(isWanted);
    const isInLog = records.some((record) => record.r === "open" && record.x === name);
    return { refusal: describeRefusal(JSON.stringify(name), source, isServable, isInLog) };
  }
  const edits = records.filter((record) => record.r === "edit");
  const delivered = exchanges.map((exchange) => {
    const own = edits.filter(({ x }) => x === exchange.recorded.open.x);
    return applyEdits(exchange, own);
  });
  const gaps = delivered.flatMap((one) =>
    one.gaps.map((gap) => describeGap(one.exchange.recorded, gap)),
  );
  return {
    source,
    exchanges: delivered.map(({ exchange }) => exchange),
    notServed: [...(name === null ? source.left : []), ...gaps],
  };
}

function listClientExchanges(
  source: ReplaySource,
  records: readonly WireRecord[],
): ClientExchange[] {
  const runEvents = listRunEvents(records);
  // Several exchanges of a log without HTTP share one of the timeline.
  const used = new Map<string, number>();
  return source.exchanges.flatMap((recorded) => {
    const { x } = recorded.open;
    const first = used.get(x) ?? 0;
    const response = readWireResponse(listRecords(recorded), runEvents.get(x)?.slice(first));
    used.set(x, first + response.events.length);
    return toClientExchange(recorded, response) ?? [];
  });
}

function describeEmptyRun({ exchanges, left }: ReplaySource): string | null {
  if (left.length > 0) return `The log contains only ${left.join(", ")}.`;
  if (exchanges.length === 0) return null;
  return `The log has ${formatPlural(exchanges.length, "exchange")}, but no response to a message and no task.`;
}

function describeRefusal(
  name: string,
  { left }: ReplaySource,
  isServable: boolean,
  isInLog: boolean,
): string {
  if (isServable) return `Exchange ${name} is no response to a message and no task.`;
  if (!isInLog) return `The log has no exchange ${name}.`;
  return `Exchange ${name} cannot be served. The log has ${left.join(", ")}.`;
}

/** `in exchange 1, “Event 2 inserted (step 1 of the plan)”, as the log does not say …` */
function describeGap({ number }: RecordedExchange, { edit, why }: EditGap): string {
  const done = describeEdit(edit).replace(/\.$/, "");
  return `in exchange ${number}, “${done}”, as ${why}`;
}
