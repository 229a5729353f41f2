/** Content of a call, as the GenAI conventions write it: messages with parts, as JSON. */

import { stringifyJson } from "../json/json-stringify.ts";
import type { Part } from "../protocol/model.ts";
import { ATTRIBUTE } from "../protocol/span-names.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { AttributeTable } from "./span.ts";
import type { SpanContext } from "./span-context.ts";

/** Longer values are cut off: backends reject spans of megabytes. */
const MAX_CHARACTERS = 65_536;

export function createContentAttributes(context: SpanContext, exchange: Exchange): AttributeTable {
  const sent = exchange.request?.message ?? null;
  const input = sent ? stringifyJson([formatMessage("user", sent.parts)]) : null;
  const output = collectOutput(context, exchange);
  const received = output.length > 0 ? stringifyJson(output) : null;
  return {
    [ATTRIBUTE.inputMessages]: truncateContent(input),
    [ATTRIBUTE.outputMessages]: truncateContent(received),
    [ATTRIBUTE.truncated]: isTruncated(input) || isTruncated(received) ? true : null,
  };
}

export const truncateContent = (text: string | null): string | null =>
  text === null ? null : text.slice(0, MAX_CHARACTERS);

export const isTruncated = (text: string | null): boolean => (text?.length ?? 0) > MAX_CHARACTERS;

interface ContentMessage {
  readonly role: "user" | "assistant";
  readonly parts: readonly object[];
}

function formatMessage(role: ContentMessage["role"], parts: readonly Part[]): ContentMessage {
  return { role, parts: parts.map(formatPart) };
}

/** Files by their name and type only. */
function formatPart(part: Part): object {
  switch (part.kind) {
    case "text":
      return { type: "text", content: part.text };
    case "data":
      return { type: "data", content: part.data };
    case "file":
      return { type: "file", name: part.name, mime_type: part.mediaType };
    case "other":
      return { type: "other" };
  }
}

/** The agent's messages and artifacts that this exchange brought first. */
function collectOutput({ timeline, getEntries }: SpanContext, exchange: Exchange) {
  const found: ContentMessage[] = [];
  for (const entry of getEntries(exchange.index)) {
    if (entry.kind === "message" && entry.message.message.role === "agent") {
      found.push(formatMessage("assistant", entry.message.message.parts));
    }
    if (entry.kind !== "artifact") continue;
    const { current } = entry.artifact;
    const text = current?.textAt(timeline.lastEvent) ?? "";
    const others = current?.nonTextPartsAt(timeline.lastEvent) ?? [];
    const parts: Part[] = [...(text === "" ? [] : [{ kind: "text", text } as const]), ...others];
    if (parts.length > 0) found.push(formatMessage("assistant", parts));
  }
  return found;
}
