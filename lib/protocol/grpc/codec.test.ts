import { A2AService as Service03 } from "a2a-sdk-0.3/server/grpc";
import { A2AService as Service10 } from "a2a-sdk-1.0/server/grpc";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeProtobuf, type FieldRange } from "./decode.ts";
import { encodeProtobuf } from "./encode.ts";
import { MESSAGES_0_3 } from "./messages-0.3.ts";
import { MESSAGES_1_0 } from "./messages-1.0.ts";
import type { ProtobufSchema } from "./schema.ts";

/** The SDK's own reading of our bytes, written by it again, read by us. */
function throughSdk(schema: ProtobufSchema, type: string, codec: Codec, json: unknown): unknown {
  const { bytes, omitted } = encodeProtobuf(schema, type, json);
  expect(omitted).toEqual([]);
  const again = codec.serialize(codec.deserialize(Buffer.from(bytes)));
  return decodeProtobuf(schema, type, again).value;
}

interface Codec {
  serialize(value: never): Buffer;
  deserialize(bytes: Buffer): never;
}

/** A codec of the SDK, whatever type it has there. */
const codec = (serialize: unknown, deserialize: unknown) =>
  ({ serialize, deserialize }) as unknown as Codec;

const text = fc.string({ unit: "binary", minLength: 1, maxLength: 12 });
const member = fc.string({ minLength: 1, maxLength: 6 }).filter((key) => key !== "__proto__");
// Without null: the SDKs read it as the number 0.
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constant(""),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(member, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const struct = fc.dictionary(member, json, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
const time = fc
  .date({ min: new Date(0), max: new Date("9999-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().replace(".000Z", "Z"));
const bytes = fc.uint8Array({ minLength: 1, maxLength: 20 });
const base64 = bytes.map((raw) => Buffer.from(raw).toString("base64"));
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const some = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 3 });
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

const part10 = fc.oneof(
  fc.record({ text: fc.oneof(text, fc.constant("")), metadata: optional(struct) }),
  fc.record({ raw: base64, filename: optional(text), mediaType: optional(text) }),
  fc.record({ url: text }),
  fc.record({ data: json }),
);
const message10 = fc.record({
  messageId: text,
  contextId: optional(text),
  taskId: optional(text),
  role: fc.constantFrom("ROLE_USER", "ROLE_AGENT"),
  parts: some(part10),
  metadata: optional(struct),
  extensions: optional(some(text)),
  referenceTaskIds: optional(some(text)),
});
const states = ["SUBMITTED", "WORKING", "COMPLETED", "FAILED", "REJECTED", "AUTH_REQUIRED"];
const status = (message: fc.Arbitrary<unknown>, more: string) =>
  fc.record({
    state: fc.constantFrom(...states, more).map((state) => `TASK_STATE_${state}`),
    message: optional(message),
    timestamp: optional(time),
  });
const artifact = (part: fc.Arbitrary<unknown>) =>
  fc.record({
    artifactId: text,
    name: optional(text),
    description: optional(text),
    parts: some(part),
    metadata: optional(struct),
    extensions: optional(some(text)),
  });
const events = (message: fc.Arbitrary<unknown>, part: fc.Arbitrary<unknown>, more: string) => {
  const ids = { taskId: text, contextId: text };
  const task = fc.record({
    id: text,
    contextId: text,
    status: status(message, more),
    artifacts: optional(some(artifact(part))),
    history: optional(some(message)),
    metadata: optional(struct),
  });
  return fc.oneof(
    fc.record({ task }),
    fc.record({ message }),
    fc.record({ statusUpdate: fc.record({ ...ids, status: status(message, more) }) }),
    fc.record({
      artifactUpdate: fc.record({
        ...ids,
        artifact: artifact(part),
        append: optional(fc.constant(true)),
        lastChunk: optional(fc.constant(true)),
        metadata: optional(struct),
      }),
    }),
  );
};
const event10 = events(message10, part10, "CANCELED").map(plain);

// What the SDK leaves out of 0.3 (metadata of parts, names of files) is not told here.
const part03 = fc.oneof(
  fc.record({ text: fc.oneof(text, fc.constant("")) }),
  fc.record({ file: fc.record({ fileWithBytes: base64, mimeType: text }) }),
  fc.record({ file: fc.record({ fileWithUri: text, mimeType: text }) }),
  fc.record({ data: fc.record({ data: struct }) }),
);
const message03 = fc.record({
  messageId: text,
  contextId: optional(text),
  taskId: optional(text),
  role: fc.constantFrom("ROLE_USER", "ROLE_AGENT"),
  content: some(part03),
  metadata: optional(struct),
  extensions: optional(some(text)),
});
const event03 = events(message03, part03, "CANCELLED").map(plain);

const { sendStreamingMessage: stream10, getExtendedAgentCard, listTasks } = Service10;
const { sendStreamingMessage: stream03, createTaskPushNotificationConfig: push03 } = Service03;

describe("what the SDKs' own codecs make of our bytes, and we of theirs, is what was meant", () => {
  test("events of 1.0", () => {
    const sdk = codec(stream10.responseSerialize, stream10.responseDeserialize);
    fc.assert(
      fc.property(event10, (event) => {
        expect(throughSdk(MESSAGES_1_0, "StreamResponse", sdk, event)).toEqual(event);
      }),
    );
  });

  test("events of 0.3", () => {
    const sdk = codec(stream03.responseSerialize, stream03.responseDeserialize);
    fc.assert(
      fc.property(event03, (event) => {
        expect(throughSdk(MESSAGES_0_3, "StreamResponse", sdk, event)).toEqual(event);
      }),
    );
  });

  test("requests to send of 1.0 and of 0.3", () => {
    const sdk10 = codec(stream10.requestSerialize, stream10.requestDeserialize);
    const push = { url: "http://h/", token: "t", authentication: { scheme: "Bearer" } };
    const configuration10 = {
      acceptedOutputModes: ["text/plain"],
      taskPushNotificationConfig: { id: "p", ...push },
      historyLength: 3,
      returnImmediately: true,
    };
    const asked10 = { tenant: "acme", configuration: configuration10, metadata: { a: [1, "b"] } };
    const message10 = { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] };
    const send10 = { ...asked10, message: message10 };
    expect(throughSdk(MESSAGES_1_0, "SendMessageRequest", sdk10, send10)).toEqual(send10);

    const sdk03 = codec(stream03.requestSerialize, stream03.requestDeserialize);
    const authentication = { schemes: ["Bearer"], credentials: "c" };
    const pushNotification = { id: "p", url: "http://h/", token: "t", authentication };
    const configuration03 = { pushNotification, historyLength: 3, blocking: true };
    const message03 = { messageId: "m", role: "ROLE_USER", content: [{ text: "hi" }] };
    const send03 = { message: message03, configuration: configuration03 };
    expect(throughSdk(MESSAGES_0_3, "SendMessageRequest", sdk03, send03)).toEqual(send03);

    const created = codec(push03.requestSerialize, push03.requestDeserialize);
    const name = "tasks/t/pushNotificationConfigs/p";
    const set03 = {
      parent: "tasks/t",
      configId: "p",
      config: { name, pushNotificationConfig: pushNotification },
    };
    const type = "CreateTaskPushNotificationConfigRequest";
    expect(throughSdk(MESSAGES_0_3, type, created, set03)).toEqual(set03);
  });

  test("a filter and an agent card of 1.0", () => {
    const filter = {
      contextId: "c",
      status: "TASK_STATE_WORKING",
      pageSize: 10,
      statusTimestampAfter: "2026-05-01T10:00:00.125Z",
      includeArtifacts: true,
    };
    const list = codec(listTasks.requestSerialize, listTasks.requestDeserialize);
    expect(throughSdk(MESSAGES_1_0, "ListTasksRequest", list, filter)).toEqual(filter);

    const flows = {
      authorizationCode: {
        authorizationUrl: "https://a/",
        tokenUrl: "https://t/",
        scopes: { read: "to read" },
        pkceRequired: true,
      },
    };
    const card = {
      name: "A",
      supportedInterfaces: [{ url: "h:1", protocolBinding: "GRPC", protocolVersion: "1.0" }],
      provider: { url: "https://p/", organization: "P" },
      version: "1",
      capabilities: { streaming: true, extensions: [{ uri: "u", params: { a: { b: [true] } } }] },
      securitySchemes: { o: { oauth2SecurityScheme: { flows } } },
      securityRequirements: [{ schemes: { o: { list: ["read"] } } }],
      skills: [{ id: "s", name: "S", description: "d", tags: ["t"], examples: ["e"] }],
      signatures: [{ protected: "p", signature: "s", header: { kid: "k" } }],
      iconUrl: "https://i/",
    };
    const sdk = codec(
      getExtendedAgentCard.responseSerialize,
      getExtendedAgentCard.responseDeserialize,
    );
    expect(throughSdk(MESSAGES_1_0, "AgentCard", sdk, card)).toEqual(card);
  });
});

describe("untrusted bytes", () => {
  test("any truncation is read as far as possible and reported", () => {
    fc.assert(
      fc.property(event10, fc.nat(), (event, cut) => {
        const { bytes } = encodeProtobuf(MESSAGES_1_0, "StreamResponse", event);
        const part = bytes.subarray(0, cut % bytes.length);
        const { broken } = decodeProtobuf(MESSAGES_1_0, "StreamResponse", part);
        expect(broken.length > 0).toBe(part.length > 0);
      }),
    );
  });

  test("any bytes at all become something", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom("StreamResponse", "Struct", "AgentCard", "", "Any", "Timestamp"),
        (noise, type) => {
          const spans: FieldRange[] = [];
          decodeProtobuf(MESSAGES_1_0, type, noise, (span) => spans.push(span));
          for (const { tag, from, to } of spans) {
            expect(tag < from && from <= to && to <= noise.length).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test("one changed byte of an event never throws", () => {
    fc.assert(
      fc.property(event10, fc.nat(), fc.nat(255), (event, at, byte) => {
        const { bytes: changed } = encodeProtobuf(MESSAGES_1_0, "StreamResponse", event);
        changed[at % changed.length] = byte;
        expect(() => decodeProtobuf(MESSAGES_1_0, "StreamResponse", changed)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });

  test("endlessly nested messages are abandoned", () => {
    let deep = new Uint8Array(0);
    for (let i = 0; i < 2999; i++) {
      const list = i % 2 === 0 ? 0x0a : 0x32;
      const length =
        deep.length < 128 ? [deep.length] : [(deep.length & 127) | 128, deep.length >> 7];
      deep = Uint8Array.from([list, ...length, ...deep]);
    }
    expect(decodeProtobuf(MESSAGES_1_0, "ListValue", deep).broken[0]?.why).toContain("deep");
  });

  test("a member that the schema does not have keeps its number and what it says", () => {
    const known = encodeProtobuf(MESSAGES_1_0, "SubscribeToTaskRequest", { id: "t" }).bytes;
    const strange = Uint8Array.from([...known, 0x78, 0x05, 0xa2, 0x01, 0x02, 0x68, 0x69]);
    const { value, unknown } = decodeProtobuf(MESSAGES_1_0, "SubscribeToTaskRequest", strange);
    expect(value).toEqual({ id: "t", 15: 5, 20: "hi" });
    expect(unknown).toBe(2);
  });

  test("a known member of the wrong kind is not taken for what it should be", () => {
    const { value, unknown } = decodeProtobuf(
      MESSAGES_1_0,
      "SubscribeToTaskRequest",
      Uint8Array.from([0x10, 0x07]),
    );
    expect(value).toEqual({ 2: 7 });
    expect(unknown).toBe(1);
  });

  test("null is a value like others", () => {
    const value = { a: null, b: [null, {}] };
    const { bytes: said } = encodeProtobuf(MESSAGES_1_0, "Struct", value);
    expect(decodeProtobuf(MESSAGES_1_0, "Struct", said).value).toEqual(value);
  });

  test("a member called __proto__ is a member", () => {
    const { bytes: said } = encodeProtobuf(
      MESSAGES_1_0,
      "Struct",
      JSON.parse('{"__proto__":{"a":1}}'),
    );
    const { value } = decodeProtobuf(MESSAGES_1_0, "Struct", said);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1}}');
  });
});

test("each field knows its bytes: the strings of an event stand where it says", () => {
  fc.assert(
    fc.property(event10, (event) => {
      const { bytes } = encodeProtobuf(MESSAGES_1_0, "StreamResponse", event);
      const spans: FieldRange[] = [];
      const { value } = decodeProtobuf(MESSAGES_1_0, "StreamResponse", bytes, (span) =>
        spans.push(span),
      );
      for (const { path, holds, from, to } of spans) {
        if (holds !== "text") continue;
        const at = path.reduce<unknown>(
          (inside, key) => (inside as Record<string, unknown>)[key],
          value,
        );
        expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, to))).toBe(
          at,
        );
      }
    }),
  );
});

test("members without a field are listed", () => {
  const { omitted } = encodeProtobuf(MESSAGES_1_0, "SendMessageRequest", {
    message: { messageId: "m", color: "red", parts: [{ text: 5 }] },
  });
  expect(omitted).toEqual(["message.color", "message.parts.0.text"]);
});
