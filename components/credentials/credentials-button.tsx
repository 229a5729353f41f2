"use client";
// Beside the address: what the agent wants to know of its caller, and whether it will be told.
import { checkRequirements, NO_SECURITY } from "../../lib/protocol/card/security.ts";
import { hasCredentialFor, hasNoCredentials } from "../../lib/session/origin-credentials.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent, useOriginCredentials } from "../session.tsx";
import { IconButton } from "../ui/button.tsx";

export function CredentialsButton() {
  const { screen } = useAppContext();
  const security = useAgent((agent) => agent.card?.security ?? NO_SECURITY);
  const held = useOriginCredentials(useAgent((agent) => agent.endpoint?.url ?? ""));
  const { met } = checkRequirements(security.requirements, (need) =>
    hasCredentialFor(held, security, need),
  );
  const state = met === null ? "missing" : hasNoCredentials(held) ? "none" : "given";
  return (
    <IconButton
      icon="key"
      label={STATUS_LABELS[state]}
      size={24}
      className="key-button"
      data-state={state}
      onClick={() => screen.openCredentials()}
    />
  );
}

const STATUS_LABELS = {
  missing: "Credentials: the agent wants some",
  none: "Credentials: none",
  given: "Credentials: given",
};
