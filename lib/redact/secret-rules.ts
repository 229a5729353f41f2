/** What a secret was found by: a place that holds secrets, its shape, or what the user said. */

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
  | "jwt"
  | "private-key"
  | "key"
  | "bearer"
  | "assigned"
  | "email"
  | "text";

export type SecretKind = "place" | "shape" | "email" | "own";

interface SecretRuleText {
  readonly kind: SecretKind;
  readonly title: string;
}

/** In the order in which people are told of them. */
export const SECRET_RULES: Readonly<Record<SecretRule, SecretRuleText>> = {
  header: { kind: "place", title: "Header with a credential" },
  cookie: { kind: "place", title: "Cookie" },
  password: { kind: "place", title: "User name or password" },
  parameter: { kind: "place", title: "Credential in a URL" },
  push: { kind: "place", title: "Push notification credential" },
  inbox: { kind: "place", title: "Address of an inbox" },
  extension: { kind: "place", title: "Secret of an extension" },
  member: { kind: "place", title: "Member with the name of a secret" },
  jwt: { kind: "shape", title: "JSON Web Token" },
  "private-key": { kind: "shape", title: "Private key" },
  key: { kind: "shape", title: "Key of a known service" },
  bearer: { kind: "shape", title: "Bearer token in a text" },
  assigned: { kind: "shape", title: "Password or key in a text" },
  email: { kind: "email", title: "E-mail address" },
  field: { kind: "own", title: "Chosen field" },
  text: { kind: "own", title: "Chosen text" },
};
