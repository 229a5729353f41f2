"use client";
// Key button in the address field. Shows whether the required credentials are set.
import { checkRequirements, NO_SECURITY } from "../../lib/protocol/card/security.ts";
import { hasCredentialFor, hasNoCredentials } from "../../lib/session/origin-credentials.ts";
import { useOpenDialog } from "../app-context.tsx";
import { useAgent, useOriginCredentials } from "../session.tsx";
import { IconButton } from "../ui/button.tsx";

export default function CredentialsButton() {
  const openDialog = useOpenDialog();
  const security = useAgent((agent) => agent.card?.security ?? NO_SECURITY);
  const stored = useOriginCredentials(useAgent((agent) => agent.endpoint?.url ?? ""));
  const { met } = checkRequirements(security.requirements, (need) =>
    hasCredentialFor(stored, security, need),
  );
  const state = met === null ? "missing" : hasNoCredentials(stored) ? "none" : "given";
  return (
    <IconButton
      icon="key"
      label={STATUS_LABELS[state]}
      size={24}
      className={ICON_COLORS[state]}
      onClick={() => openDialog("credentials")}
    />
  );
}

const ICON_COLORS = {
  missing: "*:[svg]:text-warning",
  none: "*:[svg]:text-fg-3",
  given: "*:[svg]:text-ok",
};

const STATUS_LABELS = {
  missing: "Credentials: missing",
  none: "Credentials: none",
  given: "Credentials: set",
};
