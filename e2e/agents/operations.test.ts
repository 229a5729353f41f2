// Every operation of every version and binding, for real: encoded as by the composer, sent by the
// production code to a server of that version, and read by the timeline. `docs/reference/tested-operations.md`
// has the table of these tests, and a test compares them.

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATIONS } from "../../fixtures/operations.ts";
import { resolveLimits } from "../../lib/api/limits.ts";
import type { Call } from "../../lib/protocol/call.ts";
import { encodeCall } from "../../lib/protocol/encode/encode.ts";
import { getUndefinedReason } from "../../lib/protocol/encode/operations.ts";
import { EVENT_KINDS, type Operation } from "../../lib/protocol/model.ts";
import type { Binding, Version } from "../../lib/protocol/versions.ts";
import { mark } from "../../lib/server/exchange/exchange.testkit.ts";
import { performExchange } from "../../lib/server/exchange/exchange.ts";
import { getCallLimits } from "../../lib/server/exchange/exchange-limits.ts";
import { Ingest } from "../../lib/timeline/ingest.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { parseFrameValue } from "../../lib/timeline/timeline-queries.ts";
import type { WireRecord } from "../../lib/wire/record.ts";
import { type Agent, type AgentVersion, startAgent } from "./agent.ts";
import { SCRIPT_TOKENS } from "./script.ts";

interface Line {
  readonly generation: AgentVersion;
  readonly binding: Binding;
  /** Operations that this server lacks, with the reason; they cannot be tested with it. */
  readonly lacks: Partial<Record<Operation, string>>;
}

const LINES: readonly Line[] = [
  { generation: "0.1", binding: "jsonrpc", lacks: {} },
  {
    generation: "0.2",
    binding: "jsonrpc",
    lacks: {
      "push-list": "the SDK 0.2.5 does not know the method",
      "push-delete": "the SDK 0.2.5 does not know the method",
      "extended-card": "the SDK 0.2.5 serves none",
    },
  },
  { generation: "0.3", binding: "jsonrpc", lacks: {} },
  { generation: "0.3", binding: "rest", lacks: { list: "the SDK 0.3.14 has no such route" } },
  { generation: "0.3", binding: "grpc", lacks: {} },
  { generation: "1.0", binding: "jsonrpc", lacks: {} },
  { generation: "1.0", binding: "rest", lacks: {} },
  { generation: "1.0", binding: "grpc", lacks: {} },
];

const BINDINGS: Readonly<Record<Binding, string>> = {
  jsonrpc: "JSON-RPC",
  rest: "HTTP+JSON",
  grpc: "gRPC",
  unknown: "",
};

/** The result of a call: its own timeline, and the text of the response. */
interface Outcome {
  readonly status: number;
  readonly text: string;
  readonly state: string | null;
  readonly artifact: string;
  readonly kinds: readonly string[];
}

class Client {
  readonly #url: string;
  readonly #line: Line;
  #count = 0;

  constructor(agent: Agent, line: Line) {
    this.#line = line;
    const { rpcUrl, restUrl, grpcUrl } = agent;
    this.#url =
      (line.binding === "jsonrpc" ? rpcUrl : line.binding === "rest" ? restUrl : grpcUrl) ?? "";
  }

  /** Calls the agent; closes the connection as soon as enough was received. */
  async call(call: Call, isEnough: (text: string) => boolean = () => false): Promise<Outcome> {
    const { generation, binding } = this.#line;
    const stop = new AbortController();
    const records: WireRecord[] = [];
    let text = "";
    const sink = {
      append(record: WireRecord) {
        records.push(record);
        if (record.r === "data") text += record.text ?? textOf(record.b64);
        if (isEnough(text)) stop.abort();
      },
      now: () => records.length,
      pendingBytes: 0,
      waitUntilWritten: async () => undefined,
    };
    const id = `request-${++this.#count}`;
    const version: Version = generation;
    const target = { url: this.#url, binding, version, id, freshId: randomUUID() };
    await performExchange(encodeCall(call, target), {
      x: "x1",
      sink,
      policy: { wide: false, allow: [] },
      createMask: mark,
      limits: getCallLimits(resolveLimits()),
      signal: stop.signal,
    });
    const ingest = new Ingest();
    for (const record of records) ingest.push(record);
    ingest.finish();
    const { timeline } = ingest;
    const [task] = timeline.tasks;
    const artifact = task?.artifacts[0];
    return {
      status: timeline.exchanges[0]?.head?.record.status ?? 0,
      text: binding === "grpc" ? valuesOf(timeline) : text,
      state: task?.state ?? null,
      artifact: artifact?.revisions.at(-1)?.textAt(timeline.lastEvent) ?? "",
      kinds: Array.from({ length: timeline.lastEvent + 1 }, (_, n) => {
        return EVENT_KINDS[timeline.events.kind.at(n)] ?? "";
      }),
    };
  }

  say(operation: "send" | "stream", text: string, isEnough?: (text: string) => boolean) {
    const message = { text, messageId: `m-${++this.#count}`, contextId: null, taskId: null };
    return this.call({ operation, message }, isEnough);
  }

  /** A task that waits for input until a test provides it. */
  async waitingTask(): Promise<string> {
    const { text, state } = await this.say("send", "input");
    expect(state).toBe("input-required");
    return taskIn(text);
  }

  /** A task that continues without a connection. */
  async runningTask(): Promise<string> {
    return taskIn((await this.say("stream", "slow", (text) => text.includes("token 1 "))).text);
  }
}

const textOf = (b64 = "") => Buffer.from(b64, "base64").toString();

/** The received JSON, also if it came as bytes. */
function valuesOf(timeline: Timeline): string {
  const { length } = timeline.events;
  return Array.from({ length }, (_, n) => JSON.stringify(parseFrameValue(timeline, n))).join("");
}

const config = (url: string) => ({ id: "p1", url, token: "a-word-to-know-it-by" });

type Proof = (client: Client) => Promise<void>;

const PROOFS: Readonly<Record<Operation, Proof>> = {
  async stream(client) {
    const { state, artifact } = await client.say("stream", "stream");
    expect({ state, artifact }).toEqual({ state: "completed", artifact: SCRIPT_TOKENS.join("") });
  },
  async send(client) {
    const { state, artifact } = await client.say("send", "plain");
    expect({ state, artifact }).toEqual({ state: "completed", artifact: "All in one piece." });
  },
  async get(client) {
    const taskId = await client.waitingTask();
    const { state, kinds } = await client.call({ operation: "get", taskId, historyLength: 5 });
    expect({ state, kinds }).toEqual({ state: "input-required", kinds: ["task"] });
  },
  async list(client) {
    const taskId = await client.waitingTask();
    const filter = { state: "input-required", pageSize: 10, includeArtifacts: false } as const;
    const { text, kinds } = await client.call({ operation: "list", filter });
    expect(kinds).toEqual(["tasks"]);
    expect(text).toContain(taskId);
  },
  async cancel(client) {
    const taskId = await client.runningTask();
    const { state } = await client.call({ operation: "cancel", taskId });
    expect(state).toBe("canceled");
  },
  async subscribe(client) {
    const taskId = await client.runningTask();
    const { artifact } = await client.call({ operation: "subscribe", taskId }, (text) =>
      text.includes("token 9 "),
    );
    expect(artifact).toContain("token 9 ");
    await client.call({ operation: "cancel", taskId });
  },
  async "push-set"(client) {
    const taskId = await client.waitingTask();
    const url = "http://127.0.0.1:9/inbox";
    const { text } = await client.call({
      operation: "push-set",
      taskId,
      config: config(url),
    });
    expect(text).toContain(url);
  },
  async "push-get"(client) {
    const { taskId, url } = await withConfig(client);
    const { text } = await client.call({ operation: "push-get", taskId, configId: "p1" });
    expect(text).toContain(url);
  },
  async "push-list"(client) {
    const { taskId, url } = await withConfig(client);
    const { text } = await client.call({ operation: "push-list", taskId });
    expect(text).toContain(url);
  },
  async "push-delete"(client) {
    const { taskId, url } = await withConfig(client);
    const { status } = await client.call({ operation: "push-delete", taskId, configId: "p1" });
    expect(status).toBeLessThan(300);
    expect((await client.call({ operation: "push-list", taskId })).text).not.toContain(url);
  },
  async "extended-card"(client) {
    const { text, kinds } = await client.call({ operation: "extended-card" });
    expect(kinds).toEqual(["card"]);
    expect(text).toContain("The extended card.");
  },
};

async function withConfig(client: Client) {
  const taskId = await client.waitingTask();
  const url = "http://127.0.0.1:9/inbox";
  await client.call({ operation: "push-set", taskId, config: config(url) });
  return { taskId, url };
}

/** The first task ID in a response of any version. */
function taskIn(text: string): string {
  const found = /"(?:id|taskId)":"([0-9a-f-]{36})"/.exec(text)?.[1];
  if (found === undefined) throw new Error(`no task in ${text}`);
  return found;
}

const defined = ({ generation, binding }: Line) =>
  OPERATIONS.filter((operation) => getUndefinedReason(operation, generation, binding) === null);

describe.each(LINES)("A2A $generation over $binding", (line) => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await startAgent(line.generation);
  });
  afterAll(() => agent.close());

  const proven = defined(line).filter((operation) => !(operation in line.lacks));
  test.each(proven)("%s", (operation) => PROOFS[operation](new Client(agent, line)));

  const lacked = Object.keys(line.lacks) as Operation[];
  if (lacked.length === 0) return;
  test("rejects what its server lacks", async () => {
    const client = new Client(agent, line);
    const taskId = await client.waitingTask();
    for (const operation of lacked) {
      const call = { operation, taskId, configId: "p1", filter: {} } as Call;
      const { kinds, status } = await client.call(call);
      expect({ operation, isRefused: status >= 400 || kinds.includes("error") }).toEqual({
        operation,
        isRefused: true,
      });
    }
  });
});

test("the documentation lists exactly what is tested", () => {
  const documented = readFileSync(
    new URL("../../docs/reference/tested-operations.md", import.meta.url),
    "utf8",
  );
  expect(documented).toContain(table());
});

function table(): string {
  const heads = LINES.map(({ generation, binding }) => `${generation} ${BINDINGS[binding]}`);
  const rows = OPERATIONS.map((operation) => [
    operation,
    ...LINES.map((line) => {
      if (getUndefinedReason(operation, line.generation, line.binding) !== null) return "–";
      return operation in line.lacks ? `not here: ${line.lacks[operation]}` : "tested";
    }),
  ]);
  return [["operation", ...heads], heads.concat("").map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
