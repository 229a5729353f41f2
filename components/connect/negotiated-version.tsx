"use client";
// What is spoken with the agent: the protocol's version and binding.
import { BINDING_NAMES } from "../../lib/protocol/card/card.ts";
import type { Binding } from "../../lib/protocol/versions.ts";
import { getExchangeVersion, isCall } from "../../lib/timeline/timeline-queries.ts";
import { useThrottledVersion } from "../library/use-throttled-version.ts";
import { useAgent, useRun, useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Tag } from "../ui/tag.tsx";

const BINDING_LABELS: Readonly<Record<Binding, string>> = { ...BINDING_NAMES, unknown: "" };

/** What was spoken, by the evidence of the run; until there is any, what the card promises. */
export function NegotiatedVersion() {
  const timeline = useRun((run) => run.timeline);
  useThrottledVersion();
  const scope = useView((state) => state.scope);
  const endpoint = useAgent((state) => state.endpoint);
  const stated = useAgent((state) => state.version ?? state.endpoint?.version ?? null);
  const shown = scope === "all" ? undefined : timeline.exchanges[scope];
  const exchange = [shown, ...timeline.exchanges.toReversed()].find(
    (one) => one !== undefined && isCall(one) && one.events.count > 0,
  );
  const spoken = exchange && getExchangeVersion(timeline, exchange, timeline.lastEvent);
  if (spoken && spoken.version !== "unknown") {
    const binding = BINDING_LABELS[spoken.binding];
    return (
      <span className="spoken" title={`Known by ${boundText(spoken.why.join("; "))}`}>
        <Tag>
          A2A {spoken.version}
          {binding !== "" && ` · ${binding}`}
        </Tag>
      </span>
    );
  }
  if (stated === null || !endpoint) return null;
  return (
    <span
      className="spoken"
      data-stated=""
      title={`Nothing was called yet; ${boundText(endpoint.why)}`}
    >
      <Tag>
        A2A {stated} · {BINDING_LABELS[endpoint.binding]}
      </Tag>
    </span>
  );
}
