import { describe, expect, test } from "vitest";
import type { Call } from "../call.ts";
import { encodeCall } from "./encode.ts";
import { getUnsupportedReason, SEND_OPTIONS, type SendOption } from "./unsupported-options.ts";

const MARK = "7654321";

/** A call that says one thing only, so that it can be looked for in the request. */
function callWith(option: SendOption, operation: "send" | "stream"): Call {
  const content = {
    parts: option === "data" ? [{ kind: "data" as const, data: { mark: MARK } }] : [],
    metadata: option === "metadata" ? { mark: MARK } : {},
    extensions: [],
    secrets: [],
    ...(option === "referenceTaskIds" && { referenceTaskIds: [MARK] }),
  };
  const options = {
    ...(option === "requestMetadata" && { metadata: { mark: MARK } }),
    ...(option === "acceptedOutputModes" && { acceptedOutputModes: [MARK] }),
    ...(option === "historyLength" && { historyLength: Number(MARK) }),
    ...(option === "returnImmediately" && { returnImmediately: true }),
    ...(option === "ifGenerationMatch" && { ifGenerationMatch: MARK }),
  };
  const message = { text: "", messageId: "m", contextId: null, taskId: null, content };
  return { operation, message, options };
}

const CASES = (["0.1", "0.2", "0.3", "1.0", "1.1"] as const).flatMap((version) =>
  (["jsonrpc", "rest"] as const).flatMap((binding) =>
    (["send", "stream"] as const).map((operation) => ({ version, binding, operation })),
  ),
);

describe.each(CASES)("A2A $version over $binding, $operation", (way) => {
  test.each(SEND_OPTIONS)("carries %s, or says why it cannot", (option) => {
    const { version, binding, operation } = way;
    const target = { url: "http://agent.test/", version, binding, id: "1", freshId: "f" };
    const { body = "" } = encodeCall(callWith(option, operation), target);
    const looksFor =
      option === "returnImmediately" ? /returnImmediately":true|blocking":false/ : MARK;
    const isCarried = body.search(looksFor) >= 0;
    const reason = getUnsupportedReason(option, way);
    // In a stream it may be said, and means nothing.
    if (option === "returnImmediately" && operation === "stream") expect(reason).not.toBeNull();
    else expect(isCarried).toBe(reason === null);
  });
});
