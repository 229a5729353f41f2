"use client";
// Card section: the interfaces that the agent declares. Each can be probed and chosen.
import { useState } from "react";
import {
  BINDING_NAMES,
  type Endpoint,
  resolveEndpoint,
  SUPPORTED_BINDINGS,
} from "../../lib/protocol/card/card.ts";
import type { InterfaceDetails } from "../../lib/protocol/card/card-details.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { Tag } from "../ui/tag.tsx";
import { CardSection } from "./card-fact-grid.tsx";
import { CardProblemMarker } from "./card-problem-marker.tsx";
import { EndpointProbe } from "./endpoint-probe.tsx";
import { ManualEndpoint } from "./manual-endpoint.tsx";
import { findFindingAt, type ShownCard } from "./use-card.ts";
import { useFirstItems } from "./use-first-items.tsx";

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
      <table className="card-table card-interfaces">
        <thead>
          <tr>
            <th scope="col">URL</th>
            <th scope="col">Binding</th>
            <th scope="col">Protocol</th>
            <th scope="col">Reachable</th>
            {canChoose && (
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <InterfaceRow key={one.path.join("/")} one={one} card={card} canChoose={canChoose} />
          ))}
        </tbody>
      </table>
      {more}
      {canChoose && (
        <Button
          size={24}
          icon={isManual ? "chevron-down" : "chevron-right"}
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
      <tr>
        <th scope="row" className="mono">
          <CardProblemMarker card={card} path={path} />
          <span className="wrap-anywhere">{boundText(url || "no URL")}</span>
          {tenant !== null && <span className="card-second">tenant {boundText(tenant)}</span>}
        </th>
        <td>
          {agentInterface && agentInterface.binding !== "unknown"
            ? BINDING_NAMES[agentInterface.binding]
            : binding && boundText(binding)}
        </td>
        <td>
          {version ?? (
            <Tag hue="warning" icon="warning">
              missing
            </Tag>
          )}
        </td>
        <td>
          <EndpointProbe endpoint={isSupported ? endpoint : null} canProbe={canChoose} />
        </td>
        {canChoose && (
          <td className="card-actions">
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
    <tr className="card-offer">
      <th scope="row" className="mono">
        <span className="wrap-anywhere">{boundText(endpoint.url)}</span>
        <span className="card-second">suggested, based on the card's URL</span>
      </th>
      <td>{BINDING_NAMES[endpoint.binding]}</td>
      <td>{boundText(endpoint.version)}</td>
      <td>
        <EndpointProbe endpoint={endpoint} canProbe />
      </td>
      <td className="card-actions">
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
