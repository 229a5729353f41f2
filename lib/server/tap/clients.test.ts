// Clients from three generations of the JavaScript SDK talk to real agents through a tap.
import { afterEach, expect, onTestFinished, test } from "vitest";
import { startAgent } from "../../../e2e/agents/agent.ts";
import { SCRIPT_TOKENS } from "../../../e2e/agents/script.ts";
import { filterRecords, stopServers } from "../exchange/exchange.testkit.ts";
import { type Seen, startTalk } from "../replay/sdk-clients.testkit.ts";
import { startTestTap, waitForEnds } from "./tap.testkit.ts";
import { parseTapRoute } from "./tap-route.ts";

afterEach(stopServers);

test.each([
  ["0.2.5", "0.2"],
  ["0.3.14", "0.3"],
  ["1.3.0", "1.0"],
] as const)("a2a-js %s finds an agent of %s by its card, and talks to it", async (_, version) => {
  const agent = await startAgent(version);
  onTestFinished(() => agent.close());
  const { target } = parseTapRoute(`1=${agent.url}`, "reverse");
  const listen = { host: "127.0.0.1", port: 0 };
  const { port, records } = await startTestTap(agent.url, {
    routes: [{ via: "reverse", listen, target }],
  });
  const talk = await startTalk[version](`http://127.0.0.1:${port}`);
  const collect = async (events: AsyncIterable<Seen>) => {
    const list: Seen[] = [];
    for await (const event of events) list.push(event);
    return list;
  };
  const streamed = await collect(talk.stream("stream"));
  expect(streamed.map(({ text }) => text).join("")).toBe(SCRIPT_TOKENS.join(""));
  expect(streamed.at(-1)?.state).toBe("completed");
  const question = await collect(talk.stream("input"));
  const taskId = question.at(-1)?.taskId ?? "";
  const continued = await collect(talk.stream("blue", taskId));
  expect(continued.at(-1)).toMatchObject({ taskId, state: "completed" });
  expect(await talk.get(taskId)).toMatchObject({ taskId, state: "completed" });
  // The card, three streams and a lookup: all of them came through the tap.
  await waitForEnds(records, 5);
  expect(filterRecords(records, "end").map(({ cause }) => cause)).toEqual(
    Array.from({ length: 5 }, () => "complete"),
  );
});
