// Agents at the edge of what a text says: those that a check must not blame, and those that it must not
// let pass. The entries of the ledger of disputes are among them.
import type { ConformStatus } from "../../lib/conform/judgement.ts";
import {
  failWith,
  isCard,
  OFFERS_BOTH,
  onRestError,
  refuse,
  requireCredentials,
  setCapability,
  withCard,
} from "./conform-cases.ts";
import { on, SINCE_1, setCode, type Version } from "./conform-edits.ts";
import type { AgentEdits, EditedExchange, Json } from "./edited-agent.ts";

export interface Edge {
  readonly check: string;
  readonly what: string;
  readonly versions: readonly Version[];
  readonly edits: AgentEdits;
  /** The prompt for a task that runs for some time. */
  readonly long?: string;
  /** What the check says of it, in each version. */
  readonly status: ConformStatus;
}

const BOTH: readonly Version[] = ["0.3", "1.0"];
const BEFORE_1: readonly Version[] = ["0.3"];

/** An agent that takes JSON only, and refuses every text. */
const takesJsonOnly = (card: Json): void => {
  card.defaultInputModes = ["application/json"];
  for (const skill of card.skills as Json[]) delete skill.inputModes;
};

const hasPush = ({ params }: EditedExchange) =>
  Object.values((params.configuration as Json | undefined) ?? {}).some(
    (one) => typeof one === "object" && one !== null && "url" in one,
  );

/** Answers with the public card when it is asked for the extended one. */
function returnPublicCard(): AgentEdits {
  let own: Json = {};
  return {
    response(exchange) {
      const [payload] = exchange.payloads;
      if (isCard(exchange) && payload) {
        requireCredentials(payload);
        own = payload;
      } else if (/ExtendedAgentCard|getAuthenticatedExtendedCard/.test(exchange.method)) {
        exchange.text = JSON.stringify({ jsonrpc: "2.0", id: payload?.id, result: own });
      }
    },
  };
}

function refuseSecondDeletion(): AgentEdits {
  let deletions = 0;
  const edits = on("pushDelete", (exchange) => {
    deletions++;
    if (deletions === 2) failWith(-32001)(exchange);
  });
  return { ...edits, passesStreams: true };
}

const setUnsupported = failWith(-32004);

export const EDGES: readonly Edge[] = [
  {
    check: "LIST-SIZE-INVALID",
    what: "corrects the size",
    versions: SINCE_1,
    edits: {
      request(_, body) {
        const params = body?.params as Json | undefined;
        return params?.pageSize === -1 ? { ...body, params: { ...params, pageSize: 50 } } : body;
      },
    },
    status: "pass",
  },
  {
    check: "PUSH-NONE",
    what: "refuses pushes as unsupported",
    versions: SINCE_1,
    edits: withCard(setCapability("pushNotifications", false), on("pushSet", setUnsupported)),
    status: "fail",
  },
  {
    check: "PUSH-NONE",
    what: "has no method for pushes",
    versions: BEFORE_1,
    edits: withCard(setCapability("pushNotifications", false), on("pushSet", failWith(-32601))),
    status: "pass",
  },
  {
    check: "PUSH-CONFIG",
    what: "forgets the configurations of finished tasks",
    versions: BOTH,
    edits: on("pushGet", failWith(-32001)),
    long: "plain",
    status: "not-measured",
  },
  {
    check: "PUSH-CONFIG",
    what: "declares pushes and has no method for them",
    versions: SINCE_1,
    edits: { ...on("pushSet", failWith(-32601)), passesStreams: true },
    status: "fail",
  },
  {
    check: "PUSH-CONFIG",
    what: "refuses to delete a configuration again",
    versions: SINCE_1,
    edits: refuseSecondDeletion(),
    status: "warning",
  },
  {
    check: "PUSH-DELIVERY",
    what: "refuses the address of the inbox",
    versions: BOTH,
    edits: on("send", (exchange) => {
      if (hasPush(exchange)) failWith(-32602)(exchange);
    }),
    status: "not-measured",
  },
  {
    check: "PUSH-DELIVERY",
    what: "fails at every message",
    versions: BOTH,
    edits: on("send", failWith(-32603)),
    status: "not-measured",
  },
  {
    check: "STREAM-NONE",
    what: "says that streams have no method",
    versions: SINCE_1,
    edits: withCard(setCapability("streaming", false), on("stream", failWith(-32601))),
    status: "fail",
  },
  {
    check: "STREAM-NONE",
    what: "has no method for streams",
    versions: BEFORE_1,
    edits: withCard(setCapability("streaming", false), on("stream", failWith(-32601))),
    status: "pass",
  },
  {
    check: "STREAM-NONE",
    what: "streams although its card does not say so",
    versions: SINCE_1,
    edits: withCard(setCapability("streaming", undefined)),
    status: "fail",
  },
  {
    check: "SUBSCRIBE-RUNNING",
    what: "closes the stream of a finished task late",
    versions: SINCE_1,
    edits: on("stream", (exchange) => {
      exchange.end = "late";
    }),
    long: "plain",
    status: "not-measured",
  },
  {
    check: "SEND",
    what: "takes no text",
    versions: BOTH,
    edits: withCard(takesJsonOnly, on("send", failWith(-32602))),
    status: "not-measured",
  },
  {
    check: "STREAM",
    what: "takes no text",
    versions: BOTH,
    edits: withCard(takesJsonOnly, on("stream", failWith(-32602))),
    status: "not-measured",
  },
  {
    check: "SEND",
    what: "takes text, and refuses it",
    versions: BOTH,
    edits: on("send", failWith(-32602)),
    status: "fail",
  },
  {
    check: "ERROR-DETAILS",
    what: "fails inside",
    versions: SINCE_1,
    edits: on("get", setCode(-32603)),
    status: "not-measured",
  },
  {
    check: "EXTENDED-CARD-ANONYMOUS",
    what: "returns the public card",
    versions: BOTH,
    edits: returnPublicCard(),
    status: "warning",
  },
  {
    check: "EXTENDED-CARD-ANONYMOUS",
    what: "declares no credentials",
    versions: BOTH,
    edits: {},
    status: "not-measured",
  },
  {
    check: "BINDINGS-SAME-ERRORS",
    what: "wants credentials over one binding",
    versions: BOTH,
    edits: onRestError(refuse),
    status: "not-measured",
  },
  {
    check: "BINDINGS-SAME-TASK",
    what: "wants credentials over one binding",
    versions: BOTH,
    edits: {
      offers: OFFERS_BOTH,
      response(exchange) {
        if (/\/tasks\/[^/?:]+$/.test(exchange.path)) refuse(exchange);
      },
    },
    status: "not-measured",
  },
];
