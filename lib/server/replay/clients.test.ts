// Clients from three generations of the JavaScript SDK talk to a replay as they would to the agent:
// a stream, a question with its answer, a task lookup and a cancellation.
import { A2AClient } from "a2a-sdk-0.2/client";
import * as sdk03 from "a2a-sdk-0.3/client";
import { Role, TaskState } from "a2a-sdk-1.0";
import * as sdk10 from "a2a-sdk-1.0/client";
import { expect, test } from "vitest";
import { type AgentVersion, startAgent } from "../../../e2e/agents/agent.ts";
import { SCRIPT_TOKENS } from "../../../e2e/agents/script.ts";
import { RecordedLog } from "../../../fixtures/recorded-log.ts";
import type { Call } from "../../protocol/call.ts";
import { encodeCall } from "../../protocol/encode/encode.ts";
import { startTestReplay } from "./replay.testkit.ts";
import { DEFAULT_REPLAY_OPTIONS } from "./replay-options.ts";

/** The parts of an event or task that the conversation uses. */
interface Seen {
  readonly taskId: string;
  readonly state: string | null;
  readonly text: string;
}

interface Talk {
  stream(text: string, taskId?: string): AsyncIterable<Seen>;
  get(id: string): Promise<Seen>;
  cancel(id: string): Promise<Seen>;
}

interface Old {
  readonly kind?: string;
  readonly id?: string;
  readonly taskId?: string;
  readonly status?: { readonly state: string };
  readonly artifact?: { readonly parts: readonly { readonly text?: string }[] };
}

const seenOld = (value: unknown): Seen => {
  const { id, taskId, status, artifact } = value as Old;
  const text = (artifact?.parts ?? []).map((part) => part.text ?? "").join("");
  return { taskId: taskId ?? id ?? "", state: status?.state ?? null, text };
};

const oldMessage = (text: string, taskId?: string) => ({
  message: {
    kind: "message" as const,
    role: "user" as const,
    messageId: `m-${text}`,
    parts: [{ kind: "text" as const, text }],
    ...(taskId !== undefined && { taskId }),
  },
});

async function* each<In>(source: AsyncIterable<In>, seen: (value: In) => Seen) {
  for await (const value of source) yield seen(value);
}

const resultOf = (answer: unknown): Seen => seenOld((answer as { result: unknown }).result);

async function talk02(url: string): Promise<Talk> {
  const client = new A2AClient(url);
  return {
    stream: (text, taskId) => each(client.sendMessageStream(oldMessage(text, taskId)), seenOld),
    get: async (id) => resultOf(await client.getTask({ id })),
    cancel: async (id) => resultOf(await client.cancelTask({ id })),
  };
}

async function talk03(url: string): Promise<Talk> {
  const { ClientFactory, JsonRpcTransportFactory, RestTransportFactory } = sdk03;
  const transports = [new JsonRpcTransportFactory(), new RestTransportFactory()];
  const client = await new ClientFactory({ transports }).createFromUrl(url);
  return {
    stream: (text, taskId) => each(client.sendMessageStream(oldMessage(text, taskId)), seenOld),
    get: async (id) => seenOld(await client.getTask({ id })),
    cancel: async (id) => seenOld(await client.cancelTask({ id })),
  };
}

const WORDS: Readonly<Partial<Record<TaskState, string>>> = {
  [TaskState.TASK_STATE_SUBMITTED]: "submitted",
  [TaskState.TASK_STATE_WORKING]: "working",
  [TaskState.TASK_STATE_INPUT_REQUIRED]: "input-required",
  [TaskState.TASK_STATE_COMPLETED]: "completed",
  [TaskState.TASK_STATE_CANCELED]: "canceled",
};

async function talk10(url: string): Promise<Talk> {
  const { ClientFactory, JsonRpcTransportFactory, RestTransportFactory } = sdk10;
  const transports = [new JsonRpcTransportFactory(), new RestTransportFactory()];
  const client = await new ClientFactory({ transports }).createFromUrl(url);
  const ask = (text: string, taskId = "") => ({
    tenant: "",
    metadata: undefined,
    configuration: undefined,
    message: {
      messageId: `m-${text}`,
      taskId,
      contextId: "",
      role: Role.ROLE_USER,
      parts: [
        {
          content: { $case: "text" as const, value: text },
          metadata: undefined,
          filename: "",
          mediaType: "",
        },
      ],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
  });
  const seenTask = (task: Awaited<ReturnType<typeof client.getTask>>): Seen => ({
    taskId: task.id,
    state: task.status ? (WORDS[task.status.state] ?? null) : null,
    text: "",
  });
  return {
    stream: (text, taskId) =>
      each(client.sendMessageStream(ask(text, taskId)), ({ payload }) => {
        switch (payload?.$case) {
          case "task":
            return seenTask(payload.value);
          case "statusUpdate": {
            const { status } = payload.value;
            const state = status ? (WORDS[status.state] ?? null) : null;
            return { taskId: payload.value.taskId, state, text: "" };
          }
          case "artifactUpdate": {
            const parts = payload.value.artifact?.parts ?? [];
            const texts = parts.map(({ content }) =>
              content?.$case === "text" ? content.value : "",
            );
            return { taskId: payload.value.taskId, state: null, text: texts.join("") };
          }
          default:
            return { taskId: "", state: null, text: "" };
        }
      }),
    get: async (id) => seenTask(await client.getTask({ tenant: "", id })),
    cancel: async (id) =>
      seenTask(await client.cancelTask({ tenant: "", id, metadata: undefined })),
  };
}

/** Records the same conversation with the agent itself. */
async function recorded(generation: Exclude<AgentVersion, "0.1">, binding: "jsonrpc" | "rest") {
  const { rpcUrl, restUrl, cardUrl, close } = await startAgent(generation);
  const log = new RecordedLog("a conversation");
  const target = {
    url: binding === "rest" ? (restUrl ?? "") : rpcUrl,
    binding,
    id: "recorded-1",
    freshId: "fresh",
  };
  const ask = (call: Call) =>
    log.recordExchange(encodeCall(call, { ...target, version: generation }));
  const stream = (text: string, taskId: string | null = null) =>
    ask({ operation: "stream", message: { text, messageId: "m", contextId: null, taskId } });
  const taskIn = (body: string) => /"taskId":\s*"([^"]+)"/.exec(body)?.[1] ?? "";
  await log.recordExchange({ method: "GET", url: cardUrl, headers: [] });
  await stream("stream");
  const taskId = taskIn(await stream("input"));
  await stream("blue", taskId);
  await ask({ operation: "get", taskId });
  const reads = log.records.filter(({ r }) => r === "data").length;
  const slow = stream("slow");
  await log.waitForReads(reads + 4);
  await ask({ operation: "cancel", taskId: taskIn(log.getResponseText("x6")) });
  await slow;
  await close();
  return { records: log.records, taskId };
}

test.each([
  ["0.2.5", "0.2", "jsonrpc", talk02],
  ["0.3.14", "0.3", "jsonrpc", talk03],
  ["0.3.14", "0.3", "rest", talk03],
  ["1.3.0", "1.0", "jsonrpc", talk10],
  ["1.3.0", "1.0", "rest", talk10],
] as const)(
  "a2a-js %s holds a conversation of %s over %s",
  async (_, generation, binding, begin) => {
    const { records, taskId } = await recorded(generation, binding);
    const { url, served } = await startTestReplay(records, DEFAULT_REPLAY_OPTIONS);
    const talk = await begin(url);
    const all = async (events: AsyncIterable<Seen>) => {
      const list: Seen[] = [];
      for await (const event of events) list.push(event);
      return list;
    };

    const streamed = await all(talk.stream("stream"));
    expect(streamed.map(({ text }) => text).join("")).toBe(SCRIPT_TOKENS.join(""));
    expect(streamed.at(-1)?.state).toBe("completed");

    const question = await all(talk.stream("input"));
    expect(question.at(-1)).toMatchObject({ taskId, state: "input-required" });
    const continued = await all(talk.stream("blue", question.at(-1)?.taskId));
    expect(continued.map(({ text }) => text).join("")).toBe("You chose blue");
    expect(continued.at(-1)).toMatchObject({ taskId, state: "completed" });
    expect(await talk.get(taskId)).toMatchObject({ taskId, state: "completed" });

    const slow: Seen[] = [];
    let canceled: Seen | null = null;
    for await (const event of talk.stream("slow")) {
      slow.push(event);
      if (event.text !== "" && canceled === null) canceled = await talk.cancel(event.taskId);
    }
    expect(canceled?.state).toBe("canceled");
    expect(slow.at(-1)?.state).toBe("canceled");

    expect(
      served.filter(({ exchange }) => exchange !== null).map(({ exchange }) => exchange),
    ).toEqual([2, 3, 4, 5, 6, 7]);
  },
);
