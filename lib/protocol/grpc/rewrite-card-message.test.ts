import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeProtobuf } from "./decode.ts";
import { encodeProtobuf } from "./encode.ts";
import type { GrpcVersion } from "./packages.ts";
import { rewriteCardMessage } from "./rewrite-card-message.ts";
import { getGrpcCall } from "./services.ts";
import { joinChunks, writeText } from "./write-fields.ts";

const getSchema = (version: GrpcVersion) => {
  const call = getGrpcCall("extended-card", version);
  if (!call) throw new Error("no call");
  return call.schema;
};
const encode = (version: GrpcVersion, card: object) =>
  encodeProtobuf(getSchema(version), "AgentCard", card).bytes;
const decode = (version: GrpcVersion, bytes: Uint8Array) =>
  decodeProtobuf(getSchema(version), "AgentCard", bytes).value;

const mapUrl = (url: string) => (url.includes("agent") ? url.replace("agent", "the-tap") : null);
const SIGNATURES = [{ protected: "p", signature: "s" }];
const REST = {
  name: "A",
  provider: { url: "http://agent/provider", organization: "o" },
  documentationUrl: "http://agent/docs",
  skills: [{ id: "s", name: "n", description: "d", tags: ["t"] }],
};

describe("a card in protobuf", () => {
  test("of 1.0 has other URLs of interfaces, and no signatures", () => {
    const createCard = (one: string) => ({
      ...REST,
      supportedInterfaces: [
        { url: one, protocolBinding: "GRPC", protocolVersion: "1.0" },
        { url: "http://elsewhere/", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      ],
    });
    const sent = encode("1.0", { ...createCard("agent:1"), signatures: SIGNATURES });
    const { urls, changes, bytes } = rewriteCardMessage(sent, "1.0", mapUrl);
    expect(urls).toEqual(["agent:1", "http://elsewhere/"]);
    expect(changes).toEqual([
      { path: "/supportedInterfaces/0/url", from: "agent:1", to: "the-tap:1" },
      { path: "/signatures/0", from: "", to: null },
    ]);
    expect(decode("1.0", bytes ?? sent)).toEqual(createCard("the-tap:1"));
  });

  test("of 0.3 has another URL too", () => {
    const createCard = (host: string) => ({
      ...REST,
      url: `http://${host}/`,
      additionalInterfaces: [{ url: `${host}:2`, transport: "GRPC" }],
    });
    const sent = encode("0.3", { ...createCard("agent"), signatures: SIGNATURES });
    const { changes, bytes } = rewriteCardMessage(sent, "0.3", mapUrl);
    expect(changes.map(({ path }) => path)).toEqual([
      "/url",
      "/additionalInterfaces/0/url",
      "/signatures/0",
    ]);
    expect(decode("0.3", bytes ?? sent)).toEqual(createCard("the-tap"));
  });

  test("keeps its signatures, byte for byte, if no URL is mapped", () => {
    const sent = encode("1.0", { ...REST, signatures: SIGNATURES });
    expect(rewriteCardMessage(sent, "1.0", mapUrl)).toMatchObject({ changes: [], bytes: null });
  });

  test("keeps fields that are unknown", () => {
    const interfaces = [{ url: "agent:1", protocolBinding: "GRPC", protocolVersion: "1.0" }];
    const card = encode("1.0", { supportedInterfaces: interfaces });
    const unknown = joinChunks(writeText(999, "kept"));
    const { bytes } = rewriteCardMessage(joinChunks([unknown, card, unknown]), "1.0", mapUrl);
    const expected = encode("1.0", {
      supportedInterfaces: [{ ...interfaces[0], url: "the-tap:1" }],
    });
    expect(bytes).toEqual(joinChunks([unknown, expected, unknown]));
  });

  test("with malformed bytes, whatever they are, is not changed", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom("0.3", "1.0"),
        (bytes, version) => {
          const { changes } = rewriteCardMessage(bytes, version as GrpcVersion, () => null);
          expect(changes).toEqual([]);
        },
      ),
    );
  });
});
