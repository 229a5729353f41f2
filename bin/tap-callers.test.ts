// Who calls through a tap: agents that call themselves, and clients that are gone at once.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { getFreePort } from "../fixtures/free-port.ts";
import { newFile, readTimeline, readWritten, startTap } from "../fixtures/tap-command.ts";
import { cleanups, stopServers } from "../lib/server/exchange/exchange.testkit.ts";
import { waitFor } from "../lib/server/tap/tap.testkit.ts";

afterEach(stopServers);

/** Ends the tap when so many exchanges have ended. */
async function readRun(tap: ChildProcess, file: string, count: number) {
  await waitFor(() => readWritten(file).split('"r":"end"').length > count);
  tap.kill("SIGINT");
  await once(tap, "exit");
  return readTimeline(file);
}

/** Runs a program whose only statement is this. */
const startProgram = (code: string) => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", code]);
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
};

const BODY = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "message/send",
  params: { message: { role: "user", messageId: "m", parts: [{ kind: "text", text: "hello" }] } },
});

/** Answers at once, with a task that is done. */
async function startQuickAgent(): Promise<number> {
  const status = { state: "completed" };
  const result = { kind: "task", id: "t", contextId: "c", status };
  const server = http.createServer((request, response) => {
    request.resume().on("end", () => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe.runIf(process.platform === "linux")("the tap", () => {
  test("connects the call of an agent to itself", async () => {
    const [target, port, file] = [await getFreePort(), await getFreePort(), newFile()];
    const agent = startProgram(
      `import http from "node:http";
       http.createServer(async (request, response) => {
         const isFirst = request.url === "/first";
         if (isFirst) await (await fetch("http://127.0.0.1:${port}/second")).text();
         response.end("{}");
       }).listen(${target}, "127.0.0.1", () => console.log("up"));`,
    );
    await once(agent.stdout, "data");
    const tap = await startTap(`127.0.0.1:${port}=127.0.0.1:${target}`, "-o", file);
    await (await fetch(`http://127.0.0.1:${port}/first`)).text();
    const { callTree, lastEvent } = await readRun(tap, file, 2);
    const [first, second] = callTree.calls;
    expect(first?.edgeAt(lastEvent)).toBeNull();
    expect(second?.parentAt(lastEvent)).toBe(first);
    expect(second?.edgeAt(lastEvent)).toMatchObject({ rule: "caller-program" });
  });

  test("knows all clients that are gone as soon as they have their responses", async () => {
    const [port, file] = [await getFreePort(), newFile()];
    const tap = await startTap(
      `127.0.0.1:${port}=127.0.0.1:${await startQuickAgent()}`,
      "-o",
      file,
    );
    const send = `
      import net from "node:net";
      const body = ${JSON.stringify(BODY)};
      const head = "POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Type: application/json\\r\\n";
      const socket = net.connect(${port}, "127.0.0.1");
      socket.write(head + "Content-Length: " + body.length + "\\r\\n\\r\\n" + body);
      socket.once("data", () => process.exit());`;
    const clients = Array.from({ length: 10 }, () => startProgram(send));
    await Promise.all(clients.map((client) => once(client, "exit")));
    const { callTree } = await readRun(tap, file, clients.length);
    const found = callTree.calls.map(({ hop }) => hop.caller.program?.pid ?? 0);
    const pids = clients.map(({ pid = 0 }) => pid);
    expect(found.toSorted((a, b) => a - b)).toEqual(pids.toSorted((a, b) => a - b));
  });
});
