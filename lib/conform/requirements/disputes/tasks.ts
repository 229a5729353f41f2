/** Disputes about tasks, contexts, lists, versions and push notifications. */

import type { Dispute } from "../dispute.ts";

export const TASK_DISPUTES: readonly Dispute[] = [
  {
    id: "client-context-id",
    title: "A contextId that the client made up",
    spec: "§3.4.1 of 1.0 lets an agent accept it or refuse it with an error, which it does not name; only replacing it is forbidden. 0.3.0 calls it server-generated and says no more.",
    kits: "CORE-MULTI-002a of the TCK forgot the expected error and demanded success; proposals differ in whether one error or both outcomes are right. CORE-CTX-001 of ACTS demanded a refusal and was rewritten to accept both.",
    discussions: [
      "a2aproject/a2a-tck#202",
      "a2aproject/a2a-tck#203",
      "a2aproject/a2a-tck#213",
      "a2aproject/A2A#2227",
    ],
    grading: "Accepting and refusing pass; an answer with another contextId is a fail by 1.0.",
  },
  {
    id: "context-id-required",
    title: "Where a contextId is required",
    spec: "The proto file of 1.0 requires it in updates (§4.2), not in tasks (§4.1.1), and its comment on messages says that those of the server must have one. The release candidate required it in tasks.",
    discussions: ["a2aproject/A2A#1581", "a2aproject/A2A#1586", "a2aproject/a2a-dotnet#347"],
    grading: "A fail in updates, a warning in messages, nothing in tasks.",
  },
  {
    id: "prompt-dependent-results",
    title: "Results that depend on the prompt",
    spec: "§3.1.1 leaves it to the agent whether it answers with a task or a message, and what a task produces.",
    kits: "Tests of the TCK demand files, data or a message for a fixed text, which only an agent written for the kit returns; an agent with a narrow purpose fails five MUSTs. ACTS has the same tests and lets an agent declare that it does not take part.",
    discussions: ["a2aproject/a2a-tck#229"],
    grading:
      "What an agent sends is graded, never what it did not happen to send: that is not measured.",
  },
  {
    id: "cancel-again",
    title: "A task that is canceled twice",
    spec: "§3.3.1 of 1.0 calls cancel requests idempotent and allows TaskNotFoundError for the second one; §3.1.5 has TaskNotCancelableError for tasks that have ended, also by a cancel request.",
    kits: "TCK and ACTS cancel a completed task.",
    sdks: "The JavaScript SDK refused the second request and now accepts it.",
    discussions: ["a2aproject/a2a-js#539"],
    grading:
      "An agent that cancels a task which has completed or failed fails. A second cancel request is not graded.",
  },
  {
    id: "list-mandatory",
    title: "Whether an agent must list tasks",
    spec: "§3 calls all operations ones that implementations must support, in small letters; UnsupportedOperationError (§3.3.2) is there for operations that an agent does not have.",
    kits: "The TCK requires it. In ACTS listing is a SHOULD, and what a list contains a MUST.",
    discussions: ["a2aproject/A2A#1882"],
    grading: "An agent that refuses to list tasks gets a warning. What it lists is graded fully.",
  },
  {
    id: "list-required-fields",
    title: "Required members that are empty",
    spec: "§5.7 says that required members are present and that required lists have an element. For a list of tasks that is impossible if there are none, and ProtoJSON leaves zeros out. For nextPageToken alone §3.1.4 requires that it is there, also empty.",
    kits: "The older TCK required totalSize, pageSize and nextPageToken.",
    sdks: "The Python SDK once sent only tasks.",
    discussions: ["a2aproject/a2a-tck#141", "a2aproject/a2a-python#872"],
    grading:
      "A missing nextPageToken is a fail, missing sizes are a warning, an empty list is right.",
  },
  {
    id: "list-page-size",
    title: "A pageSize out of bounds",
    spec: "The proto file says that it is between 1 and 100, and §6.5 shows an error for 150; nothing forbids to correct it, as services of this design usually do.",
    sdks: "Python, JavaScript and Java refuse it; Rust corrects it.",
    discussions: [
      "a2aproject/A2A#1420",
      "a2aproject/a2a-python#726",
      "a2aproject/a2a-js#383",
      "a2aproject/a2a-rs#122",
    ],
    grading: "An error and a corrected size pass. More than 100 tasks on a page are a warning.",
  },
  {
    id: "list-0.3",
    title: "Lists of tasks in 0.3.0",
    spec: "The table of §3.5.6 has tasks/list for gRPC and HTTP+JSON only; §7 says N/A for JSON-RPC, the optional methods of §11.1.3 leave it out, and the proto file has no such call.",
    discussions: [],
    grading: "Information only, over HTTP+JSON. Over JSON-RPC and gRPC it is not tried.",
  },
  {
    id: "history-zero",
    title: "A historyLength of 0",
    spec: "§3.2.4 of 1.0: no history should be returned, and the member SHOULD be left out; the proto file forbids to return more than the number. In the proto file of 0.3.0, 0 means all of it; its JSON objects do not mention 0.",
    kits: "A SHOULD in the TCK, a MUST in ACTS.",
    discussions: ["a2aproject/A2A#1882"],
    grading: "A warning by 1.0, information by 0.3.0.",
  },
  {
    id: "history-order",
    title: "The order and content of a history",
    spec: "§3.2.4 and §3.7 of 1.0 limit how much is returned and leave to the agent what is kept; they say nothing of its order.",
    kits: "CORE-HIST-005 and CORE-HIST-006 of the TCK and of ACTS recommend the order and the words of the exchange.",
    discussions: ["a2aproject/A2A#1991"],
    grading: "Only the number of messages is graded.",
  },
  {
    id: "version-missing",
    title: "A request without A2A-Version",
    spec: "§3.6.2 of 1.0: an empty version means 0.3. An agent that does not serve 0.3 then has to answer with VersionNotSupportedError.",
    kits: "VER-NEG-002 of ACTS expected an answer of 1.0; it is being changed to a refusal, with -32009 or -32601.",
    sdks: "The Rust SDK answers as if it were 1.0; JavaScript, Java and Python refuse or take it for 0.3.",
    discussions: [
      "a2aproject/A2A#2227",
      "a2aproject/a2a-js#474",
      "a2aproject/a2a-java#1066",
      "a2aproject/a2a-rs#281",
      "a2aproject/a2a-python#1225",
    ],
    grading:
      "A method of 1.0 that is sent without the header may be refused with -32009 or -32601, and a method of 0.3 may be served. An answer of 1.0 is a fail. Over gRPC the name of the service says 1.0 already, so only a refusal shows anything.",
  },
  {
    id: "version-unknown",
    title: "A request of an unknown version",
    spec: "§3.6.2 of 1.0 requires VersionNotSupportedError.",
    kits: "VER-NEG-001 of ACTS expects -32009, over JSON-RPC only; the TCK accepted any error.",
    sdks: "The Python SDK long ignored the header and still does over gRPC; Java looked at it only for messages; Rust did not.",
    discussions: [
      "a2aproject/A2A#2227",
      "a2aproject/a2a-tck#206",
      "a2aproject/a2a-python#856",
      "a2aproject/a2a-python#1166",
      "a2aproject/a2a-java#1035",
      "a2aproject/a2a-rs#281",
    ],
    grading: "By the text, over every binding that the card lists.",
  },
  {
    id: "push-delete-again",
    title: "A push configuration that is deleted twice",
    spec: "§3.1.10 of 1.0 calls deletion idempotent: the effect is the same. It does not say that the second answer is. Its list of errors has one for an unknown task, none for an unknown configuration.",
    kits: "TCK and ACTS demand success.",
    discussions: ["a2aproject/A2A#1882"],
    grading: "A not-found error for the second deletion is a warning; another error too.",
  },
  {
    id: "push-private-address",
    title: "Push notifications to a private address",
    spec: "§4.3.3 of 1.0 requires delivery; §13.2 recommends to refuse private addresses.",
    kits: "The TCK runs its receiver at a private address too.",
    discussions: ["a2aproject/a2a-tck#172"],
    grading:
      "If the agent refuses the address of Loupe's inbox, or cannot reach it, delivery is not measured.",
  },
  {
    id: "required-extensions",
    title: "Clients that do not declare a required extension",
    spec: "§3.3.4 of 1.0 requires ExtensionSupportRequiredError for them.",
    kits: "The TCK sends no extensions with its other tests, so that it fails agents that require one.",
    discussions: ["a2aproject/a2a-tck#193", "a2aproject/a2a-tck#197"],
    grading:
      "Loupe declares the required extensions of the card with every request, and measures the refusal only where one is sent without them.",
  },
];
