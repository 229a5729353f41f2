// Reads the embedded log and metadata of an exported HTML file.
import {
  type HtmlLogMetadata,
  LOG_ELEMENT_ID,
  METADATA_ELEMENT_ID,
} from "../../lib/log/html-log.ts";
import { decodeBase64 } from "../../lib/text/utf8.ts";

interface PageContents {
  readonly facts: HtmlLogMetadata;
  readonly log: File;
}

/** False in the page that opens logs by their URL. */
export function hasPageContents(page: Pick<Document, "getElementById">): boolean {
  return page.getElementById(LOG_ELEMENT_ID) !== null;
}

export async function readPageContents(
  page: Pick<Document, "getElementById">,
): Promise<PageContents> {
  const facts = parseMetadata(page.getElementById(METADATA_ELEMENT_ID)?.textContent ?? "");
  const packed = decodePackedLog(page.getElementById(LOG_ELEMENT_ID)?.textContent ?? "");
  const log = new File([await unpackLog(packed)], `${createFileName(facts.title)}.jsonl`);
  return { facts, log };
}

function parseMetadata(text: string): HtmlLogMetadata {
  const parsed: Partial<Record<string, unknown>> = JSON.parse(text || "{}");
  const { title, exportedAt, version, redaction } = parsed;
  return {
    title: typeof title === "string" ? title : "",
    exportedAt: typeof exportedAt === "string" ? exportedAt : "",
    version: typeof version === "string" ? version : "",
    redaction: typeof redaction === "string" ? redaction : null,
  };
}

/** Each line contains complete base64 groups and is decoded on its own. */
function decodePackedLog(text: string): Blob {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    for (const line of text.trim().split("\n")) chunks.push(new Uint8Array(decodeBase64(line)));
  } catch {
    // Invalid base64 ends the readable part.
  }
  return new Blob(chunks);
}

/** A damaged log stays compressed; the log reader recovers and reports what it can. */
async function unpackLog(packed: Blob): Promise<Blob> {
  const [first, second] = new Uint8Array(await packed.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b || typeof DecompressionStream === "undefined") {
    return packed;
  }
  const plain = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).blob().catch(() => packed);
}

function createFileName(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N}._ -]/gu, "_")
    .trim()
    .slice(0, 100);
  return name.replace(/^\.+/, "") || "run";
}
