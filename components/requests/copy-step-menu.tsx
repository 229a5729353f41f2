"use client";
import { createCheckStep, formatWorkflowStep } from "../../lib/requests/check-step.ts";
// Menu that copies a saved request as a step of a build.
import type { RequestCollection, SavedRequest } from "../../lib/requests/schemas.ts";
import type { VariableValues } from "../../lib/requests/variables.ts";
import { sanitizeAddress } from "../../lib/session/settings.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { copyText } from "../ui/copy.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { showToast } from "../ui/toast.tsx";

interface CopyStepMenuProps {
  request: SavedRequest;
  collection: RequestCollection;
  values: VariableValues;
}

export function CopyStepMenu({ request, collection, values }: CopyStepMenuProps) {
  const { agent } = useAppContext();
  const phase = useAgent((state) => state.phase);
  const endpoint = useAgent((state) => state.endpoint);
  const address = phase.kind === "connected" ? sanitizeAddress(phase.address) : collection.agent;
  const placed =
    endpoint && agent.addPlaceholders({ method: "POST", url: endpoint.url, headers: [] });
  const headers = (placed?.headers ?? []).map(([name, value]) => `${name}: ${value}`);
  const step = createCheckStep(request, values, { address, headers });
  const copy = async (what: string, text: string) => {
    const isCopied = await copyText(text);
    const rest =
      typeof step !== "string" && step.omitted.length > 0
        ? ` without ${step.omitted.join(", ")}`
        : "";
    showToast({ text: isCopied ? `Copied ${what}${rest}` : `Couldn't copy ${what}` });
  };
  const hint = typeof step === "string" ? { disabled: true, hint: step } : {};
  return (
    <MenuButton
      label="Copy as CI step"
      icon="copy"
      items={[
        {
          id: "command",
          label: "Command line",
          hint: "npx a2a-loupe check …",
          ...hint,
          onSelect: () => typeof step !== "string" && void copy("command", step.command),
        },
        {
          id: "workflow",
          label: "GitHub workflow step",
          ...hint,
          onSelect: () =>
            typeof step !== "string" &&
            void copy("workflow step", formatWorkflowStep(request.name, step)),
        },
      ]}
    >
      Copy as CI step
    </MenuButton>
  );
}
