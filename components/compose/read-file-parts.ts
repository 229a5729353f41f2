// Reads files into message parts. A file that cannot be attached is reported, and the others are kept.
import { encodeBase64 } from "../../lib/text/utf8.ts";
import { formatBytes } from "../ui/format.ts";
import type { FileInputPart, InputPart } from "./message-input.ts";

/** Many agents reject bodies larger than this. */
export const LARGE_FILE_BYTES = 1_000_000;
/** Limit for all files of a message. As base64 they take a third more, in the request and in the log. */
const MAX_TOTAL_BYTES = 20_000_000;

interface FilePartsResult {
  readonly parts: readonly FileInputPart[];
  /** One sentence for each file that was not attached. */
  readonly errors: readonly string[];
}

export async function readFileParts(
  files: readonly File[],
  before: readonly InputPart[],
): Promise<FilePartsResult> {
  const parts: FileInputPart[] = [];
  const errors: string[] = [];
  let room = MAX_TOTAL_BYTES - before.reduce((sum, part) => sum + getByteLength(part), 0);
  for (const file of files) {
    const sizeError = getSizeError(file, room);
    if (sizeError !== null) {
      errors.push(sizeError);
      continue;
    }
    try {
      parts.push(await readFilePart(file));
      room -= file.size;
    } catch {
      errors.push(`Couldn't read ${getFileName(file)}. Is it a folder, or was it moved?`);
    }
  }
  return { parts, errors };
}

function getSizeError(file: File, room: number): string | null {
  const limit = formatBytes(MAX_TOTAL_BYTES);
  if (file.size > MAX_TOTAL_BYTES) {
    const size = formatBytes(file.size);
    return `${getFileName(file)} is too large (${size}). The files of a message are limited to ${limit} in total. Send its URL instead.`;
  }
  if (file.size <= room) return null;
  return `With ${getFileName(file)}, the files of this message would exceed ${limit}.`;
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

/** Names the file after the last segment of its URL. */
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
