/** What a message says, by which two of them are compared. */
import type { Message } from "../../protocol/model.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";

/** Its text; of a message without any, its parts as they are. */
export function getMessageText(message: Message | null): string | null {
  if (!message) return null;
  return joinPartTexts(message.parts) || JSON.stringify(message.parts);
}

const MAX_SHOWN_LENGTH = 60;

/** For one line of a console or a list. */
export function formatQuote(words: string): string {
  const line = words.replace(/\s+/g, " ").trim();
  return `“${line.length > MAX_SHOWN_LENGTH ? `${line.slice(0, MAX_SHOWN_LENGTH - 1)}…` : line}”`;
}
