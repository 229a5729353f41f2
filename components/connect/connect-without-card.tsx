"use client";
// Calling an endpoint that has no card, or none that was found.
import { useId, useState } from "react";
import type { Endpoint } from "../../lib/protocol/card/card.ts";
import { useAppContext } from "../app-context.tsx";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { EndpointForm, type EndpointFormProps } from "./endpoint-form.tsx";

/** The endpoint as far as it is known. */
export function ConnectWithoutCard(known: Pick<EndpointFormProps, "url" | "binding" | "version">) {
  const { agent } = useAppContext();
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const call = (endpoint: Endpoint) => {
    announce(`Calls go to ${endpoint.url} from now on`);
    void agent.connectToEndpoint(endpoint);
  };
  return (
    <div className="without-card">
      <Button
        size={24}
        icon={isOpen ? "chevron-down" : "chevron-right"}
        aria-expanded={isOpen}
        aria-controls={formId}
        onClick={() => setOpen(!isOpen)}
      >
        Call an endpoint without a card
      </Button>
      <div id={formId} hidden={!isOpen}>
        {isOpen && <EndpointForm {...known} submit="Call it" onUse={call} />}
      </div>
    </div>
  );
}
