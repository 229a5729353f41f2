"use client";
// What goes with the text: a chip for each file and each data part, and the editor of the data.
import { canSendAnyJsonData } from "../../lib/protocol/encode/unsupported-options.ts";
import { isObject } from "../../lib/protocol/json.ts";
import { IconButton } from "../ui/button.tsx";
import { formatBytes } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { LARGE_FILE } from "./attach.ts";
import { JsonEditor } from "./json-editor.tsx";
import { notJson, optionName, optionsSet } from "./sendable.ts";
import type { Draft } from "./use-draft.ts";
import type { DataPiece, FilePiece, Written } from "./written.ts";

export interface PiecesProps {
  draft: Draft;
  /** The data part whose editor is open. */
  open: string | null;
  onOpen: (id: string | null) => void;
  /** A chip of an option leads to the option. */
  onOptions: () => void;
  /** The focus must go somewhere when its chip is gone. */
  onRemoved: () => void;
}

export function Pieces({ draft, open, onOpen, onOptions, onRemoved }: PiecesProps) {
  const { written, write } = draft;
  const { pieces } = written;
  const set = optionsSet(written);
  if (pieces.length === 0 && set.length === 0) return null;
  const without = (id: string) => {
    write({ pieces: pieces.filter((piece) => piece.id !== id) });
    onRemoved();
  };
  const editing = pieces.find((piece) => piece.id === open);
  const numberOf = (piece: DataPiece) =>
    pieces.filter(({ kind }) => kind === "data").indexOf(piece) + 1;
  return (
    <>
      <ul className="pieces" aria-label="Goes with the message">
        {pieces.map((piece) => (
          <li key={piece.id}>
            {piece.kind === "file" ? (
              <FileChip piece={piece} onRemove={() => without(piece.id)} />
            ) : (
              <DataChip
                piece={piece}
                number={numberOf(piece)}
                isOpen={piece.id === open}
                onOpen={() => onOpen(piece.id === open ? null : piece.id)}
                onRemove={() => without(piece.id)}
              />
            )}
          </li>
        ))}
        {set.map((option) => {
          const fault = draft.faults.find(({ at }) => at === option);
          return (
            <li key={option}>
              <span className="piece" data-fault={fault !== undefined || undefined}>
                <button type="button" title={fault?.what} onClick={onOptions}>
                  {fault && <Icon name="warning" size={12} />}
                  {optionName(option)} {settingOf(option, written)}
                  {fault && <span className="sr-only">, {fault.what}</span>}
                </button>
                <Remove
                  what={optionName(option)}
                  onRemove={() => {
                    write(UNSET[option]);
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
            remark={remarkOn(editing, draft)}
            onChange={(json) =>
              write({
                pieces: pieces.map((piece) => (piece === editing ? { ...editing, json } : piece)),
              })
            }
          />
        </div>
      )}
    </>
  );
}

/** What may be wrong with data that is JSON. */
function remarkOn({ json }: DataPiece, { way: { version, binding } }: Draft): string | null {
  if (canSendAnyJsonData(version, binding) || notJson(json) !== null) return null;
  if (isObject(JSON.parse(json))) return null;
  return `In ${version} data is an object; agents may refuse anything else.`;
}

const UNSET = {
  metadata: { metadata: "" },
  requestMetadata: { requestMetadata: "" },
  referenceTaskIds: { referenceTaskIds: [] },
  acceptedOutputModes: { acceptedOutputModes: [] },
  historyLength: { historyLength: "" },
  returnImmediately: { returnImmediately: false },
  ifGenerationMatch: { ifGenerationMatch: "" },
} as const satisfies Record<string, Partial<Written>>;

function settingOf(option: keyof typeof UNSET, written: Written): string {
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

function FileChip({ piece, onRemove }: { piece: FilePiece; onRemove: () => void }) {
  const { name, mediaType, size, source } = piece;
  const isLarge = size !== null && size > LARGE_FILE;
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
      <Remove what={name || "the file"} onRemove={onRemove} />
    </span>
  );
}

interface DataChipProps {
  piece: DataPiece;
  number: number;
  isOpen: boolean;
  onOpen: () => void;
  onRemove: () => void;
}

function DataChip({ piece, number, isOpen, onOpen, onRemove }: DataChipProps) {
  const fault = notJson(piece.json);
  return (
    <span className="piece" data-fault={fault !== null || undefined}>
      <button type="button" aria-expanded={isOpen} title={fault ?? undefined} onClick={onOpen}>
        <Icon name={fault === null ? "braces" : "warning"} size={12} />
        Data {number}
        {fault !== null && <span className="sr-only">, {fault}</span>}
        <span className="piece-name mono text-fg-3">{piece.json.replace(/\s+/g, " ")}</span>
      </button>
      <Remove what={`Data ${number}`} onRemove={onRemove} />
    </span>
  );
}

function Remove({ what, onRemove }: { what: string; onRemove: () => void }) {
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
