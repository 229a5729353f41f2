/**
 * Driver for the JavaScript SDK, `@a2a-js/sdk`, in three generations: calls the client as its README
 * does, and hands on each event as the client gives it.
 */

import { pathToFileURL } from "node:url";
import type { DriverJob } from "./client-exchange.ts";
import { type JsSdkPackage, resolveEntry } from "./js-sdk.ts";

/** The methods that all generations have in common. */
interface SdkClient {
  sendMessage(params: unknown): Promise<unknown>;
  sendMessageStream(params: unknown): AsyncIterable<unknown>;
  getTask(params: unknown): Promise<unknown>;
  cancelTask(params: unknown): Promise<unknown>;
  resubscribeTask(params: unknown): AsyncIterable<unknown>;
}

interface Sdk02 {
  readonly A2AClient: new (base: string) => SdkClient;
}

type Factory = new (options?: unknown) => object;

interface Sdk03 {
  readonly ClientFactory: new (
    options: object,
  ) => { createFromUrl(base: string): Promise<SdkClient> };
  readonly JsonRpcTransportFactory: Factory;
  readonly RestTransportFactory: Factory;
  readonly DefaultAgentCardResolver: Factory;
}

interface MessageType {
  fromJSON(value: unknown): unknown;
}

/** The messages of 1.0, which are built from the JSON of the wire. */
type Messages1 = Readonly<Record<string, MessageType | undefined>>;

/** Lets the client ask for the recorded response. */
export async function* driveJsSdk(
  sdk: JsSdkPackage,
  job: DriverJob,
): AsyncGenerator<unknown, void, void> {
  const base = new URL(job.cardUrl).origin;
  const client = await createClient(sdk, job, base);
  const params = await createParams(sdk, job);
  switch (job.operation) {
    case "stream":
      return yield* client.sendMessageStream(params);
    case "subscribe":
      return yield* client.resubscribeTask(params);
    case "send":
      return yield await client.sendMessage(params);
    case "get":
      return yield await client.getTask(params);
    case "cancel":
      return yield await client.cancelTask(params);
  }
}

async function createClient(
  sdk: JsSdkPackage,
  { version }: DriverJob,
  base: string,
): Promise<SdkClient> {
  const entry = pathToFileURL(resolveEntry(sdk, "./client")).href;
  if (sdk.generation === "0.2") {
    const { A2AClient }: Sdk02 = await import(entry);
    return new A2AClient(base);
  }
  const { ClientFactory, JsonRpcTransportFactory, RestTransportFactory, ...rest }: Sdk03 =
    await import(entry);
  // As its guide says for agents of 0.3.
  const isLegacy = sdk.generation === "1" && version !== "1.0";
  const options = isLegacy ? { legacyCompat: { enabled: true } } : {};
  return new ClientFactory({
    transports: [new JsonRpcTransportFactory(options), new RestTransportFactory(options)],
    ...(isLegacy && { cardResolver: new rest.DefaultAgentCardResolver(options) }),
  }).createFromUrl(base);
}

const TYPES_OF_1: Readonly<Record<DriverJob["operation"], string>> = {
  send: "SendMessageRequest",
  stream: "SendMessageRequest",
  get: "GetTaskRequest",
  cancel: "CancelTaskRequest",
  subscribe: "SubscribeToTaskRequest",
};

async function createParams(sdk: JsSdkPackage, job: DriverJob): Promise<unknown> {
  const { params } = job.request;
  if (sdk.generation !== "1") return params;
  const messages: Messages1 = await import(pathToFileURL(resolveEntry(sdk, ".")).href);
  const type = messages[TYPES_OF_1[job.operation]];
  return type ? type.fromJSON(params) : params;
}
