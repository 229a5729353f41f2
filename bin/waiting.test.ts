// An agent asks for something and keeps its stream open: the command does not wait forever.
import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { closeServer, listen } from "../e2e/agents/agent.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { readLog } from "./read-log.ts";
import { main } from "./record.ts";

const NEVER = new Promise<void>(() => undefined);

/** Asks in its first response and completes in the second, or by itself if `continuesAlone`. */
async function startAgent(waitingState: string, continuesAlone = false): Promise<string> {
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
    const sendStatus = (state: string) => {
      const ids = { taskId: "t", contextId: "c" };
      const result = { statusUpdate: { ...ids, status: { state: `TASK_STATE_${state}` } } };
      response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
    };
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (params.message.taskId === "t") {
      sendStatus("COMPLETED");
      return void response.end();
    }
    sendStatus("WORKING");
    sendStatus(waitingState);
    if (!continuesAlone) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
    sendStatus("WORKING");
    await new Promise((resolve) => setTimeout(resolve, 2500));
    sendStatus("COMPLETED");
    response.end();
  });
  onTestFinished(() => closeServer(server));
  return listen(server);
}

const record = (...argv: string[]) =>
  runInTerminal((terminal) => main([...argv, "--timeout", "60"], terminal, NEVER));

async function readTimeline(text: string) {
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
    "is closed if the task waits in %s, and the recording names Loupe as the closer",
    async (word, state) => {
      const { err, out } = await record(await startAgent(word), "-m", "go");
      expect(err).toContain(
        `stream closed: the task waits in ${state} and the agent kept the stream open`,
      );
      const { exchanges } = await readTimeline(out);
      expect(exchanges.at(-1)?.end?.record).toMatchObject({
        cause: "aborted",
        error: { by: "loupe", message: expect.stringContaining(`waits in ${state}`) },
      });
    },
  );

  test("does not prevent the next message to the task", async () => {
    const { code, err, out } = await record(
      await startAgent("INPUT_REQUIRED"),
      "-m",
      "a",
      "-m",
      "b",
    );
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("✓ completed") });
    expect((await readTimeline(out)).tasks.map(({ state }) => state)).toEqual(["completed"]);
  });

  test("is read further if the agent continues by itself", async () => {
    const { code, err } = await record(await startAgent("AUTH_REQUIRED", true), "-m", "go");
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("✓ completed") });
    expect(err).not.toContain("stream closed");
  });
});
