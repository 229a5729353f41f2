"use client";
// Tag with the protocol version and binding in use.
import { BINDING_NAMES } from "../../lib/protocol/card/card.ts";
import type { Binding, DetectedVersion } from "../../lib/protocol/versions.ts";
import { isCall } from "../../lib/timeline/exchange-queries.ts";
import type { Scope } from "../../lib/timeline/scope.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { getExchangeVersion } from "../../lib/timeline/timeline-queries.ts";
import { useAgent, useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { Tag } from "../ui/tag.tsx";
import { useRunFact } from "../use-throttled-version.ts";
import { HIDDEN_ON_PHONES } from "./bar.tsx";

const BINDING_LABELS: Readonly<Record<Binding, string>> = { ...BINDING_NAMES, unknown: "" };

const PLACE = cx("flex", HIDDEN_ON_PHONES);

/** Shows the version detected in the run or, before the first call, the version that the card declares. */
export default function NegotiatedVersion() {
  const scope = useView((state) => state.scope);
  const endpoint = useAgent((state) => state.endpoint);
  const declared = useAgent((state) => state.version ?? state.endpoint?.version ?? null);
  const label = useRunFact(({ timeline }) => {
    const detected = findVersion(timeline, scope);
    if (!detected) return null;
    const binding = BINDING_LABELS[detected.binding];
    return `A2A ${detected.version}${binding === "" ? "" : ` · ${binding}`}`;
  });
  const reasons = useRunFact(({ timeline }) => findVersion(timeline, scope)?.why.join("; "));
  if (label !== null) {
    return (
      <span className={PLACE} title={`Detected from: ${boundText(reasons ?? "")}`}>
        <Tag>{label}</Tag>
      </span>
    );
  }
  if (declared === null || !endpoint) return null;
  return (
    <span className={PLACE} title={`No calls yet. Endpoint: ${boundText(endpoint.why)}`}>
      <Tag faint>
        A2A {declared} · {BINDING_LABELS[endpoint.binding]}
      </Tag>
    </span>
  );
}

/** The version that the newest call of the scope is in; `null` before it is known. */
function findVersion(timeline: Timeline, scope: Scope): DetectedVersion | null {
  const shown = scope === "all" ? undefined : timeline.exchanges[scope];
  // Calls between agents may be in other versions than those to the agent.
  const calls = timeline.callTree.listUserCalls(timeline.exchanges, timeline.lastEvent);
  const exchange = [shown, ...calls.toReversed()].find(
    (one) => one !== undefined && isCall(one) && one.events.count > 0,
  );
  const detected = exchange && getExchangeVersion(timeline, exchange, timeline.lastEvent);
  return detected && detected.version !== "unknown" ? detected : null;
}
