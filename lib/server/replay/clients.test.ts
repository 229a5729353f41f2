// Clients from three generations of the JavaScript SDK talk to a replay as they would to the agent:
// a stream, a question with its answer, a task lookup and a cancellation.
import { expect, test } from "vitest";
import { type AgentVersion, startAgent } from "../../../e2e/agents/agent.ts";
import { SCRIPT_TOKENS } from "../../../e2e/agents/script.ts";
import { RecordedLog } from "../../../fixtures/recorded-log.ts";
import type { Call } from "../../protocol/call.ts";
import { encodeCall } from "../../protocol/encode/encode.ts";
import { startTestReplay } from "./replay.testkit.ts";
import { DEFAULT_REPLAY_OPTIONS } from "./replay-options.ts";
import { type Seen, startTalk } from "./sdk-clients.testkit.ts";

/** Records the same conversation with the agent itself. */
async function recorded(generation: Exclude<AgentVersion, "0.1">, binding: "jsonrpc" | "rest") {
  const { rpcUrl, restUrl, cardUrl, close } = await startAgent(generation);
  const log = new RecordedLog("a conversation");
  const target = {
    url: binding === "rest" ? (restUrl ?? "") : rpcUrl,
    binding,
    id: "recorded-1",
    freshId: "fresh",
  };
  const ask = (call: Call) =>
    log.recordExchange(encodeCall(call, { ...target, version: generation }));
  const stream = (text: string, taskId: string | null = null) =>
    ask({ operation: "stream", message: { text, messageId: "m", contextId: null, taskId } });
  const taskIn = (body: string) => /"taskId":\s*"([^"]+)"/.exec(body)?.[1] ?? "";
  await log.recordExchange({ method: "GET", url: cardUrl, headers: [] });
  await stream("stream");
  const taskId = taskIn(await stream("input"));
  await stream("blue", taskId);
  await ask({ operation: "get", taskId });
  const reads = log.records.filter(({ r }) => r === "data").length;
  const slow = stream("slow");
  await log.waitForReads(reads + 4);
  await ask({ operation: "cancel", taskId: taskIn(log.getResponseText("x6")) });
  await slow;
  await close();
  return { records: log.records, taskId };
}

test.each([
  ["0.2.5", "0.2", "jsonrpc"],
  ["0.3.14", "0.3", "jsonrpc"],
  ["0.3.14", "0.3", "rest"],
  ["1.3.0", "1.0", "jsonrpc"],
  ["1.3.0", "1.0", "rest"],
] as const)("a2a-js %s holds a conversation of %s over %s", async (_, generation, binding) => {
  const { records, taskId } = await recorded(generation, binding);
  const { url, served } = await startTestReplay(records, DEFAULT_REPLAY_OPTIONS);
  const talk = await startTalk[generation](url);
  const all = async (events: AsyncIterable<Seen>) => {
    const list: Seen[] = [];
    for await (const event of events) list.push(event);
    return list;
  };

  const streamed = await all(talk.stream("stream"));
  expect(streamed.map(({ text }) => text).join("")).toBe(SCRIPT_TOKENS.join(""));
  expect(streamed.at(-1)?.state).toBe("completed");

  const question = await all(talk.stream("input"));
  expect(question.at(-1)).toMatchObject({ taskId, state: "input-required" });
  const continued = await all(talk.stream("blue", question.at(-1)?.taskId));
  expect(continued.map(({ text }) => text).join("")).toBe("You chose blue");
  expect(continued.at(-1)).toMatchObject({ taskId, state: "completed" });
  expect(await talk.get(taskId)).toMatchObject({ taskId, state: "completed" });

  const slow: Seen[] = [];
  let canceled: Seen | null = null;
  for await (const event of talk.stream("slow")) {
    slow.push(event);
    if (event.text !== "" && canceled === null) canceled = await talk.cancel(event.taskId);
  }
  expect(canceled?.state).toBe("canceled");
  expect(slow.at(-1)?.state).toBe("canceled");

  expect(
    served.filter(({ exchange }) => exchange !== null).map(({ exchange }) => exchange),
  ).toEqual([2, 3, 4, 5, 6, 7]);
});
