/** Test kit of clients from three generations of the JavaScript SDK, which all talk alike. */

import { A2AClient } from "a2a-sdk-0.2/client";
import * as sdk03 from "a2a-sdk-0.3/client";
import { GrpcTransportFactory as Grpc03 } from "a2a-sdk-0.3/client/grpc";
import { Role, TaskState } from "a2a-sdk-1.0";
import * as sdk10 from "a2a-sdk-1.0/client";
import { GrpcTransportFactory as Grpc10 } from "a2a-sdk-1.0/client/grpc";

/** The parts of an event or task that the conversation uses. */
export interface Seen {
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
  const transports = [new JsonRpcTransportFactory(), new RestTransportFactory(), new Grpc03()];
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
  const transports = [new JsonRpcTransportFactory(), new RestTransportFactory(), new Grpc10()];
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

/** Starts a client of that SDK with the agent at a base address, or at the address of its card. */
export const startTalk: Readonly<Record<"0.2" | "0.3" | "1.0", (url: string) => Promise<Talk>>> = {
  "0.2": talk02,
  "0.3": talk03,
  "1.0": talk10,
};
