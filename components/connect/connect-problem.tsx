"use client";

// Banner with the reason why connecting failed: the source of the error, the responses and a remedy.

import { useId, useState } from "react";
import type { CardAttempt } from "../../lib/api/api-types.ts";
import {
  getFirstCandidateUrl,
  mayServeCard,
  parseAgentAddress,
} from "../../lib/protocol/card/candidates.ts";
import type { Endpoint } from "../../lib/protocol/card/card.ts";
import type { AgentPhase } from "../../lib/session/agent-state.ts";
import { useAppContext, useOpenDialog } from "../app-context.tsx";
import { CardAttemptList } from "../card/card-attempt-list.tsx";
import { useCardStore } from "../card/card-store.ts";
import type { EndpointFormProps } from "../card/endpoint-form.tsx";
import { LimitButton } from "../limits/limit-button.tsx";
import { announce } from "../ui/announce.ts";
import { Banner } from "../ui/banner.tsx";
import { boundNode } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";

const Challenges = createLazyComponent(() => import("../credentials/challenges.tsx"));

export function ConnectProblem({ phase }: { phase: AgentPhase & { kind: "failed" } }) {
  const { agent, run, view } = useAppContext();
  const openDialog = useOpenDialog();
  const showAgentCard = useCardStore((card) => card.showAgentCard);
  const { address, problem, recording, rejection, tried, offered, grpc } = phase;
  const { who, title, what, remedy, details } = problem;
  // TLS problems are solved in the credentials dialog.
  const isTlsProblem = /\bTLS\b|\(tls\./.test(`${title} ${what}`);
  const takesCredentials = rejection !== null || offered !== null;
  const url =
    rejection?.url ?? (takesCredentials || isTlsProblem ? getFirstCandidateUrl(address) : null);
  const showExchanges = (id: string) => {
    agent.cancelConnect();
    run.openRecording(id, address);
    view.setState({ scope: 0 });
  };
  const showCard = (id: string) => {
    showExchanges(id);
    showAgentCard();
  };
  return (
    <Banner
      severity={offered ? "warning" : "error"}
      live
      who={who}
      title={title}
      remedy={remedy ?? undefined}
      onClose={agent.cancelConnect}
      actions={
        <>
          {grpc && (
            <Button
              variant="outline"
              size={24}
              icon="arrow-right"
              onClick={() => void agent.connectToEndpoint(grpc)}
            >
              Call over gRPC
            </Button>
          )}
          {offered && (
            <Button
              variant="outline"
              size={24}
              icon="arrow-right"
              onClick={() => void agent.connect(offered.address)}
            >
              Use it
            </Button>
          )}
          <Button variant="outline" size={24} onClick={() => void agent.connect(address)}>
            Try again
          </Button>
          {url !== null && (
            <Button size={24} icon="key" onClick={() => openDialog("credentials", { url })}>
              {takesCredentials ? "Add credentials" : "TLS settings"}
            </Button>
          )}
          <LimitButton limit={tried.find(({ limit }) => limit !== undefined)?.limit} />
          {recording !== null && tried.some(hasJson) && (
            <Button size={24} icon="card" onClick={() => showCard(recording)}>
              Show as card
            </Button>
          )}
          {recording !== null && (
            <Button size={24} onClick={() => showExchanges(recording)}>
              Show exchanges
            </Button>
          )}
        </>
      }
      {...(details !== null && { details, detailsLabel: "Responses" })}
    >
      {boundNode(what)}
      {rejection?.challenge && (
        <Challenges lines={[rejection.challenge]} isIdentified={rejection.isIdentified} />
      )}
      {new Set(tried.map(({ outcome }) => outcome)).size > 1 && <CardAttemptList tried={tried} />}
      {tried.length > 0 && (
        <ConnectWithoutCard
          label="Call without a card"
          url={grpc?.url ?? guessEndpoint(address)}
          {...(grpc && { binding: grpc.binding, version: grpc.version })}
        />
      )}
    </Banner>
  );
}

/** The typed address may be the endpoint itself, unless it is the URL of a card. */
function guessEndpoint(address: string): string {
  const url = parseAgentAddress(address);
  return "error" in url || mayServeCard(url.href) ? "" : url.href;
}

/** Any JSON response can be shown as a card. */
function hasJson({ status, contentType }: CardAttempt): boolean {
  return status !== null && status < 300 && /json/i.test(contentType ?? "");
}

const EndpointForm = createLazyComponent(() => import("../card/endpoint-form.tsx"));

/** Collapsible form to connect to an endpoint that has no card. `known` prefills it. */
export function ConnectWithoutCard({
  label = "Call an endpoint without a card",
  ...known
}: Pick<EndpointFormProps, "url" | "binding" | "version"> & { label?: string }) {
  const { agent } = useAppContext();
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const connect = (endpoint: Endpoint) => {
    announce(`Requests now go to ${endpoint.url}`);
    void agent.connectToEndpoint(endpoint);
  };
  return (
    <div>
      <Button
        size={24}
        icon={isOpen ? "chevron-down" : "chevron-right"}
        aria-expanded={isOpen}
        aria-controls={formId}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      <div id={formId} hidden={!isOpen} className="p-2">
        {isOpen && <EndpointForm {...known} submit="Use endpoint" onUse={connect} />}
      </div>
    </div>
  );
}
