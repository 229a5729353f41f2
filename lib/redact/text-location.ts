/** The location of a text in a run, for rules to match and for people to read. */

import type { JsonPath, JsonScalarKind } from "../timeline/string-ranges.ts";

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
  /** `null` where it belongs to none. */
  readonly exchange: string | null;
  readonly part: LocationPart;
  /** Names and numbers that lead to it: of members of JSON, or the name of the header. */
  readonly path: JsonPath;
  /** It may itself be the name of a member or header. */
  readonly kind: JsonScalarKind;
}

/** A place where a secret was found. */
export interface SecretLocation extends TextLocation {
  /** Where in the text of the body; `null` where it stands in none. */
  readonly at: number | null;
}

/** As a person would write it: `response result.artifact.parts[0].text`. */
export function formatTextLocation({ part, path, kind }: TextLocation): string {
  const formatted = path.reduce<string>((before, step) => {
    if (typeof step === "number") return `${before}[${step}]`;
    return before === "" ? step : `${before}.${step}`;
  }, "");
  const location = formatted === "" || formatted === part ? part : `${part} ${formatted}`;
  return kind === "name" ? `a name in ${location}` : location;
}
