/** The content of saved requests: an empty message, and a name for content that has none. */

import type { ExactRequest, RequestContent, SavedMessage } from "./schemas.ts";

export const EMPTY_MESSAGE: SavedMessage = {
  kind: "message",
  text: "",
  operation: "stream",
  parts: [],
  metadata: "",
  requestMetadata: "",
  acceptedOutputModes: [],
  historyLength: "",
  returnImmediately: false,
};

/** A name for content that has none: the start of its text, or the method that it calls. */
export function suggestName(content: RequestContent): string {
  const name = content.kind === "message" ? suggestMessageName(content) : suggestMethod(content);
  const line = name.replace(/\s+/g, " ").trim();
  const short = [...line].slice(0, SUGGESTED_LENGTH).join("");
  return short.length < line.length ? `${short.trimEnd()}…` : line;
}

const SUGGESTED_LENGTH = 60;

function suggestMessageName({ text, parts }: SavedMessage): string {
  if (text.trim() !== "") return text;
  const file = parts.find((part) => part.kind === "file" && part.name !== "");
  return file?.kind === "file" ? file.name : "Data";
}

function suggestMethod({ method, url, body }: ExactRequest): string {
  const called = /"method"\s*:\s*"([^"]+)"/.exec(body)?.[1];
  return (
    called ?? `${method} ${url.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/[?#].*$/s, "") || "/"}`
  );
}
