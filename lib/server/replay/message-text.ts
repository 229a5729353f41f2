/** Text of a message, for comparing and quoting messages. */
import type { Message } from "../../protocol/model.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";

/** The message's text, or its parts as JSON if it has no text. */
export function getMessageText(message: Message | null): string | null {
  if (!message) return null;
  return joinPartTexts(message.parts) || JSON.stringify(message.parts);
}

const MAX_SHOWN_LENGTH = 60;

/** Quotes a text on one line, for a console or a list. */
export function formatQuote(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `“${line.length > MAX_SHOWN_LENGTH ? `${line.slice(0, MAX_SHOWN_LENGTH - 1)}…` : line}”`;
}
