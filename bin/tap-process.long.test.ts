// Taps as a process of its own, and what it records when it, a caller or an agent is stopped or killed.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { createAgentPool } from "../e2e/agents/agents-by-version.ts";
import { getFreePort } from "../fixtures/free-port.ts";
import { newFile, readTimeline, readWritten, send, startTap } from "../fixtures/tap-command.ts";
import { stopServers } from "../lib/server/exchange/exchange.testkit.ts";
import { startSocketServer, waitFor, waitForClose } from "../lib/server/tap/tap.testkit.ts";

const getAgent = createAgentPool();
afterEach(stopServers);

/** An agent whose response never ends. `closed` has the ends of its connections. */
async function startUnfinishedAgent() {
  const closed: Promise<string>[] = [];
  const target = await startSocketServer((socket) => {
    closed.push(waitForClose(socket));
    socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{}"));
    socket.on("end", () => socket.end());
  });
  return { closed, target };
}

test("interrupted, it ends the calls that run and keeps them", async () => {
  const agent = await getAgent("1.0");
  const [port, file] = [await getFreePort(), newFile()];
  const child = await startTap(`${port}=${agent.url}`, "-o", file);
  const url = `http://127.0.0.1:${port}${new URL(agent.rpcUrl).pathname}`;
  const calling = send(
    url,
    ...["--binding", "jsonrpc", "--a2a-version", "1.0", "-m", "slow", "--timeout", "30"],
  );
  await waitFor(() => readWritten(file).includes('"r":"data"'));
  child.kill("SIGINT");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  expect((await calling).code).toBe(1);
  const { exchanges } = await readTimeline(file);
  expect(exchanges.at(-1)?.end?.record).toMatchObject({
    cause: "aborted",
    error: { by: "loupe" },
  });
});

test("when nobody reads its output any more, it stops as if interrupted", async () => {
  const answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
  const target = await startSocketServer((socket) => {
    socket.once("data", (request) => {
      const isWhole = !request.includes("unfinished");
      socket.write(isWhole ? answer : answer.slice(0, -1));
    });
    socket.on("end", () => socket.end());
  });
  const [port, file] = [await getFreePort(), newFile()];
  const child = await startTap(`127.0.0.1:${port}=127.0.0.1:${target}`, "-o", file, "--json");
  const exited = once(child, "exit");
  const unfinished = await fetch(`http://127.0.0.1:${port}/unfinished`);
  child.stdout?.destroy();
  await (await fetch(`http://127.0.0.1:${port}/whole`)).text();
  await expect(unfinished.text()).rejects.toThrow();
  expect(await exited).toEqual([0, null]);
  const { exchanges } = await readTimeline(file);
  expect(exchanges.map(({ end }) => end?.record.cause)).toEqual(["aborted", "complete"]);
});

/** A program whose only statement is this. */
const startProgram = (code: string) => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", code]);
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
};

test.runIf(process.platform === "linux")(
  "a chain of agents is recognized by the ports that the callers listen on",
  async () => {
    const names = ["planner", "booking", "hotels"];
    const targets = [await getFreePort(), await getFreePort(), await getFreePort()];
    const ports = [await getFreePort(), await getFreePort(), await getFreePort()];
    for (const [i, name] of names.entries()) {
      const next = ports[i + 1] ?? null;
      const agent = startProgram(
        `import http from "node:http";
         http.createServer(async (request, response) => {
           const next = ${next} && (await (await fetch("http://127.0.0.1:${next}/")).json());
           response.end(JSON.stringify({ name: "${name}", next }));
         }).listen(${targets[i]}, "127.0.0.1", () => console.log("up"));`,
      );
      await once(agent.stdout, "data");
    }
    const file = newFile();
    const routes = ports.map((port, i) => `127.0.0.1:${port}=127.0.0.1:${targets[i]}`);
    const child = await startTap(...routes, "-o", file);
    const response = await fetch(`http://127.0.0.1:${ports[0]}/`);
    expect(await response.json()).toMatchObject({ next: { next: { name: "hotels" } } });
    // Programs are looked up while their connections last, and the end of the tap would end them.
    await waitFor(() => readWritten(file).split('"r":"open"').length > names.length);
    child.kill("SIGINT");
    await once(child, "exit");
    const timeline = await readTimeline(file);
    const hops = timeline.exchanges.map(({ open }) => open.record.hop);
    expect(hops.map((hop) => hop?.target)).toEqual(targets.map((port) => `127.0.0.1:${port}`));
    expect(hops.map((hop) => hop?.caller.program?.listens)).toEqual([
      expect.not.arrayContaining(targets),
      [targets[0]],
      [targets[1]],
    ]);
    const { callTree, lastEvent: n } = timeline;
    expect(
      callTree.calls.map((call) => [call.parentAt(n)?.hop.target, call.edgeAt(n)?.rule]),
    ).toEqual([
      [undefined, undefined],
      [`127.0.0.1:${targets[0]}`, "caller-program"],
      [`127.0.0.1:${targets[1]}`, "caller-program"],
    ]);
  },
);

test("when the caller is killed, the agent notices, and the end says so", async () => {
  const { closed, target } = await startUnfinishedAgent();
  const [port, file] = [await getFreePort(), newFile()];
  const child = await startTap(`127.0.0.1:${port}=127.0.0.1:${target}`, "-o", file);
  const caller = startProgram(
    `const response = await fetch("http://127.0.0.1:${port}/a"); await response.text();`,
  );
  await waitFor(() => readWritten(file).includes('"r":"data"'));
  caller.kill("SIGKILL");
  await waitFor(() => readWritten(file).includes('"r":"end"'));
  await Promise.all(closed);
  child.kill("SIGINT");
  await once(child, "exit");
  const [exchange] = (await readTimeline(file)).exchanges;
  expect(exchange?.end?.record).toMatchObject({ cause: "aborted", error: { by: "client" } });
  if (process.platform === "linux") {
    expect(exchange?.open.record.hop?.caller.program).toMatchObject({ pid: caller.pid });
  }
});

test("when the agent is killed, the caller notices, and the end says so", async () => {
  const target = await getFreePort();
  const agent = startProgram(
    `import net from "node:net";
     const answer = "HTTP/1.1 200 OK\\r\\nContent-Length: 99\\r\\n\\r\\n{}";
     net.createServer((s) => s.once("data", () => s.write(answer))).listen(${target}, "127.0.0.1", () => console.log("up"));`,
  );
  await once(agent.stdout, "data");
  const [port, file] = [await getFreePort(), newFile()];
  const child = await startTap(`127.0.0.1:${port}=127.0.0.1:${target}`, "-o", file);
  const response = await fetch(`http://127.0.0.1:${port}/a`);
  await waitFor(() => readWritten(file).includes('"r":"data"'));
  agent.kill("SIGKILL");
  await expect(response.text()).rejects.toThrow();
  await waitFor(() => readWritten(file).includes('"r":"end"'));
  child.kill("SIGINT");
  await once(child, "exit");
  const [exchange] = (await readTimeline(file)).exchanges;
  expect(exchange?.end?.record.cause).toBe("reset");
});

test("killed, it leaves a log that opens, and both sides notice", async () => {
  const { closed, target } = await startUnfinishedAgent();
  const [port, file] = [await getFreePort(), newFile()];
  const child = await startTap(`127.0.0.1:${port}=127.0.0.1:${target}`, "-o", file);
  const response = await fetch(`http://127.0.0.1:${port}/a`);
  await waitFor(() => readWritten(file).includes('"r":"data"'));
  child.kill("SIGKILL");
  await expect(response.text()).rejects.toThrow();
  await Promise.all(closed);
  const { exchanges } = await readTimeline(file);
  expect(exchanges.map(({ end }) => end?.record.cause)).toEqual(["unknown"]);
});
