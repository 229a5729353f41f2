"use client";
// Chips for the files, data parts and options of a message, and the editor of a data part.
import { canSendAnyJsonData } from "../../lib/protocol/encode/unsupported-options.ts";
import { isObject } from "../../lib/protocol/json.ts";
import { JsonEditor } from "../request/json-editor.tsx";
import { IconButton } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatBytes } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import type { DataInputPart, FileInputPart, MessageInput } from "./message-input.ts";
import { LARGE_FILE_BYTES } from "./read-file-parts.ts";
import type { ComposedMessage } from "./use-composed-message.ts";
import { getJsonError, getOptionLabel, getSetOptions } from "./validate-message.ts";

interface MessagePartsProps {
  draft: ComposedMessage;
  /** The data part whose editor is open. */
  open: string | null;
  onOpen: (id: string | null) => void;
  /** Called when the chip of an option is clicked. */
  onOptions: () => void;
  /** Called after a chip was removed, to move the focus. */
  onRemoved: () => void;
}

const PART_BUTTON = "inline-flex h-6 min-w-0 items-center gap-1.5 hover:text-fg-1";

function partClass(hasError: boolean): string {
  return cx(
    "inline-flex h-6 max-w-full items-center gap-1.5 rounded-2 bg-bg-3 pl-2 text-12/5 whitespace-nowrap text-fg-2 max-phone:h-auto max-phone:flex-wrap max-phone:whitespace-normal forced-colors:border",
    hasError && "inset-ring inset-ring-error/60",
  );
}

export function MessageParts({ draft, open, onOpen, onOptions, onRemoved }: MessagePartsProps) {
  const { input, updateInput } = draft;
  const { parts } = input;
  const set = getSetOptions(input);
  if (parts.length === 0 && set.length === 0) return null;
  const without = (id: string) => {
    updateInput({ parts: parts.filter((part) => part.id !== id) });
    onRemoved();
  };
  const editing = parts.find((part) => part.id === open);
  const getDataNumber = (part: DataInputPart) =>
    parts.filter(({ kind }) => kind === "data").indexOf(part) + 1;
  return (
    <>
      <ul
        className="flex flex-wrap gap-1.5 px-2.5 pt-1.5 min-w-0 flex-[1_0_100%]"
        aria-label="Attachments and options"
      >
        {parts.map((part) => (
          <li key={part.id}>
            {part.kind === "file" ? (
              <FileChip part={part} onRemove={() => without(part.id)} />
            ) : (
              <DataChip
                part={part}
                number={getDataNumber(part)}
                isOpen={part.id === open}
                onOpen={() => onOpen(part.id === open ? null : part.id)}
                onRemove={() => without(part.id)}
              />
            )}
          </li>
        ))}
        {set.map((option) => {
          const error = draft.errors.find(({ field }) => field === option);
          return (
            <li key={option}>
              <span className={partClass(error !== undefined)}>
                <button
                  type="button"
                  className={PART_BUTTON}
                  title={error?.message}
                  onClick={onOptions}
                >
                  {error && <Icon name="warning" size={12} className="text-error" />}
                  {getOptionLabel(option)} {formatOption(option, input)}
                  {error && <span className="sr-only">, {error.message}</span>}
                </button>
                <RemoveButton
                  what={getOptionLabel(option)}
                  onRemove={() => {
                    updateInput(UNSET_OPTIONS[option]);
                    onRemoved();
                  }}
                />
              </span>
            </li>
          );
        })}
      </ul>
      {editing?.kind === "data" && (
        <div className="px-2.5 pt-2 pb-0.5 min-w-0 flex-[1_0_100%]">
          <JsonEditor
            key={editing.id}
            autoFocus
            label={`Data ${getDataNumber(editing)}`}
            value={editing.json}
            warning={getDataPartWarning(editing, draft)}
            onChange={(json) =>
              updateInput({
                parts: parts.map((part) => (part === editing ? { ...editing, json } : part)),
              })
            }
          />
        </div>
      )}
    </>
  );
}

/** Warns about data that is valid JSON but that the version may not allow. */
function getDataPartWarning(
  { json }: DataInputPart,
  { callStyle: { version, binding } }: ComposedMessage,
): string | null {
  if (canSendAnyJsonData(version, binding) || getJsonError(json) !== null) return null;
  if (isObject(JSON.parse(json))) return null;
  return `In A2A ${version}, data is an object. Agents may reject anything else.`;
}

const UNSET_OPTIONS = {
  metadata: { metadata: "" },
  requestMetadata: { requestMetadata: "" },
  referenceTaskIds: { referenceTaskIds: [] },
  acceptedOutputModes: { acceptedOutputModes: [] },
  historyLength: { historyLength: "" },
  returnImmediately: { returnImmediately: false },
  ifGenerationMatch: { ifGenerationMatch: "" },
} as const satisfies Record<string, Partial<MessageInput>>;

function formatOption(option: keyof typeof UNSET_OPTIONS, input: MessageInput): string {
  switch (option) {
    case "historyLength":
    case "ifGenerationMatch":
      return input[option].trim();
    case "acceptedOutputModes":
      return input.acceptedOutputModes.join(", ");
    case "referenceTaskIds":
      return String(input.referenceTaskIds.length);
    default:
      return "";
  }
}

function FileChip({ part, onRemove }: { part: FileInputPart; onRemove: () => void }) {
  const { name, mediaType, size, source } = part;
  const isLarge = size !== null && size > LARGE_FILE_BYTES;
  const title = "uri" in source ? source.uri : `${name}, ${mediaType}`;
  return (
    <span className={partClass(false)} title={title}>
      <Icon name={"uri" in source ? "link" : "file"} size={12} />
      <span className="max-w-55 truncate">
        {name || ("uri" in source ? source.uri : "unnamed")}
      </span>
      <span className="text-fg-3">{mediaType}</span>
      <span className="text-fg-3">{size === null ? "by URL" : formatBytes(size)}</span>
      {isLarge && (
        <span className="inline-flex items-center gap-1 text-warning">
          <Icon name="warning" size={12} /> large: many agents reject it
        </span>
      )}
      <RemoveButton what={name || "the file"} onRemove={onRemove} />
    </span>
  );
}

interface DataChipProps {
  part: DataInputPart;
  number: number;
  isOpen: boolean;
  onOpen: () => void;
  onRemove: () => void;
}

function DataChip({ part, number, isOpen, onOpen, onRemove }: DataChipProps) {
  const error = getJsonError(part.json);
  return (
    <span className={partClass(error !== null)}>
      <button
        type="button"
        className={PART_BUTTON}
        aria-expanded={isOpen}
        title={error ?? undefined}
        onClick={onOpen}
      >
        {error === null ? (
          <Icon name="braces" size={12} />
        ) : (
          <Icon name="warning" size={12} className="text-error" />
        )}
        Data {number}
        {error !== null && <span className="sr-only">, {error}</span>}
        <span className="mono max-w-55 truncate text-fg-3">{part.json.replace(/\s+/g, " ")}</span>
      </button>
      <RemoveButton what={`Data ${number}`} onRemove={onRemove} />
    </span>
  );
}

function RemoveButton({ what, onRemove }: { what: string; onRemove: () => void }) {
  return (
    <IconButton
      icon="close"
      label={`Remove ${what}`}
      size={24}
      iconSize={12}
      tooltip={false}
      onClick={onRemove}
    />
  );
}
