// Connects calls that agents report by the traceability extension.
import { describe, expect, test } from "vitest";
import { createSendMessageParams, ReportLog } from "../../../fixtures/event-builders.ts";
import type { OpenHop } from "../../wire/record.ts";

const KEY = "github.com/a2aproject/a2a-samples/extensions/traceability/v1/traceability";

class TracedLog extends ReportLog {
  call(x: string, port: number, host = `127.0.0.1:${port}`): this {
    const hop: OpenHop = {
      via: "takeover",
      listen: `127.0.0.1:${port}`,
      target: `127.0.0.1:${port + 1000}`,
      connection: 1,
      caller: { address: "127.0.0.1", port: 40000 },
      firstByte: null,
    };
    const params = createSendMessageParams(`ask ${x}`, `m-${x}`, {});
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/stream", params });
    return this.addOpen(x, { url: `http://${host}/`, headers: [], body, hop }).addHead(
      200,
      "text/event-stream",
      x,
    );
  }

  reportSteps(x: string, steps: object[], metadataKey = KEY): this {
    const trace = { trace_id: "t", steps };
    const message = { kind: "message", messageId: `r-${steps.length}`, role: "agent", parts: [] };
    return this.addEventsTo(x, { ...message, metadata: { [metadataKey]: trace } });
  }
}

const step = (id: string, agent_url: string) => ({
  step_id: id,
  call_type: "AGENT",
  step_action: { agent_invocation: { agent_url } },
});

const listEdges = ({ timeline }: TracedLog, n = timeline.lastEvent) =>
  timeline.callTree.calls.map((call) => [
    call.exchange.id,
    call.parentAt(n)?.exchange.id ?? null,
    call.edgeAt(n)?.rule ?? null,
  ]);

describe("a reported step connects a call", () => {
  test.each([
    ["its own address", "http://localhost:9102/a2a", undefined],
    ["the tap's address", "http://127.0.0.1:8102", undefined],
    ["the name that the caller used", "http://hotels.example/", "hotels.example"],
  ])("by %s, since it was reported", (_, url, host) => {
    const log = new TracedLog().call("user", 8101).call("other", 8103);
    log.call("hotels", 8102, host).reportSteps("user", [step("1", url)]);
    expect(listEdges(log)).toEqual([
      ["user", null, null],
      ["other", "user", "time"],
      ["hotels", "user", "traceability"],
    ]);
    // Two calls were running when it began, so nothing was known.
    expect(listEdges(log, log.timeline.lastEvent - 1).at(-1)).toEqual(["hotels", null, null]);
    const { callTree, lastEvent } = log.timeline;
    expect(callTree.calls[2]?.edgeAt(lastEvent)).toMatchObject({
      kind: "recorded",
      certainty: "certain",
    });
  });

  test("spelled in camel case, in an artifact of its own", () => {
    const log = new TracedLog().call("user", 8101).call("other", 8103).call("hotels", 8102);
    const invocation = { stepAction: { agentInvocation: { agentUrl: "http://localhost:8102" } } };
    const data = { traceId: "t", steps: [{ stepId: "1", ...invocation }] };
    const artifact = { artifactId: "a", parts: [{ kind: "data", data }] };
    log.addEventsTo("user", { kind: "artifact-update", taskId: "t", contextId: "c", artifact });
    expect(listEdges(log)[2]).toEqual(["hotels", "user", "traceability"]);
  });

  test("once, however often it is reported", () => {
    const log = new TracedLog().call("user", 8101).call("other", 8103).call("first", 8102);
    log.reportSteps("user", [step("1", "http://localhost:8102")]).call("second", 8102);
    log.reportSteps("user", [step("1", "http://localhost:8102")]);
    expect(listEdges(log).slice(2)).toEqual([
      ["first", "user", "traceability"],
      ["second", null, null],
    ]);
  });

  test("with the calls that are inside of it", () => {
    const log = new TracedLog().call("user", 8101).call("other", 8103).call("hotels", 8102);
    log.call("rates", 8104).reportSteps("hotels", [step("1", "http://localhost:8104")]);
    log.reportSteps("user", [step("1", "http://localhost:8102")]);
    const { calls } = log.timeline.callTree;
    expect(calls.map(({ exchange, depth }) => [exchange.id, depth])).toEqual([
      ["user", 0],
      ["other", 1],
      ["hotels", 1],
      ["rates", 2],
    ]);
  });

  test("not where more calls fit", () => {
    const log = new TracedLog().call("user", 8101).call("other", 8103);
    log
      .call("one", 8102)
      .call("two", 8102)
      .reportSteps("user", [step("1", "http://localhost:8102")]);
    expect(listEdges(log).slice(2)).toEqual([
      ["one", null, null],
      ["two", null, null],
    ]);
  });

  test.each([
    ["another agent", KEY, "http://localhost:8199"],
    ["no address", KEY, "hotels"],
    ["another extension", "example.com/trace", "http://localhost:8102"],
  ])("not by %s", (_, key, url) => {
    const log = new TracedLog().call("user", 8101).call("other", 8103).call("hotels", 8102);
    log.reportSteps("user", [step("1", url)], key);
    expect(listEdges(log)[2]).toEqual(["hotels", null, null]);
  });
});
