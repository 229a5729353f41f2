/** Disputes about agent cards and security. */

import type { Dispute } from "../dispute.ts";

export const CARD_DISPUTES: readonly Dispute[] = [
  {
    id: "card-0.3-fields",
    title: "Cards of 0.3.0 that are graded as cards of 1.0",
    spec: "§5.5 of 0.3.0 has url and preferredTransport, optional members may be left out, and supportedInterfaces does not exist.",
    kits: "The TCK demands supportedInterfaces of every card and refuses null for optional members, so an agent of 0.3 cannot begin.",
    sdks: "The Dart SDK sends null for members without a value.",
    discussions: ["a2aproject/a2a-tck#195"],
    grading: "By the version that the card states, with the rules for cards of that version.",
  },
  {
    id: "preferred-transport",
    title: "Whether a card of 0.3.0 must state its preferred transport",
    spec: "§5.6.1 and §5.6.4 require preferredTransport; the object of §5.5 makes it optional, with JSONRPC as its default.",
    kits: "The TCK for 0.3 requires it.",
    sdks: "The Go client cannot call an agent whose card leaves it out.",
    discussions: ["a2aproject/a2a-dotnet#189", "kagent-dev/kagent#1684"],
    grading: "A missing preferredTransport is a warning, and is read as JSONRPC.",
  },
  {
    id: "reused-urls",
    title: "Several transports at one URL in 0.3.0",
    spec: "§5.6.4 forbids conflicting transports at one URL; §5.6.2 allows to reuse a URL for several.",
    discussions: [],
    grading: "Allowed, if every transport answers there.",
  },
  {
    id: "card-caching",
    title: "Caching headers of the card",
    spec: "§8.6.1 of 1.0 recommends Cache-Control with max-age and an ETag. 0.3.0 has no such section.",
    kits: "CARD-CACHE-001 of ACTS was named for the headers and looked at the name of the agent, so it could not fail; it is being rewritten.",
    discussions: ["a2aproject/A2A#2227"],
    grading: "By the headers: a warning by 1.0, not applicable by 0.3.0.",
  },
  {
    id: "authentication",
    title: "What a refusal without credentials proves",
    spec: "§7.4 of 1.0 and §4.4 of 0.3.0 require to authenticate requests as the card declares, §3.3.2 of 1.0 to refuse those without valid credentials.",
    kits: "SEC-AUTH-001 and SEC-AUTH-002 of ACTS pass with authentication switched off, because their requests are invalid anyway; SEC-AUTH-003 passes if the message reveals what the code hides; all depend on a capability that no card has. Corrections add a request that succeeds.",
    discussions: ["a2aproject/A2A#1882", "a2aproject/A2A#2227"],
    grading:
      "By a call that is answered with credentials and differs in nothing else, or that is answered as if none were needed. The rest needs a second user and is listed as not testable.",
  },
  {
    id: "authorization-message",
    title: "Whether a task that asks for authorization must say for what",
    spec: "§7.6.1 of 1.0 requires a message, unless the details were agreed elsewhere. §4.5 of 0.3.0 recommends it.",
    kits: "A MUST in the TCK.",
    discussions: ["a2aproject/A2A#2080"],
    grading: "A warning: nothing on the wire shows what was agreed elsewhere.",
  },
  {
    id: "extended-card-anonymous",
    title: "An extended card for clients without credentials",
    spec: "§13.3 of 1.0 requires authentication. §7.10 of 0.3.0 requires clients to authenticate and names 401 for those that do not.",
    kits: "CARD-EXT-002 of the TCK asked without credentials and took the refusal for a fail. ACTS demands the refusal of every agent.",
    sdks: "The JavaScript SDK returns the public card instead; samples of the Python SDK return the extended card to everyone.",
    discussions: [
      "a2aproject/a2a-tck#152",
      "a2aproject/A2A#2227",
      "a2aproject/a2a-js#197",
      "a2aproject/a2a-samples#340",
    ],
    grading:
      "A fail by 1.0 if the card declares security and the answer is more than the public card; the public card itself is a warning. By 0.3.0 both are warnings. Without declared security it is not measured.",
  },
  {
    id: "signature-canonicalization",
    title: "What exactly a card's signature covers",
    spec: "§8.4.1 of 1.0 defines the canonical form, with defaults left out by the rules of the proto file; 0.3.0 defines the object (§5.5.6) and no process.",
    sdks: "The JavaScript SDK leaves out other members than the text says; for some time it refused signatures of its own.",
    discussions: ["a2aproject/A2A#2122", "a2aproject/a2a-js#605", "a2aproject/a2a-js#663"],
    grading: "The form of a signature is graded, whether it verifies is not.",
  },
  {
    id: "canceled-spelling",
    title: "The spelling of canceled in 0.3.0",
    spec: "The objects of §6.3 have canceled; the proto file of the same text has TASK_STATE_CANCELLED.",
    discussions: ["a2aproject/A2A#1187", "a2aproject/A2A#1270", "a2aproject/A2A#1283"],
    grading: "Each spelling passes over its binding, and they count as equal between bindings.",
  },
];
