// What an HTML file brings with it: its log, and what it says of itself.
import {
  type HtmlLogMetadata,
  LOG_ELEMENT_ID,
  METADATA_ELEMENT_ID,
} from "../../lib/wire/html-log.ts";
import { decodeBase64 } from "../../lib/wire/utf8.ts";

export interface PageContents {
  readonly facts: HtmlLogMetadata;
  readonly log: File;
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
  const said: Partial<Record<string, unknown>> = JSON.parse(text || "{}");
  const { title, exportedAt, version, redaction } = said;
  return {
    title: typeof title === "string" ? title : "",
    exportedAt: typeof exportedAt === "string" ? exportedAt : "",
    version: typeof version === "string" ? version : "",
    redaction: typeof redaction === "string" ? redaction : null,
  };
}

/** Its lines are whole groups of base64, so that each is read by itself. */
function decodePackedLog(text: string): Blob {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  try {
    for (const line of text.trim().split("\n")) pieces.push(new Uint8Array(decodeBase64(line)));
  } catch {
    // What is no base64 ends what can be read.
  }
  return new Blob(pieces);
}

/** A damaged log stays packed: whoever reads logs says what can be read of it. */
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
