// Clients from three generations of the JavaScript SDK talk to real agents through a tap with a plan.
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { startAgent } from "../../../../e2e/agents/agent.ts";
import { SCRIPT_TOKENS } from "../../../../e2e/agents/script.ts";
import { filterRecords, stopServers } from "../../exchange/exchange.testkit.ts";
import { type Seen, startTalk } from "../../replay/sdk-clients.testkit.ts";
import { waitFor, waitForEnds } from "../tap.testkit.ts";
import { parseTapRoute } from "../tap-route.ts";
import { listEdits, startPlannedTap } from "./plan.testkit.ts";

afterEach(stopServers);

const CLIENTS = [
  ["0.2.5", "0.2", false],
  ["0.3.14", "0.3", false],
  ["0.3.14 over gRPC", "0.3", true],
  ["1.3.0", "1.0", false],
  ["1.3.0 over gRPC", "1.0", true],
] as const;

async function startClient(
  version: "0.2" | "0.3" | "1.0",
  overGrpc: boolean,
  steps: readonly unknown[],
  keepAliveMs?: number,
) {
  const agent = await startAgent(version, { prefersGrpc: overGrpc });
  onTestFinished(() => agent.close());
  const listen = { host: "127.0.0.1", port: 0 };
  const routes = [agent.url, agent.grpcUrl].flatMap((url) =>
    url === null
      ? []
      : [{ via: "reverse" as const, listen, target: parseTapRoute(`1=${url}`, "reverse").target }],
  );
  const tapped = await startPlannedTap(agent.url, steps, { routes }, keepAliveMs);
  const talk = await startTalk[version](`http://127.0.0.1:${tapped.port}`);
  return { ...tapped, talk };
}

async function collect(events: AsyncIterable<Seen>): Promise<{ list: Seen[]; error: unknown }> {
  const list: Seen[] = [];
  try {
    for await (const event of events) list.push(event);
    return { list, error: null };
  } catch (error) {
    return { list, error };
  }
}

const joinText = (list: readonly Seen[]) => list.map(({ text }) => text).join("");
const ALL = SCRIPT_TOKENS.join("");

describe.each(CLIENTS)("a2a-js %s", (_, version, overGrpc) => {
  test("receives all but what is dropped, and the change", async () => {
    const path =
      version === "1.0" || overGrpc
        ? "/artifactUpdate/artifact/parts/0/text"
        : "/artifact/parts/0/text";
    const { talk, records } = await startClient(version, overGrpc, [
      { when: { text: "Welt " }, do: "drop" },
      { when: { text: "日本" }, do: "edit", set: { [path]: "Nihon" } },
      { when: { text: "!" }, do: "repeat" },
    ]);
    const { list, error } = await collect(talk.stream("stream"));
    expect(error).toBeNull();
    expect(joinText(list)).toBe(
      ALL.replace("Welt ", "").replace("日本", "Nihon").replace("!", "!!"),
    );
    expect(list.at(-1)?.state).toBe("completed");
    await waitFor(() => listEdits(records).length === 3);
    expect(listEdits(records).map((one) => one.split(" ")[0])).toEqual(["drop", "edit", "repeat"]);
  });

  test("waits while it is held, and receives everything then", async () => {
    const { talk, plan, records } = await startClient(version, overGrpc, [
      { when: { text: "Welt " }, do: "hold" },
    ]);
    const received: Seen[] = [];
    const done = (async () => {
      for await (const event of talk.stream("stream")) received.push(event);
    })();
    await waitFor(() => plan.held[0] !== undefined && plan.held[0].waiting > 4);
    expect(joinText(received)).toBe(SCRIPT_TOKENS.slice(0, 2).join(""));
    plan.resumeAll();
    await done;
    expect(joinText(received)).toBe(ALL);
    await waitFor(() => listEdits(records).length === 2);
  });

  test("is kept waiting by keep-alives while it is held, and receives the change", async () => {
    const isNested = version === "1.0" || overGrpc;
    const path = `${isNested ? "/artifactUpdate" : ""}/artifact/parts/0/text`;
    const { talk, plan, records } = await startClient(
      version,
      overGrpc,
      [{ when: { text: "Welt " }, do: "hold" }],
      1,
    );
    const received: Seen[] = [];
    const done = (async () => {
      for await (const event of talk.stream("stream")) received.push(event);
    })();
    await waitFor(() => (plan.held[0]?.keepAlives ?? 0) >= 5);
    expect(joinText(received)).toBe(SCRIPT_TOKENS.slice(0, 2).join(""));
    plan.resume(plan.held[0]?.id ?? "", { do: "edit", set: { [path]: "World " } });
    await done;
    expect(joinText(received)).toBe(ALL.replace("Welt ", "World "));
    await waitFor(() => listEdits(records).length === 3);
    const [, passed] = filterRecords(records, "edit");
    expect(passed).toMatchObject({ do: "continue", by: "user" });
    expect(passed?.keepAlives).toBeGreaterThanOrEqual(5);
  });

  test("is let go when what is held is dropped or cut by hand, or the tap closes", async () => {
    const { talk, plan, tap } = await startClient(version, overGrpc, [
      { when: { text: "Welt " }, do: "hold" },
    ]);
    const start = async () => {
      const before = plan.held.length;
      const collected = collect(talk.stream("stream"));
      await waitFor(() => plan.held.length > before);
      return { collected, id: plan.held.at(-1)?.id ?? "" };
    };
    const dropped = await start();
    plan.resume(dropped.id, { do: "drop" });
    expect(joinText((await dropped.collected).list)).toBe(ALL.replace("Welt ", ""));
    const cut = await start();
    plan.resume(cut.id, { do: "cut" });
    expect((await cut.collected).error).not.toBeNull();
    const left = await start();
    const closing = tap.close();
    const { list } = await left.collected;
    expect(joinText(list)).toContain(SCRIPT_TOKENS.slice(0, 2).join(""));
    await closing;
    expect(plan.held).toEqual([]);
  });

  test("loses a stream that is cut", async () => {
    const { talk, records } = await startClient(version, overGrpc, [
      { when: { text: "Welt " }, do: "cut" },
    ]);
    const { list, error } = await collect(talk.stream("stream"));
    expect(error).not.toBeNull();
    expect(joinText(list)).toBe(SCRIPT_TOKENS.slice(0, 2).join(""));
    await waitForEnds(records, 2);
    expect(records.findLast(({ r }) => r === "end")).toMatchObject({
      cause: "aborted",
      error: { by: "loupe" },
    });
  });

  test("is answered by its agent where a log cannot answer, and the record says why", async () => {
    const answer = { when: { operation: "stream" }, do: "answer", from: "missing" };
    for (const leaveAt of [undefined, 3]) {
      const step = { ...answer, ...(leaveAt && { leaveAt }) };
      const { talk, records } = await startClient(version, overGrpc, [step]);
      const { list, error } = await collect(talk.stream("stream"));
      expect([joinText(list), error]).toEqual([ALL, null]);
      await waitFor(() => filterRecords(records, "edit").length > 0);
      const [edit] = filterRecords(records, "edit");
      const why = overGrpc ? "Over HTTP/2, nothing is answered from missing." : "missing";
      const note = expect.stringContaining(why);
      expect(edit).toMatchObject({ do: "continue", event: 0, note });
    }
  });

  test("sees a stream end early, and an error of its binding", async () => {
    const { talk } = await startClient(version, overGrpc, [
      { when: { text: "Welt " }, do: "end", once: true },
      { when: { text: "Welt " }, do: "fail", code: -32001, message: "It broke", once: true },
      { when: { operation: "stream" }, do: "fail", once: true },
    ]);
    const atOnce = await collect(talk.stream("stream"));
    expect(atOnce.list).toEqual([]);
    expect(atOnce.error).not.toBeNull();
    const ended = await collect(talk.stream("stream"));
    expect(joinText(ended.list)).toBe(SCRIPT_TOKENS.slice(0, 2).join(""));
    expect(ended.error).toBeNull();
    const failed = await collect(talk.stream("stream"));
    expect(joinText(failed.list)).toBe(SCRIPT_TOKENS.slice(0, 2).join(""));
    expect(String(failed.error)).toContain("It broke");
  });
});
