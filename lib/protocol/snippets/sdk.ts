/**
 * Formats a call as a program that uses an SDK of its version. The SDKs read the agent card and
 * encode the request themselves: it is the same call, but not the same bytes.
 */

import type { Call } from "../call.ts";
import { encodeParams } from "../encode/params.ts";
import { getEncodingVersion } from "../encode/request-format.ts";
import type { Binding, Version } from "../versions.ts";
import { formatVariableCheck } from "./fetch.ts";
import { formatLiteral, JAVASCRIPT, PYTHON } from "./literals.ts";
import { formatVariableComment } from "./python.ts";
import { SecretPlaceholders, type SnippetRequest } from "./secret-placeholders.ts";

interface SdkCall {
  readonly call: Call;
  /** The encoded request of the call, which has the added headers. */
  readonly request: SnippetRequest;
  readonly cardUrl: string;
  readonly version: Version;
  readonly binding: Binding;
  readonly tenant?: string;
}

/** Why no SDK supports the call; `null` if one does. */
export function getSdkUnsupportedReason({
  call,
  version,
  binding,
}: Omit<SdkCall, "request" | "cardUrl">) {
  if (getEncodingVersion(version) === "0.1") return "No SDK exists for this version.";
  if (binding === "grpc") return "Loupe writes SDK code for JSON-RPC and HTTP+JSON.";
  if (!(call.operation in JAVASCRIPT_METHODS))
    return "Loupe writes SDK code for messages and tasks.";
  return null;
}

type SdkOperation = keyof typeof JAVASCRIPT_METHODS;

const JAVASCRIPT_METHODS = {
  send: "sendMessage",
  stream: "sendMessageStream",
  get: "getTask",
  cancel: "cancelTask",
  subscribe: "resubscribeTask",
} as const;

const REQUESTS = {
  send: "SendMessageRequest",
  stream: "SendMessageRequest",
  get: "GetTaskRequest",
  cancel: "CancelTaskRequest",
  subscribe: "SubscribeToTaskRequest",
} as const;

const TRANSPORTS = { rest: "HTTP+JSON", jsonrpc: "JSONRPC" } as const;

/** Headers that the SDKs set themselves. */
const OWN_HEADERS = new Set(["accept", "content-type", "a2a-version"]);

interface PreparedCall {
  readonly operation: SdkOperation;
  readonly params: object;
  readonly extra: Readonly<Record<string, string>>;
  readonly hidden: SecretPlaceholders;
  readonly streams: boolean;
}

function prepareCall(sdk: SdkCall, discloses: boolean): PreparedCall {
  const { call, request, version, tenant } = sdk;
  const operation = call.operation as SdkOperation;
  const generation = getEncodingVersion(version);
  const target = { version, freshId: "", ...(tenant && { tenant }) };
  const extra = request.headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  return {
    operation,
    params: encodeParams(call, target, generation),
    extra: Object.fromEntries(extra),
    hidden: new SecretPlaceholders({ ...request, url: sdk.cardUrl }, discloses),
    streams: operation === "stream" || operation === "subscribe",
  };
}

export function toJavaScriptSdk(sdk: SdkCall, discloses = false): string {
  const prepared = prepareCall(sdk, discloses);
  const { operation, params, extra, hidden, streams } = prepared;
  const write = (value: unknown, indent = "") => formatLiteral(value, JAVASCRIPT, hidden, indent);
  const hasExtra = Object.keys(extra).length > 0;
  const isNew = getEncodingVersion(sdk.version) === "1.0";
  const isOld = sdk.version === "0.2";
  const type = REQUESTS[operation];
  const options = hasExtra && !isOld ? `, { serviceParameters: ${write(extra)} }` : "";
  const request = isNew ? `${type}.fromJSON(${write(params)})` : write(params);
  const method = `client.${JAVASCRIPT_METHODS[operation]}(${request}${options})`;
  const lines = [
    ...(isOld ? formatJavascriptClient02(sdk, prepared) : formatJavascriptClient(sdk, write)),
    ...(streams
      ? [`for await (const event of ${method}) {`, "  console.log(JSON.stringify(event));", "}"]
      : [`console.log(JSON.stringify(await ${method}, null, 2));`]),
  ];
  const release = isNew ? "1" : isOld ? "0.2" : "0.3";
  const imports = isOld
    ? ['import { A2AClient } from "@a2a-js/sdk/client";']
    : [
        ...(isNew ? [`import { ${type} } from "@a2a-js/sdk";`] : []),
        'import { ClientFactory, ClientFactoryOptions } from "@a2a-js/sdk/client";',
      ];
  const head = [`// npm install @a2a-js/sdk@${release}; node request.mjs`, ...imports];
  return [...head, ...formatVariableCheck(hidden), "", ...lines, ""].join("\n");
}

function formatJavascriptClient({ cardUrl, binding }: SdkCall, write: (value: unknown) => string) {
  const transport = TRANSPORTS[binding === "rest" ? "rest" : "jsonrpc"];
  return [
    "const factory = new ClientFactory(",
    "  ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {",
    `    preferredTransports: [${write(transport)}],`,
    "  }),",
    ");",
    `const client = await factory.createFromUrl(${write(cardUrl)}, "");`,
  ];
}

/** This client takes no headers and fetches the card from an origin and a path. */
function formatJavascriptClient02({ cardUrl }: SdkCall, { extra, hidden }: PreparedCall): string[] {
  const write = (value: unknown) => formatLiteral(value, JAVASCRIPT, hidden);
  const { origin, pathname, search } = new URL(cardUrl);
  const client = `const client = new A2AClient(${write(origin)}, ${write(pathname + search)});`;
  if (Object.keys(extra).length === 0) return [client];
  return [
    `const headers = ${write(extra)};`,
    "const { fetch } = globalThis;",
    "globalThis.fetch = (url, init = {}) =>",
    "  fetch(url, { ...init, headers: { ...init.headers, ...headers } });",
    client,
  ];
}

const PYTHON_METHODS = {
  send: "send_message",
  stream: "send_message",
  get: "get_task",
  cancel: "cancel_task",
  subscribe: "subscribe",
} as const;

export function toPythonSdk(sdk: SdkCall, discloses = false): string {
  const prepared = prepareCall(sdk, discloses);
  const { extra, hidden, operation, streams } = prepared;
  const write = (value: unknown, indent = "    ") => formatLiteral(value, PYTHON, hidden, indent);
  const isNew = getEncodingVersion(sdk.version) === "1.0";
  const { origin, pathname, search } = new URL(sdk.cardUrl);
  const transport = TRANSPORTS[sdk.binding === "rest" ? "rest" : "jsonrpc"];
  const supported = isNew ? "supported_protocol_bindings" : "supported_transports";
  const headers = Object.keys(extra).length > 0 ? `headers=${write(extra, "  ")}, ` : "";
  const lines = [
    "async def main():",
    `  async with httpx.AsyncClient(${headers}timeout=None) as http:`,
    `    resolver = A2ACardResolver(http, ${write(origin)}, ${write(pathname + search)})`,
    "    card = await resolver.get_agent_card()",
    `    config = ClientConfig(httpx_client=http, streaming=${streams ? "True" : "False"}, ${supported}=[${write(transport)}])`,
    "    client = ClientFactory(config).create(card)",
    ...(isNew ? formatPython1(prepared, write) : formatPython03(prepared, write)),
    "",
    "asyncio.run(main())",
  ];
  const type = isNew ? REQUESTS[operation] : PYTHON_03_TYPES[operation];
  const imports = [
    "import asyncio",
    ...(hidden.usedVariables.length > 0 ? ["import os"] : []),
    "",
    "import httpx",
    "from a2a.client import A2ACardResolver, ClientConfig, ClientFactory",
    `from a2a.types import ${type}`,
    ...(isNew ? ["from google.protobuf.json_format import MessageToJson, ParseDict"] : []),
  ];
  const release = isNew ? "1.0" : "0.3";
  const needs = `# pip install "a2a-sdk[http-server]~=${release}"; python3 request.py`;
  return [needs, ...formatVariableComment(hidden), ...imports, "", "", ...lines, ""].join("\n");
}

type WriteLiteral = (value: unknown) => string;

function formatPython1(
  { operation, params, streams }: PreparedCall,
  write: WriteLiteral,
): string[] {
  const request = [`    request = ParseDict(${write(params)}, ${REQUESTS[operation]}())`];
  const method = `client.${PYTHON_METHODS[operation]}(request)`;
  // Sending returns events with and without streaming.
  const isIterated = streams || operation === "send";
  return isIterated
    ? [...request, `    async for event in ${method}:`, "      print(MessageToJson(event))"]
    : [...request, `    print(MessageToJson(await ${method}))`];
}

const PYTHON_03_TYPES = {
  send: "Message, MessageSendConfiguration",
  stream: "Message, MessageSendConfiguration",
  get: "TaskQueryParams",
  cancel: "TaskIdParams",
  subscribe: "TaskIdParams",
} as const;

function formatPython03({ operation, params }: PreparedCall, write: WriteLiteral): string[] {
  if (operation === "send" || operation === "stream") {
    const { message, configuration = {}, metadata } = params as Readonly<Record<string, object>>;
    const more = metadata ? `, request_metadata=${write(metadata)}` : "";
    return [
      `    message = Message.model_validate(${write(message)})`,
      `    configuration = MessageSendConfiguration.model_validate(${write(configuration)})`,
      `    async for event in client.send_message(message, configuration=configuration${more}):`,
      ...PRINT_03,
    ];
  }
  const request = `${PYTHON_03_TYPES[operation]}.model_validate(${write(params)})`;
  if (operation !== "subscribe") {
    const method = PYTHON_METHODS[operation];
    return [`    print((await client.${method}(${request})).model_dump_json(exclude_none=True))`];
  }
  return [`    async for event in client.resubscribe(${request}):`, ...PRINT_03];
}

/** The client returns the current task together with the update that changed it. */
const PRINT_03 = [
  "      latest = (event[1] or event[0]) if isinstance(event, tuple) else event",
  "      print(latest.model_dump_json(exclude_none=True))",
];
