import { expect, test } from "vitest";
import { readCard, selectEndpoint } from "./card.ts";

const AT = "http://agent.test:9/base/.well-known/agent-card.json";

function endpoint(raw: unknown) {
  const card = readCard(raw);
  return card ? selectEndpoint(card, AT) : null;
}

test("a 1.0 card's first supported interface is the endpoint", () => {
  expect(
    endpoint({
      name: "A",
      supportedInterfaces: [
        { url: "agent.test:50", protocolBinding: "WEBSOCKET", protocolVersion: "1.0" },
        { url: "http://agent.test/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
        { url: "http://agent.test/old", protocolBinding: "JSONRPC", protocolVersion: "0.3" },
      ],
    }),
  ).toMatchObject({ url: "http://agent.test/rpc", version: "1.0" });
});

test.each([
  [{ protocolVersion: "0.3.0", preferredTransport: "JSONRPC" }, "0.3"],
  [{ protocolVersion: "0.2.5" }, "0.2"],
  [{}, "0.3"],
  [{ authentication: { schemes: ["bearer"] } }, "0.1"],
])("a card with one url and %j speaks %s", (fields, version) => {
  expect(endpoint({ name: "A", url: "http://agent.test/", ...fields })).toMatchObject({ version });
});

test("a card is called where it prefers to be, by the binding it prefers", () => {
  expect(
    endpoint({
      name: "A",
      url: "http://agent.test/rest",
      preferredTransport: "HTTP+JSON",
      protocolVersion: "0.3.0",
      additionalInterfaces: [{ url: "http://agent.test/rpc", transport: "JSONRPC" }],
    }),
  ).toMatchObject({ url: "http://agent.test/rest", binding: "rest", version: "0.3" });
});

test("a card without a URL can only be called at absolute URLs", () => {
  const given = (url: string) => {
    const card = readCard({ name: "A", url });
    return card && selectEndpoint(card, null);
  };
  expect(given("http://agent.test/rpc")).toMatchObject({ url: "http://agent.test/rpc" });
  expect(given("/rpc")).toMatch(/not valid/);
});

test("a relative url is one of the card's own server", () => {
  expect(endpoint({ name: "A", url: "/rpc" })).toMatchObject({ url: "http://agent.test:9/rpc" });
});

test.each([
  [{ name: "A" }, /no URL/],
  [{ name: "A", url: "" }, /no URL/],
  [{ name: "A", url: "http://[" }, /not valid/],
  [
    {
      name: "A",
      supportedInterfaces: [{ url: "a:1", protocolBinding: "SOAP", protocolVersion: "1.0" }],
    },
    /supports JSON-RPC/,
  ],
])("%j cannot be called, and says why", (raw, why) => {
  expect(endpoint(raw)).toMatch(why);
});

test("fields of the wrong type count as absent", () => {
  const card = readCard({
    name: 7,
    description: [],
    url: {},
    skills: { a: 1 },
    capabilities: "yes",
    supportedInterfaces: null,
    additionalInterfaces: [null, 1, {}],
  });
  expect(card).toMatchObject({ name: "Unnamed agent", description: "", interfaces: [] });
  expect(readCard(null)).toBeNull();
  expect(readCard([1])).toBeNull();
});

test("a skill's examples are read, whatever is between them", () => {
  const skills = [{ examples: ["one", 2, "three"] }, null, { examples: "four" }];
  expect(readCard({ name: "A", skills })?.examples).toEqual(["one", "three"]);
});

test.each([
  ["localhost:50051", "http://localhost:50051/", /plaintext assumed/],
  ["127.0.0.1:50051", "http://127.0.0.1:50051/", /plaintext assumed/],
  ["[::1]:50051", "http://[::1]:50051/", /plaintext assumed/],
  ["grpc.example.com:8443", "https://grpc.example.com:8443/", /TLS assumed/],
  ["grpc.example.com", "https://grpc.example.com/", /TLS assumed/],
  ["dns:///grpc.example.com:50051", "https://grpc.example.com:50051/", /TLS assumed/],
  ["grpc://agent.test:9", "http://agent.test:9/", /grpc:\/\/ means plaintext/],
  ["grpcs://agent.test", "https://agent.test/", /grpcs:\/\/ means TLS/],
  ["http://agent.test:9", "http://agent.test:9/", /version 1\.0$/],
  ["https://agent.test/a2a", "https://agent.test/a2a", /version 1\.0$/],
])("gRPC at %s is called at %s, and assumptions are reported", (url, at, why) => {
  const supportedInterfaces = [{ url, protocolBinding: "GRPC", protocolVersion: "1.0" }];
  const found = endpoint({ name: "A", supportedInterfaces });
  expect(found).toMatchObject({ url: at, binding: "grpc", version: "1.0" });
  expect(found).toMatchObject({ why: expect.stringMatching(why) });
});
