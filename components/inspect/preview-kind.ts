/** Chooses the preview of a file by its media type, and by its bytes where a type could be unsafe. */
import { decodeStrict } from "../../lib/text/utf8.ts";

export interface PreviewKind {
  readonly as: "image" | "audio" | "video" | "pdf" | "text";
  /** The media type used for the preview. */
  readonly type: string;
}

const IMAGE_TYPES = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon)$/;
const TEXT_TYPES = /^text\/|[/+](?:json|xml|yaml|x-yaml|javascript|toml|csv|x-ndjson)$/;

export function getPreviewKind(content: Uint8Array, mediaType: string): PreviewKind | null {
  const type = mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (IMAGE_TYPES.test(type)) return { as: "image", type };
  if (/^(?:audio|video)\/[\w.+-]+$/.test(type)) {
    return { as: type.startsWith("audio") ? "audio" : "video", type };
  }
  const isPdf = startsWith(content, "%PDF-");
  // Only real PDFs go to the browser's PDF viewer, and only with the PDF media type.
  if (isPdf && (type === "application/pdf" || type === "")) {
    return { as: "pdf", type: "application/pdf" };
  }
  if (startsWith(content, "\x89PNG")) return { as: "image", type: "image/png" };
  if (startsWith(content, "\xff\xd8\xff")) return { as: "image", type: "image/jpeg" };
  if (startsWith(content, "GIF8")) return { as: "image", type: "image/gif" };
  const isText =
    TEXT_TYPES.test(type) ||
    ((type === "" || type === "application/octet-stream") && isReadable(content));
  if (!isText) return null;
  return { as: "text", type: /[/+]json$/.test(type) ? "application/json" : "text/plain" };
}

function startsWith(content: Uint8Array, mark: string): boolean {
  for (let i = 0; i < mark.length; i++) if (content[i] !== mark.charCodeAt(i)) return false;
  return true;
}

function isReadable(content: Uint8Array): boolean {
  const text = decodeStrict(content);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish bytes from text
  return text !== null && !/[\x00-\x08\x0e-\x1a]/.test(text.slice(0, 10_000));
}
