import { expect, test } from "vitest";
import { encodeCall } from "../encode/encode.ts";
import { toGrpcurl } from "./grpcurl.ts";

const call = (url: string, headers: readonly (readonly [string, string])[] = []) => {
  const message = { text: "it's 🌍", messageId: "m", contextId: null, taskId: null };
  const target = { url, binding: "grpc", version: "1.0", id: "1", freshId: "f" } as const;
  const { bodyB64 = "", ...request } = encodeCall({ operation: "stream", message }, target);
  return { ...request, bodyB64, headers: [...request.headers, ...headers] };
};

test("a call in plaintext says its message in JSON, its metadata, and where", () => {
  expect(toGrpcurl(call("http://[::1]:50051"))).toBe(
    [
      "grpcurl -plaintext -proto a2a.proto",
      "-H 'a2a-version: 1.0'",
      `-d '{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"it'\\''s 🌍"}]}}'`,
      "'[::1]:50051' lf.a2a.v1.A2AService/SendStreamingMessage",
    ].join(" \\\n  "),
  );
});

test("over TLS it names the usual port, and a variable in the place of a secret", () => {
  const request = call("https://agent.test", [["authorization", "Bearer ‹A2A_TOKEN›"]]);
  const command = toGrpcurl({ ...request, variables: ["A2A_TOKEN"] });
  expect(command).not.toContain("-plaintext");
  expect(command).toContain(`-H 'authorization: Bearer '"\${A2A_TOKEN:?}"`);
  expect(command).toContain("agent.test:443 lf.a2a.v1.A2AService/SendStreamingMessage");
});
