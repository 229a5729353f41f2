/** §7 and §13 of 1.0.0: authentication, authorization and other matters of security. */

import type { Requirement } from "../requirement.ts";

const SECOND_USER = "Needs a second user with tasks of their own.";
const INSIDE = "Needs insight into the server.";
const AUTH_REQUIRED = "Needs a task for which the agent asks for authorization.";

const AUTHENTICATION: readonly Requirement[] = [
  {
    id: "TLS",
    clause: "§7.1",
    level: "MUST",
    text: "Is reached over TLS in production.",
    untestable: "Nothing shows whether a deployment is a production one.",
    tck: ["AUTH-TLS-001"],
  },
  {
    id: "TLS-MODERN",
    clause: "§7.1",
    level: "SHOULD",
    text: "Uses a modern version of TLS with strong ciphers.",
    untestable: "Depends on the TLS configuration of what stands in front of the agent.",
    tck: ["AUTH-TLS-002"],
  },
  {
    id: "AUTHENTICATION",
    clause: "§7.4",
    level: "MUST",
    text: "Authenticates every request as its card declares.",
    checks: ["ACCESS-ANONYMOUS"],
    tck: ["AUTH-SERVER-002"],
    acts: ["SEC-AUTH-004"],
    dispute: "authentication",
  },
  {
    id: "AUTHENTICATION-STATUS",
    clause: "§7.4",
    level: "SHOULD",
    text: "Refuses a request without credentials with the status of its binding for that.",
    checks: ["EXTENDED-CARD-ANONYMOUS"],
    acts: ["SEC-AUTH-006"],
    dispute: "authentication",
  },
  {
    id: "AUTHENTICATION-CHALLENGE",
    clause: "§7.4",
    level: "SHOULD",
    text: "Says which credentials it wants where it refuses a request without them.",
    checks: ["EXTENDED-CARD-ANONYMOUS"],
  },
  {
    id: "AUTH-REQUIRED-STATE",
    clause: "§7.6.1",
    level: "MUST",
    text: "Asks for authorization by a task in the state TASK_STATE_AUTH_REQUIRED.",
    untestable: AUTH_REQUIRED,
    tck: ["AUTH-INTASK-001", "AUTH-INTASK-002"],
    acts: ["SEC-AUTH-005"],
  },
  {
    id: "AUTH-REQUIRED-MESSAGE",
    clause: "§7.6.1",
    level: "SHOULD",
    text: "Says in the status which authorization it needs, unless that was agreed elsewhere.",
    checks: ["WIRE-RULES"],
    rules: ["LC-AUTH-NOMSG"],
    tck: ["AUTH-INTASK-003"],
    dispute: "authorization-message",
  },
  {
    id: "AUTH-REQUIRED-CREDENTIALS",
    clause: "§7.6.1",
    level: "MUST",
    text: "Arranges to receive the credentials on another way than A2A, unless agreed otherwise.",
    untestable: AUTH_REQUIRED,
    tck: ["AUTH-INTASK-004"],
  },
  {
    id: "AUTH-REQUIRED-STREAM",
    clause: "§7.6.1",
    level: "SHOULD",
    text: "Keeps streams open while it waits for authorization.",
    untestable: AUTH_REQUIRED,
    tck: ["AUTH-INTASK-005"],
    dispute: "interrupted-streams",
  },
  {
    id: "AUTH-REQUIRED-REPLIES",
    clause: "§7.6.1",
    level: "SHOULD",
    text: "Accepts messages for a task that waits for authorization.",
    untestable: AUTH_REQUIRED,
    tck: ["AUTH-INTASK-006"],
  },
];

const AUTHORIZATION: readonly Requirement[] = [
  {
    id: "AUTHORIZATION",
    clause: "§13.1",
    level: "MUST",
    text: "Checks for every operation what the client may do, before anything is looked up.",
    untestable: SECOND_USER,
    tck: ["AUTH-SCOPE-001"],
  },
  {
    id: "AUTHORIZATION-SCOPE",
    clause: "§13.1",
    level: "MUST",
    text: "Returns only what the client may see.",
    untestable: SECOND_USER,
    tck: ["AUTH-SCOPE-002"],
  },
];

const PUSHES: readonly Requirement[] = [
  {
    id: "PUSH-ADDRESS-VALIDATED",
    clause: "§13.2",
    level: "SHOULD",
    text: "Refuses to notify private addresses.",
    untestable: "Loupe's own inbox is at a private address.",
    dispute: "push-private-address",
  },
  {
    id: "PUSH-RETRY",
    clause: "§13.2",
    level: "SHOULD",
    text: "Tries again, less and less often, when a notification cannot be delivered.",
    untestable: "Needs a receiver that refuses notifications, and a grade that waits for them.",
  },
  {
    id: "PUSH-SECRETS-STORED",
    clause: "§13.2",
    level: "SHOULD",
    text: "Stores push configurations and their credentials securely.",
    untestable: INSIDE,
  },
];

const EXTENDED_CARDS: readonly Requirement[] = [
  {
    id: "EXTENDED-CARD-AUTHENTICATION",
    clause: "§13.3",
    level: "MUST",
    text: "Returns its extended card only to clients with credentials.",
    checks: ["EXTENDED-CARD-ANONYMOUS"],
    tck: ["CARD-EXT-001"],
    acts: ["SEC-EXTCARD-001", "SEC-EXTCARD-004"],
    dispute: "extended-card-anonymous",
  },
  {
    id: "EXTENDED-CARD-PERMISSION",
    clause: "§13.3",
    level: "MUST",
    text: "Puts into an extended card only what the client may know.",
    untestable: "Needs valid credentials that lack a permission.",
    acts: ["SEC-EXTCARD-002", "SEC-EXTCARD-004"],
  },
  {
    id: "EXTENDED-CARD-CACHING",
    clause: "§13.3",
    level: "SHOULD",
    text: "Serves its extended card with suitable caching headers.",
    untestable: "Which headers suit an extended card is up to the agent.",
  },
];

const PRACTICES: readonly Requirement[] = [
  {
    id: "SECRETS-HIDDEN",
    clause: "§13.4",
    level: "MUST",
    text: "Treats keys, tokens and other credentials as secrets.",
    checks: ["WIRE-RULES"],
    rules: ["SEC-LEAK"],
  },
  {
    id: "HSTS",
    clause: "§13.4",
    level: "SHOULD",
    text: "Tells clients to use TLS only (HSTS).",
    untestable: "Depends on the TLS configuration of what stands in front of the agent.",
  },
  {
    id: "INPUT-LIMITS",
    clause: "§13.4",
    level: "SHOULD",
    text: "Limits sizes and rates of requests, and says so when a limit is reached.",
    untestable: "A grade that finds limits would be an attack.",
  },
  {
    id: "LOGS",
    clause: "§13.4",
    level: "MUST",
    text: "Keeps credentials and personal data out of its logs.",
    untestable: INSIDE,
  },
  {
    id: "PRIVACY",
    clause: "§13.4",
    level: "MUST",
    text: "Complies with the laws on data protection.",
    untestable: INSIDE,
  },
];

export const SECURITY: readonly Requirement[] = [
  ...AUTHENTICATION,
  ...AUTHORIZATION,
  ...PUSHES,
  ...EXTENDED_CARDS,
  ...PRACTICES,
];
