"use client";
// Tag with the protocol version and binding in use.
import { BINDING_NAMES } from "../../lib/protocol/card/card.ts";
import type { Binding } from "../../lib/protocol/versions.ts";
import { isCall } from "../../lib/timeline/exchange-queries.ts";
import { getExchangeVersion } from "../../lib/timeline/timeline-queries.ts";
import { useAgent, useRun, useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { Tag } from "../ui/tag.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";
import { HIDDEN_ON_PHONES } from "./bar.tsx";

const BINDING_LABELS: Readonly<Record<Binding, string>> = { ...BINDING_NAMES, unknown: "" };

const PLACE = cx("flex", HIDDEN_ON_PHONES);

/** Shows the version detected in the run or, before the first call, the version that the card declares. */
export default function NegotiatedVersion() {
  const timeline = useRun((run) => run.timeline);
  useThrottledVersion();
  const scope = useView((state) => state.scope);
  const endpoint = useAgent((state) => state.endpoint);
  const declared = useAgent((state) => state.version ?? state.endpoint?.version ?? null);
  const shown = scope === "all" ? undefined : timeline.exchanges[scope];
  // Calls between agents may be in other versions than those to the agent.
  const calls = timeline.callTree.listUserCalls(timeline.exchanges, timeline.lastEvent);
  const exchange = [shown, ...calls.toReversed()].find(
    (one) => one !== undefined && isCall(one) && one.events.count > 0,
  );
  const detected = exchange && getExchangeVersion(timeline, exchange, timeline.lastEvent);
  if (detected && detected.version !== "unknown") {
    const binding = BINDING_LABELS[detected.binding];
    return (
      <span className={PLACE} title={`Detected from: ${boundText(detected.why.join("; "))}`}>
        <Tag>
          A2A {detected.version}
          {binding !== "" && ` · ${binding}`}
        </Tag>
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
