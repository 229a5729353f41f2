"use client";
// Beside the address: what the agent wants to know of its caller, and whether it will be told.
import { checkRequirements, NO_SECURITY } from "../../lib/protocol/card/security.ts";
import { hasFor, isNothing } from "../../lib/session/credential.ts";
import { useDesk } from "../command/desk.tsx";
import { useAgent, useHeld } from "../session.tsx";
import { IconButton } from "../ui/button.tsx";

export function KeyButton() {
  const { screen } = useDesk();
  const security = useAgent((agent) => agent.card?.security ?? NO_SECURITY);
  const held = useHeld(useAgent((agent) => agent.endpoint?.url ?? ""));
  const { met } = checkRequirements(security.requirements, (need) => hasFor(held, security, need));
  const state = met === null ? "missing" : isNothing(held) ? "none" : "given";
  return (
    <IconButton
      icon="key"
      label={LABELS[state]}
      size={24}
      className="key-button"
      data-state={state}
      onClick={() => screen.openCredentials()}
    />
  );
}

const LABELS = {
  missing: "Credentials: the agent wants some",
  none: "Credentials: none",
  given: "Credentials: given",
};
