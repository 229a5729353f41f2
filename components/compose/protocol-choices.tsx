"use client";
// Choices of the protocol: the extensions of the card that the next message requests, and the idle
// timeout of a response. Its total duration is not limited.
import { formatLimit } from "../../lib/api/limits.ts";
import { isStreamingExtension, type OfferedExtension } from "../../lib/protocol/extensions.ts";
import { getRequestedExtensions } from "../../lib/session/agent-state.ts";
import { useAppContext } from "../app-context.tsx";
import { useLimits } from "../limits/use-limits.ts";
import { useAgent } from "../session.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { Select } from "../ui/select.tsx";
import { showFailureToast } from "../ui/toast.tsx";

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

const LIMIT_CHOICES_MS = [10, 30, 60, 300, 1800].map((seconds) => seconds * 1000);

export function IdleLimit() {
  const { limits, change } = useLimits();
  if (!limits) return null;
  const { value, most } = limits.silenceMs;
  const possible = LIMIT_CHOICES_MS.filter((ms) => ms <= most && ms !== value);
  return (
    <Select
      label="Idle timeout"
      value={String(value)}
      options={[...possible, value]
        .sort((a, b) => a - b)
        .map((ms) => ({ value: String(ms), label: `${formatLimit("silenceMs", ms)} idle` }))}
      onChange={(ms) => void change({ silenceMs: Number(ms) }).catch(showFailureToast)}
    />
  );
}
