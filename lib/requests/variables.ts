/**
 * Variables of saved requests: `{{name}}` in any of their texts, and environments, which give them
 * values. A secret is never a value: a variable refers to a credential instead.
 *
 * Guarantees: a value cannot add a header or leave its JSON string; values are inserted once, and
 * variables inside of a value are not replaced.
 */

import type {
  Environment,
  EnvironmentVariable,
  ExactRequest,
  RequestContent,
  SavedMessage,
} from "./schemas.ts";

export type VariableValues = ReadonlyMap<string, EnvironmentVariable>;

const VARIABLE = /\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g;

/** The values for an agent: those of its own active environment, then of the one for all agents. */
export function getVariableValues(
  environments: readonly Environment[],
  agent: string | null,
): VariableValues {
  const active = environments.filter(({ isActive }) => isActive);
  const own = active.filter((one) => one.agent !== null && one.agent === agent);
  const shared = active.filter((one) => one.agent === null);
  const all = [...shared, ...own].flatMap(({ variables }) => variables);
  return new Map(all.map((variable) => [variable.name, variable]));
}

/** The names of the variables in the content, in order. */
export function findVariables(content: RequestContent): readonly string[] {
  const found = new Set<string>();
  mapTexts(content, (text) => {
    for (const [, name = ""] of text.matchAll(VARIABLE)) found.add(name);
    return text;
  });
  return [...found];
}

export interface ResolvedContent<Content extends RequestContent> {
  readonly content: Content;
  /** Names of variables without a value. */
  readonly unresolved: readonly string[];
  /** Names of variables that refer to a credential where none is sent: in a message or a body. */
  readonly misplaced: readonly string[];
}

/** Inserts the values. What has none stays as it is. */
export function resolveVariables<Content extends RequestContent>(
  content: Content,
  values: VariableValues,
): ResolvedContent<Content> {
  const unresolved = new Set<string>();
  const misplaced = new Set<string>();
  const resolved = mapTexts(content, (text, place) =>
    text.replace(VARIABLE, (written: string, name: string, at: number) => {
      const variable = values.get(name);
      if (!variable) {
        unresolved.add(name);
        return written;
      }
      if ("value" in variable) return encodeValue(variable.value, place, text, at);
      if (place === "url" || place === "headers") return `‹${variable.credential}›`;
      misplaced.add(name);
      return written;
    }),
  );
  return { content: resolved, unresolved: [...unresolved], misplaced: [...misplaced] };
}

type TextPlace = "text" | "json" | "url" | "headers";

function encodeValue(value: string, place: TextPlace, text: string, at: number): string {
  switch (place) {
    case "text":
      return value;
    case "headers":
      return value.replace(/[\r\n]+/g, " ");
    case "url":
      return /[?#]/.test(text.slice(0, at)) ? encodeForQuery(value) : value.trim();
    case "json":
      return isInJsonString(text, at) ? JSON.stringify(value).slice(1, -1) : value;
  }
}

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

function encodeForQuery(value: string): string {
  return encodeURIComponent(value.replace(LONE_SURROGATE, "\uFFFD"));
}

/** Whether an odd number of quotes precedes the position, not counting escaped ones. */
function isInJsonString(text: string, at: number): boolean {
  let isInside = false;
  for (let i = 0; i < at; i++) {
    if (text[i] === "\\" && isInside) i++;
    else if (text[i] === '"') isInside = !isInside;
  }
  return isInside;
}

/** Replaces each text of the content that may have variables. */
function mapTexts<Content extends RequestContent>(
  content: Content,
  map: (text: string, place: TextPlace) => string,
): Content {
  const mapped: RequestContent =
    content.kind === "message" ? mapMessage(content, map) : mapRequest(content, map);
  // Both functions keep the kind.
  return mapped as Content;
}

type MapText = (text: string, place: TextPlace) => string;

function mapMessage(message: SavedMessage, map: MapText): SavedMessage {
  return {
    ...message,
    text: map(message.text, "text"),
    parts: message.parts.map((part) => {
      if (part.kind === "data") return { ...part, json: map(part.json, "json") };
      const { source } = part;
      return "uri" in source ? { ...part, source: { uri: map(source.uri, "text") } } : part;
    }),
    metadata: map(message.metadata, "json"),
    requestMetadata: map(message.requestMetadata, "json"),
  };
}

function mapRequest(request: ExactRequest, map: MapText): ExactRequest {
  return {
    ...request,
    url: map(request.url, "url"),
    headers: map(request.headers, "headers"),
    body: map(request.body, "json"),
  };
}
