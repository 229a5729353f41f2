// The names by which callers reach `loupe tap --reverse`.

import { once } from "node:events";
import http from "node:http";
import { afterEach, expect, test } from "vitest";
import { getFreePort } from "../fixtures/free-port.ts";
import { NEVER, newFile, startTap } from "../fixtures/tap-command.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { startHttpServer, stopServers } from "../lib/server/exchange/exchange.testkit.ts";
import { main } from "./tap.ts";

afterEach(stopServers);

test("are refused unless they were allowed, and the user is told", async () => {
  const seen: string[] = [];
  const agent = await startHttpServer((request, response) => {
    seen.push(request.headers.host ?? "");
    response.end("hello");
  });
  const port = await getFreePort();
  const call = async (host: string) => {
    const request = http.request({ host: "127.0.0.1", port, headers: { host }, agent: false });
    request.end();
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    return `${response.statusCode} ${Buffer.concat(await response.toArray())}`;
  };
  const route = `${port}=${new URL(agent).host}`;
  const child = await startTap("--reverse", route, "--allow-host", "tap.internal", "-o", newFile());
  let err = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  expect(await call(`tap.internal:${port}`)).toBe("200 hello");
  expect(await call("evil.example")).toMatch(
    /^421 This Loupe tap does not answer to the host name "evil.example"; .* --allow-host/,
  );
  child.kill("SIGINT");
  await once(child, "close");
  expect(seen).toEqual([new URL(agent).host]);
  expect(err).toMatch(
    /Refused GET \/ by 127\.0\.0\.1:\d+: 421 Misdirected Request\. This Loupe tap/,
  );
});

test.each([
  [["9999=9998", "--allow-host", "a"], "--allow-host needs --reverse"],
  [["--reverse", "9=8", "--allow-host", "a:9"], '"a:9" is not a host name'],
])("%j are rejected", async (argv, message) => {
  const { code, err } = await runInTerminal((terminal) => main(argv, terminal, NEVER));
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
