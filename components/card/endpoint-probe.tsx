"use client";
// Probes whether an endpoint responds by requesting a task that does not exist. The request changes
// nothing on the agent, and any response in the protocol's format counts.
import { useMemo, useState } from "react";
import { PROBE_CALL } from "../../lib/protocol/call.ts";
import type { Endpoint } from "../../lib/protocol/card/card.ts";
import { getMethodName } from "../../lib/protocol/encode/operations.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isProbe } from "../../lib/timeline/exchange-queries.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { formatDuration } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";

export function EndpointProbe({
  endpoint,
  canProbe,
}: {
  endpoint: Endpoint | null;
  canProbe: boolean;
}) {
  const { agent } = useAppContext();
  const seen = useThrottledVersion();
  const [isSending, setSending] = useState(false);
  const url = endpoint && agent.request(PROBE_CALL, undefined, endpoint)?.url;
  const probe = useMemo(() => {
    return endpoint && url ? findNewestProbe(seen.timeline, endpoint, url) : null;
  }, [seen, endpoint, url]);
  if (isSending || (probe && !probe.end)) return <Spinner size={14} label="Probing" />;
  const result = probe && getProbeResult(probe);
  const sendProbe = async () => {
    if (!endpoint) return;
    setSending(true);
    await agent.send(PROBE_CALL, endpoint);
    setSending(false);
  };
  return (
    <span className="flex items-center gap-1">
      {result ? (
        <span title={result.reason}>
          <Tag hue={result.hue} icon={result.icon}>
            {result.label}
          </Tag>
        </span>
      ) : (
        <Tag>not probed</Tag>
      )}
      {canProbe && endpoint && (
        <Button
          size={24}
          className="-my-0.75"
          aria-label={`${result ? "Probe again" : "Probe"} ${endpoint.url}`}
          title="Requests a task that does not exist. Harmless, and recorded under Discovery."
          onClick={() => void sendProbe()}
        >
          {result ? "Again" : "Probe"}
        </Button>
      )}
    </span>
  );
}

/** With JSON-RPC, two versions may share a URL, and only the method tells them apart. */
function findNewestProbe(
  { exchanges }: Timeline,
  { binding, version }: Endpoint,
  url: string,
): Exchange | null {
  const method = binding === "jsonrpc" ? getMethodName(PROBE_CALL.operation, version) : null;
  const isThis = (exchange: Exchange) =>
    exchange.open.record.url === url &&
    isProbe(exchange) &&
    (method === null || exchange.request?.method === method);
  return exchanges.findLast(isThis) ?? null;
}

interface ProbeResult {
  readonly hue: Hue;
  readonly icon: IconName;
  readonly label: string;
  readonly reason: string;
}

function getProbeResult({ head, end: ended, open, body }: Exchange): ProbeResult {
  const end = ended?.record;
  if (!head) {
    const why = end?.error?.message ?? `No response (${end?.cause ?? "unknown"}).`;
    return { hue: "error", icon: "error", label: "no response", reason: why };
  }
  const { status } = head.record;
  const took = formatDuration((ended?.time ?? head.time) - open.time);
  if (status === 401 || status === 403) {
    const why = "The endpoint responds and requires authentication.";
    return { hue: "warning", icon: "key", label: `HTTP ${status} · ${took}`, reason: why };
  }
  // A gRPC response may have a status and no body.
  const isProtocolResponse = isJson(body.slice(0, body.length)) || open.record.framing === "grpc";
  if (isProtocolResponse && status < 500) {
    return {
      hue: "ok",
      icon: "check",
      label: took,
      reason: `The endpoint responds: HTTP ${status}.`,
    };
  }
  const why = "A server responds, but not in the protocol's format.";
  return { hue: "warning", icon: "warning", label: `HTTP ${status} · ${took}`, reason: why };
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
