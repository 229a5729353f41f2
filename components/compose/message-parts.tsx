"use client";
// What goes with the text: a chip for each file and each data part, and the editor of the data.
import { canSendAnyJsonData } from "../../lib/protocol/encode/unsupported-options.ts";
import { isObject } from "../../lib/protocol/json.ts";
import { IconButton } from "../ui/button.tsx";
import { formatBytes } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { JsonEditor } from "./json-editor.tsx";
import type { DataInputPart, FileInputPart, MessageInput } from "./message-input.ts";
import { LARGE_FILE_BYTES } from "./read-file-parts.ts";
import type { ComposedMessage } from "./use-composed-message.ts";
import { getJsonError, getOptionLabel, getSetOptions } from "./validate-message.ts";

export interface MessagePartsProps {
  draft: ComposedMessage;
  /** The data part whose editor is open. */
  open: string | null;
  onOpen: (id: string | null) => void;
  /** A chip of an option leads to the option. */
  onOptions: () => void;
  /** The focus must go somewhere when its chip is gone. */
  onRemoved: () => void;
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
  const numberOf = (piece: DataInputPart) =>
    parts.filter(({ kind }) => kind === "data").indexOf(piece) + 1;
  return (
    <>
      <ul className="pieces" aria-label="Goes with the message">
        {parts.map((part) => (
          <li key={part.id}>
            {part.kind === "file" ? (
              <FileChip piece={part} onRemove={() => without(part.id)} />
            ) : (
              <DataChip
                piece={part}
                number={numberOf(part)}
                isOpen={part.id === open}
                onOpen={() => onOpen(part.id === open ? null : part.id)}
                onRemove={() => without(part.id)}
              />
            )}
          </li>
        ))}
        {set.map((option) => {
          const fault = draft.errors.find(({ field }) => field === option);
          return (
            <li key={option}>
              <span className="piece" data-fault={fault !== undefined || undefined}>
                <button type="button" title={fault?.message} onClick={onOptions}>
                  {fault && <Icon name="warning" size={12} />}
                  {getOptionLabel(option)} {formatOption(option, input)}
                  {fault && <span className="sr-only">, {fault.message}</span>}
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
        <div className="piece-editor">
          <JsonEditor
            key={editing.id}
            autoFocus
            label={`Data ${numberOf(editing)}`}
            value={editing.json}
            remark={getDataPartWarning(editing, draft)}
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

/** What may be wrong with data that is JSON. */
function getDataPartWarning(
  { json }: DataInputPart,
  { callStyle: { version, binding } }: ComposedMessage,
): string | null {
  if (canSendAnyJsonData(version, binding) || getJsonError(json) !== null) return null;
  if (isObject(JSON.parse(json))) return null;
  return `In ${version} data is an object; agents may refuse anything else.`;
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

function formatOption(option: keyof typeof UNSET_OPTIONS, written: MessageInput): string {
  switch (option) {
    case "historyLength":
    case "ifGenerationMatch":
      return written[option].trim();
    case "acceptedOutputModes":
      return written.acceptedOutputModes.join(", ");
    case "referenceTaskIds":
      return String(written.referenceTaskIds.length);
    default:
      return "";
  }
}

function FileChip({ piece, onRemove }: { piece: FileInputPart; onRemove: () => void }) {
  const { name, mediaType, size, source } = piece;
  const isLarge = size !== null && size > LARGE_FILE_BYTES;
  const title = "uri" in source ? source.uri : `${name}, ${mediaType}`;
  return (
    <span className="piece" data-large={isLarge || undefined} title={title}>
      <Icon name={"uri" in source ? "link" : "file"} size={12} />
      <span className="piece-name">{name || ("uri" in source ? source.uri : "unnamed")}</span>
      <span className="text-fg-3">{mediaType}</span>
      <span className="text-fg-3">{size === null ? "by URL" : formatBytes(size)}</span>
      {isLarge && (
        <span className="piece-large">
          <Icon name="warning" size={12} /> large: many agents refuse it
        </span>
      )}
      <RemoveButton what={name || "the file"} onRemove={onRemove} />
    </span>
  );
}

interface DataChipProps {
  piece: DataInputPart;
  number: number;
  isOpen: boolean;
  onOpen: () => void;
  onRemove: () => void;
}

function DataChip({ piece, number, isOpen, onOpen, onRemove }: DataChipProps) {
  const fault = getJsonError(piece.json);
  return (
    <span className="piece" data-fault={fault !== null || undefined}>
      <button type="button" aria-expanded={isOpen} title={fault ?? undefined} onClick={onOpen}>
        <Icon name={fault === null ? "braces" : "warning"} size={12} />
        Data {number}
        {fault !== null && <span className="sr-only">, {fault}</span>}
        <span className="piece-name mono text-fg-3">{piece.json.replace(/\s+/g, " ")}</span>
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
