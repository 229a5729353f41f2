/** The location of a text in a run, for rules to match and for people to read. */

import type { JsonScalarKind } from "../json/json-scalars.ts";
import type { JsonPath } from "../json/json-source.ts";

export type LocationPart =
  | "log"
  | "note"
  | "url"
  | "header"
  | "trailer"
  | "request"
  | "response"
  | "notification"
  | "end";

export interface TextLocation {
  /** `null` if it belongs to none. */
  readonly exchange: string | null;
  readonly part: LocationPart;
  /** Path of member names and indexes in JSON, or the name of the header. */
  readonly path: JsonPath;
  /** `name` if the text is the name of a member or header. */
  readonly kind: JsonScalarKind;
}

/** A location where a secret was found. */
export interface SecretLocation extends TextLocation {
  /** Position in the text of the body; `null` if the location is not in a body. */
  readonly at: number | null;
}

/** Formats a location for display: `response result.artifact.parts[0].text`. */
export function formatTextLocation({ part, path, kind }: TextLocation): string {
  const formatted = path.reduce<string>((before, step) => {
    if (typeof step === "number") return `${before}[${step}]`;
    return before === "" ? step : `${before}.${step}`;
  }, "");
  const location = formatted === "" || formatted === part ? part : `${part} ${formatted}`;
  return kind === "name" ? `a name in ${location}` : location;
}
