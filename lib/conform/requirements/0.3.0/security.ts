/** §4 and §10.2 of 0.3.0: authentication, authorization and other matters of security. */

import type { Requirement } from "../requirement.ts";

const AUTH_REQUIRED = "Needs a task for which the agent asks for credentials.";

export const SECURITY: readonly Requirement[] = [
  {
    id: "TLS",
    clause: "§4.1",
    level: "MUST",
    text: "Is reached over HTTPS in production.",
    untestable: "Nothing shows whether a deployment is a production one.",
  },
  {
    id: "TLS-MODERN",
    clause: "§4.1",
    level: "SHOULD",
    text: "Uses a modern version of TLS with strong ciphers.",
    untestable: "Depends on the TLS configuration of what stands in front of the agent.",
  },
  {
    id: "AUTHENTICATION",
    clause: "§4.4",
    level: "MUST",
    text: "Authenticates every request as its card declares.",
    checks: ["ACCESS-ANONYMOUS"],
    dispute: "authentication",
  },
  {
    id: "AUTHENTICATION-STATUS",
    clause: "§4.4",
    level: "SHOULD",
    text: "Refuses a request without credentials with 401 or 403.",
    checks: ["EXTENDED-CARD-ANONYMOUS"],
  },
  {
    id: "AUTHENTICATION-CHALLENGE",
    clause: "§4.4",
    level: "SHOULD",
    text: "Sends WWW-Authenticate with 401.",
    checks: ["EXTENDED-CARD-ANONYMOUS"],
  },
  {
    id: "AUTH-REQUIRED-STATE",
    clause: "§4.5",
    level: "SHOULD",
    text: "Asks for further credentials by a task in the state auth-required.",
    untestable: AUTH_REQUIRED,
  },
  {
    id: "AUTH-REQUIRED-MESSAGE",
    clause: "§4.5",
    level: "SHOULD",
    text: "Says in the status which credentials it needs.",
    untestable: AUTH_REQUIRED,
    dispute: "authorization-message",
  },
  {
    id: "INPUT-VALIDATED",
    clause: "§10.2",
    level: "MUST",
    text: "Validates parameters before it works with them.",
    checks: ["PARAMS-INVALID"],
  },
  {
    id: "SECRETS-HIDDEN",
    clause: "§5.4",
    level: "SHOULD",
    text: "Has no plain secrets in its card.",
    checks: ["WIRE-RULES"],
    rules: ["SEC-LEAK"],
  },
];
