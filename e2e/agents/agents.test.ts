// The real agents follow their scripts in each protocol version, checked with plain fetch.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Agent, type AgentVersion, startAgent } from "./agent.ts";
import { createMessageParams, postRpc, type RawMethod, readEventData } from "./raw-client.ts";
import { SCRIPT_TOKENS } from "./script.ts";

interface Part {
  text?: string;
}
interface Body {
  id?: string;
  taskId?: string;
  status?: { state: string; message?: { parts: Part[] } };
  artifact?: { artifactId: string; parts: Part[] };
  artifacts?: { artifactId: string; parts: Part[] }[];
  parts?: Part[];
  append?: boolean;
}

const join = (parts: Part[] | undefined) => (parts ?? []).map(({ text }) => text ?? "").join("");

/** A description of an event that is the same in every version. */
function read(json: unknown): Body & { state: string; messageText: string } {
  const { result = {} } = json as { result?: Record<string, Body> & Body };
  const { task, statusUpdate, artifactUpdate, message } = result;
  const body: Body = task ?? statusUpdate ?? artifactUpdate ?? message ?? result;
  const state = (body.status?.state ?? "").replace("TASK_STATE_", "").toLowerCase();
  const parts = body.artifact?.parts ?? body.status?.message?.parts ?? body.parts;
  return { ...body, state: state.replace("_", "-"), messageText: join(parts) };
}

describe.each<AgentVersion>(["0.2", "0.3", "1.0"])("an agent of A2A %s", (generation) => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await startAgent(generation);
  });
  afterAll(() => agent.close());

  const call = (method: RawMethod, params: Record<string, unknown>) =>
    postRpc(generation, agent.rpcUrl, method, params);

  const stream = async (text: string, taskId?: string) => {
    const response = await call("stream", createMessageParams(generation, text, taskId));
    const events = [];
    for await (const json of readEventData(response)) events.push(read(json));
    return events;
  };

  const states = (events: { state: string }[]) =>
    events.map(({ state }) => state).filter((state) => state !== "");

  const artifact = (events: Body[], id: string) =>
    events.filter((event) => event.artifact?.artifactId === id);

  test("serves its card at its version's location", async () => {
    const card = await (await fetch(agent.cardUrl)).json();
    expect(JSON.stringify(card)).toContain(agent.rpcUrl);
  });

  test("streams an artifact in chunks", async () => {
    const events = await stream("stream");
    expect(states(events)).toEqual(["submitted", "working", "completed"]);
    const chunks = artifact(events, "answer");
    expect(chunks.map(({ artifact }) => join(artifact?.parts))).toEqual(SCRIPT_TOKENS);
    expect(chunks.map(({ append }) => append ?? false)).toEqual(SCRIPT_TOKENS.map((_, i) => i > 0));
  });

  test("answers a plain send with the finished task", async () => {
    const { state, messageText, artifacts } = read(
      await (await call("send", createMessageParams(generation, "plain"))).json(),
    );
    expect({ state, messageText }).toEqual({ state: "completed", messageText: "Done." });
    expect(join(artifacts?.[0]?.parts)).toBe("All in one piece.");
  });

  test("asks, and continues the same task after the reply", async () => {
    const firstTurn = await stream("input");
    expect(states(firstTurn).at(-1)).toBe("input-required");
    expect(firstTurn.at(-1)?.messageText).toBe("Which colour?");
    const taskId = firstTurn[0]?.id;
    const answered = await stream("dark blue", taskId);
    expect(states(answered).at(-1)).toBe("completed");
    expect(answered.at(-1)?.taskId).toBe(taskId);
    const chunks = artifact(answered, "answer").map(({ artifact }) => join(artifact?.parts));
    expect(chunks.join("")).toBe("You chose dark blue");
  });

  test("stops a slow stream at once when canceled", async () => {
    const response = await call("stream", createMessageParams(generation, "slow"));
    const events = [];
    for await (const json of readEventData(response)) {
      events.push(read(json));
      if (events.length !== 5) continue;
      const id = events[0]?.id;
      expect((await call("cancel", { id })).status).toBe(200);
    }
    expect(states(events)).toEqual(["submitted", "working", "canceled"]);
    const task = read(await (await call("get", { id: events[0]?.id })).json());
    expect(task.state).toBe("canceled");
  });

  test("fails mid-stream with a message", async () => {
    const events = await stream("fail");
    expect(states(events)).toEqual(["submitted", "working", "failed"]);
    expect(artifact(events, "partial")).toHaveLength(2);
    expect(events.at(-1)?.messageText).toBe("The tool broke: E42");
  });

  test("ends the stream when its executor throws", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const events = await stream("throw");
    log.mockRestore();
    expect(states(events)).toEqual(["submitted", "working", "failed"]);
    expect(events.at(-1)?.messageText).toContain("the executor threw");
  });

  test("replies with only a message", async () => {
    const events = await stream("message");
    expect(events).toHaveLength(1);
    expect(events[0]?.messageText).toBe("A direct reply, and no task. ✓");
  });

  test("interleaves two artifacts", async () => {
    const order = (await stream("two")).flatMap(({ artifact }) => artifact?.artifactId ?? []);
    expect(order).toEqual(["report", "log", "report", "log", "report"]);
  });

  test("replaces an artifact it has already sent", async () => {
    const chunks = artifact(await stream("replace"), "draft");
    expect(chunks.map(({ append }) => append ?? false)).toEqual([false, true, false]);
  });
});

test("closing an agent ends its open streams", async () => {
  const agent = await startAgent("0.3");
  const response = await postRpc("0.3", agent.rpcUrl, "stream", createMessageParams("0.3", "slow"));
  const reading = (async () => {
    for await (const _ of readEventData(response));
  })();
  const ended = reading.then(
    () => "ended",
    () => "ended",
  );
  await agent.close();
  await expect(ended).resolves.toBe("ended");
});
