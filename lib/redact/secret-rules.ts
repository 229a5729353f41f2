/** Rules that find secrets: by a location that holds secrets, by shape, or because the user named them. */

import type { SecretShape } from "../secrets/secret-patterns.ts";

export type SecretRule =
  | "header"
  | "cookie"
  | "password"
  | "parameter"
  | "push"
  | "member"
  | "extension"
  | "inbox"
  | "field"
  | "text"
  | SecretShape;

export type SecretKind = "place" | "shape" | "email" | "own";

interface SecretRuleText {
  readonly kind: SecretKind;
  readonly title: string;
}

/** In the order of display. */
export const SECRET_RULES: Readonly<Record<SecretRule, SecretRuleText>> = {
  header: { kind: "place", title: "Header with a credential" },
  cookie: { kind: "place", title: "Cookie" },
  password: { kind: "place", title: "User name or password" },
  parameter: { kind: "place", title: "Credential in a URL" },
  push: { kind: "place", title: "Push notification credential" },
  inbox: { kind: "place", title: "Key in an inbox URL" },
  extension: { kind: "place", title: "Extension secret" },
  member: { kind: "place", title: "Member named like a secret" },
  jwt: { kind: "shape", title: "JSON Web Token" },
  "private-key": { kind: "shape", title: "Private key" },
  key: { kind: "shape", title: "Key of a known service" },
  bearer: { kind: "shape", title: "Bearer token in text" },
  assigned: { kind: "shape", title: "Password or key in text" },
  email: { kind: "email", title: "E-mail address" },
  field: { kind: "own", title: "Chosen field" },
  text: { kind: "own", title: "Chosen text" },
};
