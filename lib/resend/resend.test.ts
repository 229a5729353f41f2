import { describe, expect, test } from "vitest";
import {
  createMessage,
  createSendMessageParams,
  createTask,
  foldRecords,
  ReportLog,
  status,
} from "../../fixtures/event-builders.ts";
import { readFixture } from "../../fixtures/read-fixture.ts";
import { encodeCall } from "../protocol/encode/encode.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { IdMapping } from "./id-mapping.ts";
import { fillMaskedSecrets } from "./masked-secrets.ts";
import { getUnsendableReason } from "./raw-request.ts";
import { createResendSteps, type ResendStep } from "./resend-steps.ts";

const answered = (log: ReportLog, x: string, ...events: unknown[]) =>
  log
    .addHead(200, "text/event-stream", x)
    .addEventsTo(x, ...events)
    .addEnd("complete", x);

/** A message starts a task, and a second one continues and references it. */
function conversation(taskId: string, contextId: string): ReportLog {
  const of = { taskId, contextId };
  const log = new ReportLog().addRequest("message/stream", createSendMessageParams("begin", "m1"));
  answered(log, "x1", createTask("input-required", { id: taskId, contextId }));
  log.addRequest(
    "message/stream",
    createSendMessageParams("go on", "m2", { ...of, referenceTaskIds: [taskId] }),
    "x2",
  );
  return answered(log, "x2", status("completed", createMessage("done"), of));
}

const exchangeOf = ({ exchanges }: Timeline, index: number): Exchange => {
  const exchange = exchanges[index];
  if (!exchange) throw new Error("no such exchange");
  return exchange;
};

const counted = () => {
  let made = 0;
  return () => `fresh-${++made}`;
};

const sendingOf = ({ sending }: ResendStep) => {
  if (!sending) throw new Error("nothing is sent");
  return sending;
};

describe("ids of a resent run", () => {
  const recorded = conversation("t-old", "c-old").timeline;
  const live = conversation("t-live", "c-live").timeline;
  const [first, second] = createResendSteps(recorded);

  test("are the live agent's in place of the recorded one's, and new in place of the client's", () => {
    const ids = new IdMapping(recorded, counted());
    if (!first || !second) throw new Error("no steps");
    const begun = ids.translate(sendingOf(first), first.exchange);
    expect(begun).toMatchObject({
      value: { call: { message: { messageId: "fresh-1", taskId: null, contextId: null } } },
      notes: [],
    });
    ids.addExchange(first.exchange, exchangeOf(live, 0), live);
    const gone = ids.translate(sendingOf(second), second.exchange);
    expect(gone).toMatchObject({
      value: {
        call: {
          message: {
            messageId: "fresh-2",
            taskId: "t-live",
            contextId: "c-live",
            content: { referenceTaskIds: ["t-live"] },
          },
        },
      },
      notes: [],
    });
  });

  test("of a task from before the log start a new task, and rejected ones stay", () => {
    const log = new ReportLog().addRequest(
      "message/stream",
      createSendMessageParams("go on", "m1", { taskId: "t-before" }),
    );
    answered(log, "x1", status("working", undefined, { taskId: "t-before" }));
    log.addRequest(
      "message/send",
      createSendMessageParams("nobody", "m2", { taskId: "no-such-task" }),
      "x2",
    );
    log.addHead(200, "application/json", "x2");
    log.addText('{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no"}}', "x2");
    const { timeline } = log.addEnd("complete", "x2");
    const ids = new IdMapping(timeline, counted());
    const [went, refused] = createResendSteps(timeline).map((step) =>
      ids.translate(sendingOf(step), step.exchange),
    );
    expect(went).toMatchObject({ value: { call: { message: { taskId: null } } } });
    expect(went?.notes[0]).toContain("from before the log");
    expect(refused).toMatchObject({ value: { call: { message: { taskId: "no-such-task" } } } });
  });

  test("are translated in the body of an unknown method too", () => {
    const log = conversation("t-old", "c-old");
    log.addRequest("company/own", { about: ["t-old"], text: "t-old and more" }, "x3");
    const { timeline } = answered(log, "x3");
    const ids = new IdMapping(timeline, counted());
    ids.addExchange(exchangeOf(timeline, 0), exchangeOf(live, 0), live);
    const own = createResendSteps(timeline)[2];
    if (!own) throw new Error("no step");
    const { value } = ids.translate(sendingOf(own), own.exchange);
    const body = value.kind === "raw" ? JSON.parse(value.body) : null;
    expect(body.params).toEqual({ about: ["t-live"], text: "t-old and more" });
    expect(body.id).toBe("fresh-1");
  });
});

describe("the requests of a run", () => {
  test("are all but agent lookups, in order, for every recorded protocol version", () => {
    for (const version of ["0.2", "0.3", "1.0"]) {
      const { timeline } = foldRecords(readFixture(`recorded/${version}/cancel.jsonl`).records);
      const operations = createResendSteps(timeline).map(({ sending }) =>
        sending?.kind === "call" ? sending.call.operation : null,
      );
      expect(operations).toEqual(["stream", "cancel"]);
    }
    for (const version of ["0.3", "1.0"]) {
      const { timeline } = foldRecords(
        readFixture(`recorded/grpc/cancel-${version}.jsonl`).records,
      );
      expect(createResendSteps(timeline).every(({ sending }) => sending?.kind === "call")).toBe(
        true,
      );
    }
  });

  test("are none if the log contains only responses", () => {
    const { timeline } = foldRecords(readFixture("shapes/caipe.sse").records);
    expect(createResendSteps(timeline).map(({ sending }) => sending)).toEqual([null]);
  });

  test("list the masked secrets, which can be filled in", () => {
    const said = "my key is ‹masked 4f2a91› and ‹masked 00aa11›";
    const { timeline } = new ReportLog().addRequest(
      "message/send",
      createSendMessageParams(said, "m1"),
    );
    const [step] = createResendSteps(timeline);
    expect(step?.masks).toEqual(["‹masked 4f2a91›", "‹masked 00aa11›"]);
    if (!step) throw new Error("no step");
    const given = new Map([["‹masked 4f2a91›", 'open "sesame"']]);
    const sent = fillMaskedSecrets(sendingOf(step), given);
    expect(sent).toMatchObject({
      call: {
        message: {
          text: 'my key is open "sesame" and ‹masked 00aa11›',
          content: { secrets: ['open "sesame"'] },
        },
      },
    });
    if (sent.kind !== "call") throw new Error("no call");
    const target = { url: "http://a.example", binding: "rest", version: "1.0" } as const;
    // Declared as a secret, it is masked again when recorded.
    expect(encodeCall(sent.call, { ...target, id: "1", freshId: "2" }).secrets).toEqual([
      'open "sesame"',
    ]);
    const raw = {
      kind: "raw",
      body: '{"jsonrpc":"2.0","a":"‹masked 4f2a91›"}',
      secrets: [],
    } as const;
    expect(fillMaskedSecrets(raw, given)).toEqual({
      ...raw,
      body: '{"jsonrpc":"2.0","a":"open \\"sesame\\""}',
      secrets: ['open "sesame"'],
    });
  });

  test("are rejected if the live agent's version has no such operation", () => {
    const endpoint = {
      url: "",
      binding: "jsonrpc",
      version: "0.1",
      tenant: null,
      why: "",
    } as const;
    const call = { operation: "list", filter: {} } as const;
    expect(getUnsendableReason({ kind: "call", call, hasClientIds: false }, endpoint)).toMatch(
      /0\.1 has no/,
    );
    const grpc = { ...endpoint, binding: "grpc", version: "1.0" } as const;
    expect(getUnsendableReason({ kind: "raw", body: "{}", secrets: [] }, grpc)).toMatch(
      /over gRPC/,
    );
  });
});
