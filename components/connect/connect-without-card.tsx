"use client";
// Collapsible form to connect to an endpoint that has no card.
import { useId, useState } from "react";
import type { Endpoint } from "../../lib/protocol/card/card.ts";
import { useAppContext } from "../app-context.tsx";
import type { EndpointFormProps } from "../card/endpoint-form.tsx";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";

const EndpointForm = createLazyComponent(() => import("../card/endpoint-form.tsx"));

/** `known` prefills the form. */
export function ConnectWithoutCard(known: Pick<EndpointFormProps, "url" | "binding" | "version">) {
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
        Call an endpoint without a card
      </Button>
      <div id={formId} hidden={!isOpen} className="p-2">
        {isOpen && <EndpointForm {...known} submit="Use endpoint" onUse={connect} />}
      </div>
    </div>
  );
}
