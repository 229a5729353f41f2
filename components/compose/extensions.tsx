"use client";
// The extensions that the agent's card offers, and which of them the next message asks for.
import { isStreamingExtension, type OfferedExtension } from "../../lib/protocol/extensions.ts";
import { wantedExtensions } from "../../lib/session/agent-state.ts";
import { useDesk } from "../command/desk.tsx";
import { useAgent } from "../session.tsx";
import { MenuButton } from "../ui/menu.tsx";

const NONE: readonly OfferedExtension[] = [];

export function Extensions() {
  const { agent } = useDesk();
  const offered = useAgent((state) => state.card?.extensions ?? NONE);
  const wanted = useAgent((state) => wantedExtensions(state).join("\n"));
  if (offered.length === 0) return null;
  const uris = new Set(wanted.split("\n"));
  const count = offered.filter(({ uri }) => uris.has(uri)).length;
  return (
    <MenuButton
      label="Extensions"
      items={offered.map((extension) => ({
        id: extension.uri,
        label: extension.uri,
        hint: explained(extension),
        checked: uris.has(extension.uri),
        isToggle: true,
        onSelect: () => agent.chooseExtension(extension.uri, !uris.has(extension.uri)),
      }))}
    >
      Extensions {count}/{offered.length}
    </MenuButton>
  );
}

function explained({ uri, description, required }: OfferedExtension): string {
  return [
    description,
    ...(required ? ["Required: the agent refuses a message that does not ask for it."] : []),
    ...(isStreamingExtension(uri) ? ["Loupe shows its messages as they are written."] : []),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
