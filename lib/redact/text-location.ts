/** Where in a run a text stands, for rules that look at it and for people who are told. */

import type { JsonPath, JsonScalarKind } from "../timeline/string-ranges.ts";

export type LocationPart =
  | "log"
  | "note"
  | "url"
  | "header"
  | "trailer"
  | "request"
  | "answer"
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

/** As a person would write it: `answer result.artifact.parts[0].text`. */
export function formatTextLocation({ part, path, kind }: TextLocation): string {
  const said = path.reduce<string>((before, step) => {
    if (typeof step === "number") return `${before}[${step}]`;
    return before === "" ? step : `${before}.${step}`;
  }, "");
  const place = said === "" || said === part ? part : `${part} ${said}`;
  return kind === "name" ? `a name in ${place}` : place;
}
