import { expect, test } from "vitest";
import { readCardDetails } from "./card-details.ts";
import { createCard, createInterface, createSkill } from "./cards.testkit.ts";

test("a card of 1.0 with everything in it", () => {
  const profile = readCardDetails(
    createCard("1.0", {
      provider: { organization: "O", url: "https://o.example" },
      supportedInterfaces: [
        createInterface({ tenant: "t" }),
        { url: "a:1", protocolBinding: "GRPC" },
      ],
      capabilities: {
        streaming: true,
        extendedAgentCard: true,
        extensions: [{ uri: "https://x.example", required: true }],
      },
      securitySchemes: { key: { apiKeySecurityScheme: { location: "header", name: "X" } } },
      securityRequirements: [{ schemes: { key: { list: ["a"] } } }],
      skills: [createSkill({ examples: ["Go"] })],
    }),
  );
  expect(profile).toMatchObject({
    protocolVersion: "1.0",
    provider: { organization: "O" },
    streaming: true,
    pushNotifications: null,
    extendedCard: true,
    interfaces: [
      { path: ["supportedInterfaces", 0], tenant: "t", agentInterface: { binding: "jsonrpc" } },
      { url: "a:1", version: null, agentInterface: { binding: "grpc", version: "1.0" } },
    ],
    skills: [{ path: ["skills", 0], examples: ["Go"] }],
    security: {
      schemes: [{ name: "key", demand: { kind: "apiKey", parameter: "X" } }],
      requirements: [[{ scheme: "key", scopes: ["a"] }]],
    },
    extensions: [{ required: true, path: ["capabilities", "extensions", 0] }],
  });
});

test("a card of 0.3 and its interfaces, each once", () => {
  const profile = readCardDetails(
    createCard("0.3", {
      supportsAuthenticatedExtendedCard: true,
      additionalInterfaces: [
        { url: "https://agent.example/", transport: "JSONRPC" },
        { url: "https://agent.example/rest", transport: "HTTP+JSON" },
      ],
      securitySchemes: { key: { type: "http", scheme: "Bearer" } },
      security: [{ key: [] }, {}],
    }),
  );
  expect(profile).toMatchObject({
    protocolVersion: "0.3",
    extendedCard: true,
    interfaces: [
      { path: ["url"], binding: "JSONRPC", version: "0.3.0" },
      {
        path: ["additionalInterfaces", 1],
        binding: "HTTP+JSON",
        agentInterface: { binding: "rest" },
      },
    ],
    security: { requirements: [[{ scheme: "key" }], []] },
  });
});

test("nonsense is read as nothing", () => {
  expect(readCardDetails("card")).toBeNull();
  expect(readCardDetails({ skills: [1, null, {}], url: 3, capabilities: [] })).toMatchObject({
    name: "Unnamed agent",
    skills: [{ id: "", path: ["skills", 2] }],
    interfaces: [{ url: "", agentInterface: null }],
  });
});
