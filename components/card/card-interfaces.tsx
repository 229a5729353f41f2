"use client";
// Card section: the interfaces that the agent declares. Each can be probed and chosen.
import { useMemo, useState } from "react";
import { PROBE_CALL } from "../../lib/protocol/call.ts";
import {
  BINDING_NAMES,
  type Endpoint,
  resolveEndpoint,
  SUPPORTED_BINDINGS,
} from "../../lib/protocol/card/card.ts";
import type { InterfaceDetails } from "../../lib/protocol/card/card-details.ts";
import { getMethodName } from "../../lib/protocol/encode/operations.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isProbe } from "../../lib/timeline/exchange-queries.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatDuration } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";
import { CardSection, SecondLine, useFirstItems } from "./card-fact-grid.tsx";
import { CardProblemMarker } from "./card-problem-marker.tsx";
import { CARD_ROW, type CardColumn, CardTable, cellClass } from "./card-table.tsx";
import { ManualEndpoint } from "./endpoint-form.tsx";
import { findFindingAt, type ShownCard } from "./use-card.ts";

const COLUMNS: readonly CardColumn[] = [
  { name: "URL" },
  { name: "Binding" },
  { name: "Protocol" },
  { name: "Reachable" },
];

const ROW = cx(
  CARD_ROW,
  "@max-[560px]/card:flex @max-[560px]/card:flex-wrap @max-[560px]/card:items-center @max-[560px]/card:gap-x-3 @max-[560px]/card:gap-y-0.5",
);
const NAME_CELL = cellClass("mono text-left @max-[560px]/card:flex-[1_1_100%]");
const VALUE_CELL = cellClass("w-[1%] whitespace-nowrap text-fg-2");
const ACTION_CELL = cellClass("w-[1%] whitespace-nowrap text-right @max-[560px]/card:ml-auto", {
  isLast: true,
});

export function CardInterfaces({ card }: { card: ShownCard }) {
  const interfaces = card.profile?.interfaces ?? [];
  const [shown, more] = useFirstItems(interfaces, "interfaces");
  const isConnected = useAgent((agent) => agent.endpoint !== null);
  const canChoose = isConnected && card.fetched !== null;
  const [isManual, setManual] = useState(false);
  return (
    <CardSection
      title="Interfaces"
      note={interfaces.length > 1 ? "the first one is preferred" : undefined}
    >
      <CardTable columns={canChoose ? [...COLUMNS, { name: "Actions", isUnseen: true }] : COLUMNS}>
        {shown.map((one) => (
          <InterfaceRow key={one.path.join("/")} one={one} card={card} canChoose={canChoose} />
        ))}
      </CardTable>
      {more}
      {canChoose && (
        <Button
          size={24}
          icon={isManual ? "chevron-down" : "chevron-right"}
          className="justify-self-start"
          aria-expanded={isManual}
          onClick={() => setManual(!isManual)}
        >
          Override endpoint
        </Button>
      )}
      {canChoose && isManual && <ManualEndpoint />}
    </CardSection>
  );
}

interface InterfaceRowProps {
  one: InterfaceDetails;
  card: ShownCard;
  canChoose: boolean;
}

function InterfaceRow({ one, card, canChoose }: InterfaceRowProps) {
  const { agent } = useAppContext();
  const { url, binding, version, tenant, agentInterface, path } = one;
  const chosen = useAgent((state) => state.endpoint);
  const cardUrl = card.fetched?.url ?? null;
  const found =
    agentInterface && resolveEndpoint(agentInterface, cardUrl, "chosen on the card page");
  const endpoint = typeof found === "string" ? null : found;
  const isSupported = endpoint !== null && SUPPORTED_BINDINGS.has(endpoint.binding);
  const corrected = findFindingAt(card.review, path, "card/url-unpublishable")?.corrected ?? null;
  const use = (next: Endpoint) => {
    agent.chooseEndpoint(next);
    announce(`Requests now go to ${next.url}`);
  };
  return (
    <>
      <tr className={ROW}>
        <th scope="row" className={NAME_CELL}>
          <CardProblemMarker card={card} path={path} />
          <span className="wrap-anywhere">{boundText(url || "no URL")}</span>
          {tenant !== null && <SecondLine>tenant {boundText(tenant)}</SecondLine>}
        </th>
        <td className={VALUE_CELL}>
          {agentInterface && agentInterface.binding !== "unknown"
            ? BINDING_NAMES[agentInterface.binding]
            : binding && boundText(binding)}
        </td>
        <td className={VALUE_CELL}>
          {version ?? (
            <Tag hue="warning" icon="warning">
              missing
            </Tag>
          )}
        </td>
        <td className={VALUE_CELL}>
          <EndpointProbe endpoint={isSupported ? endpoint : null} canProbe={canChoose} />
        </td>
        {canChoose && (
          <td className={ACTION_CELL}>
            <UseButton
              endpoint={isSupported ? endpoint : null}
              isChosen={endpoint !== null && isSameEndpoint(endpoint, chosen)}
              onUse={use}
            />
          </td>
        )}
      </tr>
      {corrected !== null && endpoint && canChoose && (
        <EndpointSuggestion
          endpoint={{ ...endpoint, url: corrected, why: "corrected based on the card's URL" }}
          isChosen={isSameEndpoint({ ...endpoint, url: corrected }, chosen)}
          onUse={use}
        />
      )}
    </>
  );
}

interface UseButtonProps {
  /** `null` if Loupe does not support the binding. */
  endpoint: Endpoint | null;
  isChosen: boolean;
  onUse: (endpoint: Endpoint) => void;
}

/** One button for both states, so that it keeps the focus when it is pressed. */
function UseButton({ endpoint, isChosen, onUse }: UseButtonProps) {
  return (
    <Button
      size={24}
      variant="outline"
      className="-my-0.75"
      {...(isChosen && { icon: "check" as const })}
      pressed={isChosen}
      disabled={endpoint === null}
      title={endpoint ? undefined : "Loupe does not support this binding"}
      onClick={() => endpoint && !isChosen && onUse(endpoint)}
    >
      {isChosen ? "In use" : "Use"}
      <span className="sr-only"> {endpoint?.url}</span>
    </Button>
  );
}

interface EndpointSuggestionProps {
  endpoint: Endpoint;
  isChosen: boolean;
  onUse: (endpoint: Endpoint) => void;
}

/** A corrected address. It is used only if the user chooses it. */
function EndpointSuggestion({ endpoint, isChosen, onUse }: EndpointSuggestionProps) {
  return (
    <tr className={ROW}>
      <th scope="row" className={cx(NAME_CELL, "pl-4")}>
        <span className="wrap-anywhere">{boundText(endpoint.url)}</span>
        <SecondLine>suggested, based on the card's URL</SecondLine>
      </th>
      <td className={VALUE_CELL}>{BINDING_NAMES[endpoint.binding]}</td>
      <td className={VALUE_CELL}>{boundText(endpoint.version)}</td>
      <td className={VALUE_CELL}>
        <EndpointProbe endpoint={endpoint} canProbe />
      </td>
      <td className={ACTION_CELL}>
        <UseButton endpoint={endpoint} isChosen={isChosen} onUse={onUse} />
      </td>
    </tr>
  );
}

function isSameEndpoint(a: Endpoint, b: Endpoint | null): boolean {
  return (
    b !== null &&
    a.url === b.url &&
    a.binding === b.binding &&
    a.version === b.version &&
    a.tenant === b.tenant
  );
}

/**
 * Probes whether an endpoint responds by requesting a task that does not exist. The request changes
 * nothing on the agent, and any response in the protocol's format counts.
 */
function EndpointProbe({ endpoint, canProbe }: { endpoint: Endpoint | null; canProbe: boolean }) {
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
