// Files on their way into a message: read whole, or refused with the reason, and nothing else lost.
import { encodeBase64 } from "../../lib/wire/utf8.ts";
import { formatBytes } from "../ui/format.ts";
import type { FilePiece, Piece } from "./written.ts";

/** Many agents take no body of more than this. */
export const LARGE_FILE = 1_000_000;
/** All files of a message together: a third more as base64, written down and read back. */
export const MOST_BYTES = 20_000_000;

export interface Attached {
  readonly pieces: readonly FilePiece[];
  /** A sentence for each file that was refused. */
  readonly refusals: readonly string[];
}

export async function attach(files: readonly File[], before: readonly Piece[]): Promise<Attached> {
  const pieces: FilePiece[] = [];
  const refusals: string[] = [];
  let room = MOST_BYTES - before.reduce((sum, piece) => sum + bytesOf(piece), 0);
  for (const file of files) {
    const refusal = tooLarge(file, room);
    if (refusal !== null) {
      refusals.push(refusal);
      continue;
    }
    try {
      pieces.push(await read(file));
      room -= file.size;
    } catch {
      refusals.push(`${nameOf(file)} could not be read. Is it a folder, or was it moved?`);
    }
  }
  return { pieces, refusals };
}

function tooLarge(file: File, room: number): string | null {
  const most = formatBytes(MOST_BYTES);
  if (file.size > MOST_BYTES) {
    const size = formatBytes(file.size);
    return `${nameOf(file)} has ${size}. The files of a message may have ${most}; send its URL instead.`;
  }
  if (file.size <= room) return null;
  return `With ${nameOf(file)} the files would have more than ${most} together.`;
}

async function read(file: File): Promise<FilePiece> {
  const bytes = encodeBase64(new Uint8Array(await file.arrayBuffer()));
  const mediaType = file.type || "application/octet-stream";
  const { size } = file;
  return {
    id: crypto.randomUUID(),
    kind: "file",
    name: nameOf(file),
    mediaType,
    size,
    source: { bytes },
  };
}

const nameOf = ({ name }: File) => name || "unnamed";

function bytesOf(piece: Piece): number {
  return piece.kind === "file" ? (piece.size ?? 0) : 0;
}

/** The name that the last part of a URL gives. */
export function linkTo(url: string, mediaType: string): FilePiece {
  const last = new URL(url).pathname.split("/").pop() ?? "";
  const base = { id: crypto.randomUUID(), kind: "file", mediaType, size: null } as const;
  return { ...base, name: decoded(last), source: { uri: url } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
