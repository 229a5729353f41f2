"use client";
// Form that overrides the card's endpoint with another URL, binding or version.
import type { Endpoint } from "../../lib/protocol/card/card.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import EndpointForm from "./endpoint-form.tsx";

export function ManualEndpoint() {
  const { agent } = useAppContext();
  const endpoint = useAgent((state) => state.endpoint);
  const version = useAgent((state) => state.version) ?? endpoint?.version;
  const use = (chosen: Endpoint) => {
    agent.chooseEndpoint(chosen);
    announce(`Requests now go to ${chosen.url}`);
  };
  return (
    <EndpointForm
      url={endpoint?.url ?? ""}
      tenant={endpoint?.tenant ?? null}
      {...(endpoint && { binding: endpoint.binding })}
      {...(version && { version })}
      submit="Use endpoint"
      onUse={use}
    />
  );
}
