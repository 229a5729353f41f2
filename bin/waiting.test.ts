// An agent that asks for something and keeps its stream open: the command does not wait for ever.
import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { closeServer, listen } from "../e2e/agents/agent.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { readLog } from "./read-log.ts";
import { main } from "./record.ts";

const NEVER = new Promise<void>(() => undefined);

/** Asks in its first answer and completes in its second; `goesOn`: by itself, in the first. */
async function startAgent(asked: string, goesOn = false): Promise<string> {
  const server = createServer(async (request, response) => {
    const base = `http://${request.headers.host}`;
    if (request.method === "GET") {
      const supportedInterfaces = [
        { url: `${base}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
      ];
      const card = { name: "Asking", supportedInterfaces, capabilities: { streaming: true } };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(card));
      return;
    }
    let body = "";
    for await (const text of request.setEncoding("utf8")) body += text;
    const { id, params } = JSON.parse(body);
    const say = (state: string) => {
      const ids = { taskId: "t", contextId: "c" };
      const result = { statusUpdate: { ...ids, status: { state: `TASK_STATE_${state}` } } };
      response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
    };
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (params.message.taskId === "t") {
      say("COMPLETED");
      return void response.end();
    }
    say("WORKING");
    say(asked);
    if (!goesOn) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
    say("WORKING");
    await new Promise((resolve) => setTimeout(resolve, 2500));
    say("COMPLETED");
    response.end();
  });
  onTestFinished(() => closeServer(server));
  return listen(server);
}

const record = (...argv: string[]) =>
  runInTerminal((terminal) => main([...argv, "--limit", "60"], terminal, NEVER));

async function timelineOf(text: string) {
  const log = (async function* () {
    yield text;
  })();
  return (await readLog("-", log)).timeline;
}

describe("a stream that stays open", () => {
  test.each([
    ["INPUT_REQUIRED", "input-required"],
    ["AUTH_REQUIRED", "auth-required"],
  ])(
    "is closed where the task waits in %s, and the recording names who closed it",
    async (word, state) => {
      const { err, out } = await record(await startAgent(word), "-m", "go");
      expect(err).toContain(`closed: the task waits in ${state}, and the stream stays open`);
      const { exchanges } = await timelineOf(out);
      expect(exchanges.at(-1)?.end?.record).toMatchObject({
        cause: "aborted",
        error: { by: "loupe", message: expect.stringContaining(`waits in ${state}`) },
      });
    },
  );

  test("does not keep the next message from being sent to the task", async () => {
    const { code, err, out } = await record(
      await startAgent("INPUT_REQUIRED"),
      "-m",
      "a",
      "-m",
      "b",
    );
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("✓ completed") });
    expect((await timelineOf(out)).tasks.map(({ state }) => state)).toEqual(["completed"]);
  });

  test("is read on where the agent goes on by itself", async () => {
    const { code, err } = await record(await startAgent("AUTH_REQUIRED", true), "-m", "go");
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("✓ completed") });
    expect(err).not.toContain("closed:");
  });
});
