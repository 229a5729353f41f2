"use client";
// Menu of the extensions that the card offers, to choose which ones the next message requests.
import { isStreamingExtension, type OfferedExtension } from "../../lib/protocol/extensions.ts";
import { getRequestedExtensions } from "../../lib/session/agent-state.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { MenuButton } from "../ui/menu.tsx";

const NO_EXTENSIONS: readonly OfferedExtension[] = [];

export function ExtensionChoice() {
  const { agent } = useAppContext();
  const offered = useAgent((state) => state.card?.extensions ?? NO_EXTENSIONS);
  const requested = useAgent((state) => getRequestedExtensions(state).join("\n"));
  if (offered.length === 0) return null;
  const uris = new Set(requested.split("\n"));
  const count = offered.filter(({ uri }) => uris.has(uri)).length;
  return (
    <MenuButton
      label="Extensions"
      items={offered.map((extension) => ({
        id: extension.uri,
        label: extension.uri,
        hint: getExtensionTooltip(extension),
        checked: uris.has(extension.uri),
        isToggle: true,
        onSelect: () => agent.chooseExtension(extension.uri, !uris.has(extension.uri)),
      }))}
    >
      Extensions {count}/{offered.length}
    </MenuButton>
  );
}

function getExtensionTooltip({ uri, description, required }: OfferedExtension): string {
  return [
    description,
    ...(required ? ["Required: the agent rejects messages that do not request it."] : []),
    ...(isStreamingExtension(uri) ? ["Loupe shows these messages while they are streamed."] : []),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
