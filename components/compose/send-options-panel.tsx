"use client";
// Panel of the less common send options. An option that the protocol version lacks says so instead of
// being hidden.
import { type ReactNode, useId, useState } from "react";
import { formatLimit } from "../../lib/api/limits.ts";
import { getUnsupportedReason } from "../../lib/protocol/encode/unsupported-options.ts";
import { isStreamingExtension, type OfferedExtension } from "../../lib/protocol/extensions.ts";
import { isObject } from "../../lib/protocol/json.ts";
import type { Version } from "../../lib/protocol/versions.ts";
import { getRequestedExtensions } from "../../lib/session/agent-state.ts";
import { useAppContext } from "../app-context.tsx";
import { useLimits } from "../limits/use-limits.ts";
import { JsonEditor } from "../request/json-editor.tsx";
import { useAgent, useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CheckLine } from "../ui/check-line.tsx";
import { TextField } from "../ui/field.tsx";
import { MenuButton } from "../ui/menu.tsx";
import { Select } from "../ui/select.tsx";
import { abbreviateId } from "../ui/short-id.tsx";
import { showFailureToast } from "../ui/toast.tsx";
import { createFileLink } from "./read-file-parts.ts";
import { formatSentIds } from "./send-target.ts";
import type { ComposedMessage } from "./use-composed-message.ts";
import { getJsonObjectError } from "./validate-message.ts";

const VERSIONS: readonly Version[] = ["1.1", "1.0", "0.3", "0.2", "0.1"];

export default function SendOptionsPanel({ draft }: { draft: ComposedMessage }) {
  const { input, callStyle, updateInput } = draft;
  const { agent } = useAppContext();
  const getReason = (option: Parameters<typeof getUnsupportedReason>[0]) =>
    getUnsupportedReason(option, callStyle);
  return (
    <section
      className="mx-1.25 mb-1.25 grid max-h-[min(320px,34vh)] min-w-0 flex-[1_0_calc(100%-10px)] gap-2.5 overflow-auto border-t border-line-1 p-2.5 text-12/5 max-phone:m-0 max-phone:max-h-none max-phone:px-0 max-phone:pb-0"
      aria-label="Options"
    >
      <OptionRow name="IDs sent">
        <span className="mono">{boundText(formatSentIds(draft.ids, callStyle.version))}</span>
      </OptionRow>
      <OptionRow name="Protocol">
        <Select
          label="Protocol version"
          outlined
          value={callStyle.version}
          onChange={(value) => agent.chooseVersion(value)}
          options={VERSIONS.map((value) => ({ value, label: `A2A ${value}` }))}
        />
        <ExtensionChoice />
        <IdleLimit />
      </OptionRow>
      <OptionRow name="Return immediately" why={getReason("returnImmediately")}>
        <CheckLine
          checked={input.returnImmediately}
          disabled={getReason("returnImmediately") !== null && !input.returnImmediately}
          onChange={(returnImmediately) => updateInput({ returnImmediately })}
        >
          Do not wait until the task ends or needs input
        </CheckLine>
      </OptionRow>
      <OptionRow name="History length" why={getReason("historyLength")}>
        <TextField
          label="History length"
          size={26}
          inputMode="numeric"
          placeholder="agent default"
          value={input.historyLength}
          invalid={draft.errors.some(({ field }) => field === "historyLength")}
          onChange={(historyLength) => updateInput({ historyLength })}
        />
      </OptionRow>
      {(callStyle.version === "1.1" || input.ifGenerationMatch !== "") && (
        <OptionRow name="If generation matches" why={getReason("ifGenerationMatch")}>
          <TextField
            label="If generation matches"
            size={26}
            inputMode="numeric"
            placeholder="any"
            value={input.ifGenerationMatch}
            invalid={draft.errors.some(({ field }) => field === "ifGenerationMatch")}
            onChange={(ifGenerationMatch) => updateInput({ ifGenerationMatch })}
          />
        </OptionRow>
      )}
      <OptionRow name="Accepted output" why={getReason("acceptedOutputModes")}>
        <OutputModes draft={draft} />
      </OptionRow>
      <OptionRow name="Reference tasks" why={getReason("referenceTaskIds")}>
        <ReferenceTasks draft={draft} isPossible={getReason("referenceTaskIds") === null} />
      </OptionRow>
      <OptionRow name="File by URL">
        <FileUrlField draft={draft} />
      </OptionRow>
      <MetadataField name="Message metadata" option="metadata" draft={draft} />
      <MetadataField name="Request metadata" option="requestMetadata" draft={draft} />
    </section>
  );
}

function OptionRow(props: { name: string; why?: string | null; children: ReactNode }) {
  const { name, why = null, children } = props;
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> cannot be a grid row
    <div
      className="grid grid-cols-[132px_minmax(0,1fr)] gap-2.5 max-phone:grid-cols-1 max-phone:gap-0.5"
      role="group"
      aria-labelledby={id}
    >
      <span className="text-12/6.5 text-fg-3" id={id}>
        {name}
      </span>
      <div className="flex min-h-6.5 flex-wrap items-center gap-x-3 gap-y-1 text-fg-2 max-phone:[&_button]:min-h-9 max-phone:[&_label]:min-h-9 max-phone:[&_:has(>select)]:min-h-9">
        {children}
        {why !== null && <p className="text-fg-3">{why}</p>}
      </div>
    </div>
  );
}

const MAX_MODES = 24;

function OutputModes({ draft: { input, updateInput } }: { draft: ComposedMessage }) {
  const raw = useAgent((state) => state.card?.raw);
  const [typed, setTyped] = useState("");
  const chosen = input.acceptedOutputModes;
  const offered = [...new Set([...getOutputModes(raw), ...chosen])];
  const set = (mode: string, isChosen: boolean) => {
    const others = chosen.filter((other) => other !== mode);
    updateInput({ acceptedOutputModes: isChosen ? [...others, mode] : others });
  };
  const add = () => {
    for (const mode of typed.split(/[\s,]+/)) if (mode !== "") set(mode, true);
    setTyped("");
  };
  return (
    <>
      {offered.map((mode) => (
        <CheckLine
          key={mode}
          checked={chosen.includes(mode)}
          onChange={(isChosen) => set(mode, isChosen)}
        >
          <span className="mono">{boundText(mode)}</span>
        </CheckLine>
      ))}
      <TextField
        label="Another output mode"
        size={26}
        mono
        placeholder="another, e.g. image/png"
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
      >
        <Button size={24} disabled={typed.trim() === ""} onClick={add}>
          Add
        </Button>
      </TextField>
    </>
  );
}

/** The output modes that the card declares, for the agent and for its skills. */
function getOutputModes(card: unknown): string[] {
  if (!isObject(card)) return [];
  const skills = Array.isArray(card.skills) ? card.skills.filter(isObject) : [];
  const lists = [card.defaultOutputModes, ...skills.map((skill) => skill.outputModes)];
  const modes = lists.flatMap((list) => (Array.isArray(list) ? list : []));
  return [...new Set(modes.filter((mode) => typeof mode === "string"))].slice(0, MAX_MODES);
}

const MAX_TASKS = 30;

function ReferenceTasks({ draft, isPossible }: { draft: ComposedMessage; isPossible: boolean }) {
  const timeline = useRun((run) => run.timeline);
  const { input, updateInput } = draft;
  const chosen = input.referenceTaskIds;
  const ids = timeline.tasks.map(({ id }) => id).filter((id) => id !== "");
  const offered = [...new Set([...chosen, ...ids.toReversed()])].slice(0, MAX_TASKS);
  if (offered.length === 0) return <p className="text-fg-3">This run has no tasks yet.</p>;
  return offered.map((id) => (
    <CheckLine
      key={id}
      title={boundText(id)}
      checked={chosen.includes(id)}
      disabled={!isPossible && !chosen.includes(id)}
      onChange={(isChosen) => {
        const others = chosen.filter((other) => other !== id);
        updateInput({ referenceTaskIds: isChosen ? [...others, id] : others });
      }}
    >
      <span className="mono">{boundText(abbreviateId(id, 8))}</span>
      <span className="text-fg-3">{boundText(timeline.taskByKey.get(id)?.stateLabel ?? "")}</span>
    </CheckLine>
  ));
}

function FileUrlField({ draft: { input, updateInput } }: { draft: ComposedMessage }) {
  const [url, setUrl] = useState("");
  const [mediaType, setMediaType] = useState("");
  const isUrl = URL.canParse(url.trim());
  const add = () => {
    if (!isUrl) return;
    updateInput({ parts: [...input.parts, createFileLink(url.trim(), mediaType.trim())] });
    setUrl("");
    setMediaType("");
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add();
  };
  return (
    <>
      <TextField
        label="File URL"
        className="flex-[1_1_220px]"
        size={26}
        mono
        placeholder="https://… for the agent to fetch"
        value={url}
        invalid={url.trim() !== "" && !isUrl}
        onChange={setUrl}
        onKeyDown={onKeyDown}
      />
      <TextField
        label="File media type"
        size={26}
        mono
        placeholder="media type"
        value={mediaType}
        onChange={setMediaType}
        onKeyDown={onKeyDown}
      />
      <Button size={24} variant="outline" disabled={!isUrl} onClick={add}>
        Add file
      </Button>
    </>
  );
}

interface MetadataFieldProps {
  name: string;
  option: "metadata" | "requestMetadata";
  draft: ComposedMessage;
}

function MetadataField({ name, option, draft: { input, updateInput } }: MetadataFieldProps) {
  const json = input[option];
  const [isOpen, setOpen] = useState(json !== "");
  return (
    <OptionRow name={name}>
      {isOpen || json !== "" ? (
        <JsonEditor
          label={name}
          mayBeEmpty
          value={json}
          warning={json.trim() === "" ? null : getJsonObjectError(json)}
          onChange={(typed) => updateInput({ [option]: typed })}
        />
      ) : (
        <Button size={24} icon="plus" onClick={() => setOpen(true)}>
          Add {name.toLowerCase()}
        </Button>
      )}
    </OptionRow>
  );
}

const NO_EXTENSIONS: readonly OfferedExtension[] = [];

/**
 * Choices of the protocol: the extensions of the card that the next message requests, and the idle
 * timeout of a response. Its total duration is not limited.
 */
function ExtensionChoice() {
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

function IdleLimit() {
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
