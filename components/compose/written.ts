// What is being written to the agent besides its text: kept with the screen, so that a failed send,
// another view or another try costs nothing.
import type { Operation, Target } from "./target.ts";

export interface FilePiece {
  readonly id: string;
  readonly kind: "file";
  readonly name: string;
  readonly mediaType: string;
  /** How many bytes it has; `null` where the agent is to fetch it. */
  readonly size: number | null;
  /** Base64, or the place it lies at. */
  readonly source: { readonly bytes: string } | { readonly uri: string };
}

export interface DataPiece {
  readonly id: string;
  readonly kind: "data";
  /** As typed. */
  readonly json: string;
}

export type Piece = FilePiece | DataPiece;

export interface Written {
  readonly operation: Operation;
  /** `null` for what is natural. */
  readonly target: Target | null;
  /** What follows the text, in order. */
  readonly pieces: readonly Piece[];
  /** JSON as typed; empty for none. */
  readonly metadata: string;
  readonly requestMetadata: string;
  readonly referenceTaskIds: readonly string[];
  readonly acceptedOutputModes: readonly string[];
  /** As typed; empty to leave it to the agent. */
  readonly historyLength: string;
  readonly returnImmediately: boolean;
  /** The generation that the task must be of, as typed; empty for any. */
  readonly ifGenerationMatch: string;
}

export const NOTHING_WRITTEN: Written = {
  operation: "stream",
  target: null,
  pieces: [],
  metadata: "",
  requestMetadata: "",
  referenceTaskIds: [],
  acceptedOutputModes: [],
  historyLength: "",
  returnImmediately: false,
  ifGenerationMatch: "",
};

/** What a message leaves behind: how it was sent stays chosen, what was in it does not. */
export function afterSending(written: Written): Written {
  const { operation, acceptedOutputModes, historyLength, returnImmediately } = written;
  const kept = { operation, acceptedOutputModes, historyLength, returnImmediately };
  return { ...NOTHING_WRITTEN, ...kept };
}

interface Box {
  readonly draft: string;
  readonly written: Written;
}

/** What could not be sent, before what was written since it left the box. */
export function putBack(unsent: Box, left: Box, now: Box): Box {
  const draft = [unsent.draft, now.draft].filter((text) => text.trim() !== "").join("\n");
  const names = Object.keys(now.written) as (keyof Written)[];
  const since = names.filter((name) => now.written[name] !== left.written[name]);
  const changed = Object.fromEntries(since.map((name) => [name, now.written[name]]));
  const pieces = [...unsent.written.pieces, ...now.written.pieces];
  return { draft, written: { ...unsent.written, ...changed, pieces } };
}
