// Files on their way into a message: read whole, or refused with the reason, and nothing else lost.
import { encodeBase64 } from "../../lib/wire/utf8.ts";
import { formatBytes } from "../ui/format.ts";
import type { FileInputPart, InputPart } from "./message-input.ts";

/** Many agents take no body of more than this. */
export const LARGE_FILE_BYTES = 1_000_000;
/** All files of a message together: a third more as base64, written down and read back. */
export const MAX_TOTAL_BYTES = 20_000_000;

export interface FilePartsResult {
  readonly parts: readonly FileInputPart[];
  /** A sentence for each file that was refused. */
  readonly errors: readonly string[];
}

export async function readFileParts(
  files: readonly File[],
  before: readonly InputPart[],
): Promise<FilePartsResult> {
  const parts: FileInputPart[] = [];
  const refusals: string[] = [];
  let room = MAX_TOTAL_BYTES - before.reduce((sum, part) => sum + getByteLength(part), 0);
  for (const file of files) {
    const refusal = getSizeError(file, room);
    if (refusal !== null) {
      refusals.push(refusal);
      continue;
    }
    try {
      parts.push(await readFilePart(file));
      room -= file.size;
    } catch {
      refusals.push(`${getFileName(file)} could not be read. Is it a folder, or was it moved?`);
    }
  }
  return { parts: parts, errors: refusals };
}

function getSizeError(file: File, room: number): string | null {
  const most = formatBytes(MAX_TOTAL_BYTES);
  if (file.size > MAX_TOTAL_BYTES) {
    const size = formatBytes(file.size);
    return `${getFileName(file)} has ${size}. The files of a message may have ${most}; send its URL instead.`;
  }
  if (file.size <= room) return null;
  return `With ${getFileName(file)} the files would have more than ${most} together.`;
}

async function readFilePart(file: File): Promise<FileInputPart> {
  const bytes = encodeBase64(new Uint8Array(await file.arrayBuffer()));
  const mediaType = file.type || "application/octet-stream";
  const { size } = file;
  return {
    id: crypto.randomUUID(),
    kind: "file",
    name: getFileName(file),
    mediaType,
    size,
    source: { bytes },
  };
}

const getFileName = ({ name }: File) => name || "unnamed";

function getByteLength(part: InputPart): number {
  return part.kind === "file" ? (part.size ?? 0) : 0;
}

/** The name that the last part of a URL gives. */
export function createFileLink(url: string, mediaType: string): FileInputPart {
  const last = new URL(url).pathname.split("/").pop() ?? "";
  const base = { id: crypto.randomUUID(), kind: "file", mediaType, size: null } as const;
  return { ...base, name: decodeName(last), source: { uri: url } };
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
