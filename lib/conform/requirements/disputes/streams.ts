/** Disputes about streams and their ends. */

import type { Dispute } from "../dispute.ts";

export const STREAM_DISPUTES: readonly Dispute[] = [
  {
    id: "subscribe-verb",
    title: "Whether a subscription over HTTP+JSON is a POST or a GET",
    spec: "§5.3 and §11.3.2 of 1.0 and §3.5.6 of 0.3.0 say POST; the proto file of each of these texts says GET, and §1.4 of 1.0 makes it authoritative.",
    kits: "The TCK sends POST; a report asks for GET.",
    sdks: "JavaScript, Go and Java used POST, Python and Rust accept both; the JavaScript SDK now accepts GET too.",
    discussions: [
      "a2aproject/A2A#1574",
      "a2aproject/A2A#2063",
      "a2aproject/A2A#1891",
      "a2aproject/A2A#2068",
      "a2aproject/a2a-tck#201",
      "a2aproject/a2a-python#840",
      "a2aproject/a2a-js#569",
    ],
    grading:
      "Either verb passes: Loupe sends POST, and GET if that is refused. A verb is refused by a path or method that does not exist, and by TaskNotFound for an id that ends in :subscribe, which an agent returns that takes it for the path of a task. If both are refused, the response to POST counts.",
  },
  {
    id: "final-0.2",
    title: "Whether every status update of 0.2.5 has final",
    spec: "The table of §7.2.2 of 0.2.5 calls final optional, false by default; types.ts of the same text requires it. 0.2.6 dropped the table.",
    sdks: "The JavaScript SDK sends it.",
    discussions: [],
    grading: "By 0.2.5, an update without final is a warning; by 0.2.6 and 0.3.0, a fail.",
  },
  {
    id: "errors-in-streams",
    title: "Whether an error may come as the first event of a stream",
    spec: "§3.1.6 lists errors of the operation, and a StreamResponse (§3.2.3) has no member for one. Over JSON-RPC every event is a JSON-RPC response (§9.4.2), which may be an error.",
    kits: "The TCK accepted it, and then no longer.",
    sdks: "The Java SDK sent errors inside the stream.",
    discussions: ["a2aproject/a2a-java#791", "a2aproject/a2a-tck#185"],
    grading: "The error counts, wherever it is: in the response or as the only event of a stream.",
  },
  {
    id: "interrupted-streams",
    title: "Whether a stream closes while its task waits for the client",
    spec: "§11.7 of 1.0 closes it at an interrupted state, §3.1.2 and §3.1.6 only at a terminal one, and §7.6.1 keeps it open while the agent waits for authorization. 0.3.0 leaves it to the member final.",
    kits: "The TCK expects that a subscription stays open.",
    sdks: "The Java SDK keeps it open; the Python SDK closes it for input and not for authorization.",
    discussions: ["a2aproject/a2a-java#754", "a2aproject/a2a-java#756", "a2aproject/a2a-java#980"],
    grading: "Both are accepted. Only a stream that stays open after a terminal state is a fail.",
  },
  {
    id: "stream-task-again",
    title: "Whether a stream may have a second task",
    spec: "§3.1.2 allows only updates after the task; §11.7 allows a last snapshot of the task before the stream closes.",
    sdks: "The JavaScript SDK lets it pass and drops messages within a task's stream.",
    discussions: ["a2aproject/a2a-js#437"],
    grading: "The task may come again, over every binding. A message after a task is a fail.",
  },
  {
    id: "send-blocking",
    title: "Whether a message is answered at once or when its task has ended",
    spec: "§3.1.1 requires to return immediately and §3.3.3 describes that; §3.2.2 requires to wait for a terminal or interrupted state unless returnImmediately is true. In 0.3.0 blocking has no default.",
    kits: "The TCK tests both modes of §3.2.2; ACTS only the immediate one.",
    sdks: "Most wait by default; the older .NET SDK always waited, and the Python SDK did not wait in 0.3.",
    discussions: [
      "a2aproject/A2A#1453",
      "a2aproject/A2A#1507",
      "a2aproject/a2a-dotnet#329",
      "a2aproject/a2a-go#301",
    ],
    grading: "An answer with a task that still works is a warning at most.",
  },
  {
    id: "spec-samples",
    title: "Examples that break the specification",
    spec: "The stream of §6.2 has an artifact without artifactId and updates without contextId, which §4.1.7 and §4.2 require; examples of §9.2, §10.2 and §11.2 send A2A-Version 0.3 with requests of 1.0.",
    discussions: [],
    grading: "By the definitions: §6 calls its examples illustrations.",
  },
];
