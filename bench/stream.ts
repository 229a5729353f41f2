/** A stream of tokens as a 1.0 agent sends it over JSON-RPC, in reads of typical socket size. */

import type { WireRecord } from "../lib/wire/record.ts";

const WORDS = "The agent has looked at all of it, and this is what it found in the end: ".split(
  " ",
);
const READ_BYTES = 65_536;

export interface TokenStream {
  readonly events: number;
  readonly bytes: number;
  readonly reads: readonly Uint8Array[];
}

/** How an agent sends tokens: as an artifact, as a named artifact, or as one message per token. */
export const STREAM_STYLES = ["artifact", "named", "messages"] as const;
export type StreamStyle = (typeof STREAM_STYLES)[number];

/** With `wide`, every tenth token has characters outside Latin-1. */
export function createTokenStream(
  events: number,
  wide = false,
  style: StreamStyle = "artifact",
): TokenStream {
  const encoder = new TextEncoder();
  const reads: Uint8Array[] = [];
  let bytes = 0;
  let pending = "";
  for (let i = 0; i < events; i++) {
    pending += `data: ${JSON.stringify(wrapInRpc(createTokenPayload(i, events, wide, style)))}\n\n`;
    if (pending.length < READ_BYTES * 16 && i < events - 1) continue;
    const encoded = encoder.encode(pending);
    pending = "";
    for (let at = 0; at < encoded.length; ) {
      let end = Math.min(at + READ_BYTES, encoded.length);
      // Split between characters, so that both sides can decode each read separately.
      while (end < encoded.length && ((encoded[end] ?? 0) & 0xc0) === 0x80) end--;
      reads.push(encoded.slice(at, end));
      bytes += end - at;
      at = end;
    }
  }
  return { events, bytes, reads };
}

const TASK = "0b6cbd7c-8c3b-4a5e-9a30-5f1f3b0f6a11";
const CONTEXT = "7f0b7a55-3a39-4a0e-8b57-0c3ed2b6a9f2";

/** The payloads: a task, tokens, and the end of the task. */
export function createTokenPayload(
  i: number,
  events: number,
  wide: boolean,
  style: StreamStyle = "artifact",
): unknown {
  const ids = { taskId: TASK, contextId: CONTEXT };
  if (i === 0) {
    return { task: { id: TASK, contextId: CONTEXT, status: { state: "TASK_STATE_WORKING" } } };
  }
  if (i === events - 1) {
    return { statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" } } };
  }
  const text = `${WORDS[i % WORDS.length]} ${wide && i % 10 === 0 ? "— 🌍 " : ""}`;
  if (style === "messages") {
    const message = { messageId: `m${i}`, role: "ROLE_AGENT", parts: [{ text }] };
    return { statusUpdate: { ...ids, status: { state: "TASK_STATE_WORKING", message } } };
  }
  const name = style === "named" ? { name: "streaming_result" } : {};
  const artifact = { artifactId: "answer", ...name, parts: [{ text }] };
  return { artifactUpdate: { ...ids, artifact, ...(i > 1 && { append: true }) } };
}

function wrapInRpc(result: unknown): unknown {
  return { jsonrpc: "2.0", id: 1, result };
}

/** The records of the stream, one per read, decoded lazily. */
export function* createStreamRecords({ reads }: TokenStream): Generator<WireRecord> {
  const decoder = new TextDecoder();
  const headers = [["content-type", "text/event-stream"]] as const;
  yield { r: "open", x: "x1", t: 0, method: "POST", url: "http://a.example/", headers: [] };
  yield { r: "head", x: "x1", t: 1, status: 200, headers };
  let t = 2;
  for (const read of reads) {
    yield { r: "data", x: "x1", t: t++, text: decoder.decode(read), n: read.length };
  }
  yield { r: "end", x: "x1", t, cause: "complete" };
}
