import type http from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { filterRecords, mark, startHttpServer, stopServers } from "../exchange/exchange.testkit.ts";
import { PushAddresses } from "./push-addresses.ts";
import {
  call,
  connectTo,
  readAll,
  startTestTap,
  type TestTap,
  waitForEnds,
} from "./tap.testkit.ts";
import { parseTapRoute } from "./tap-route.ts";

afterEach(stopServers);

const LOOPBACK = { host: "127.0.0.1", port: 0 };

/** An agent that keeps what it received, and answers with it as the result. */
async function startEchoAgent() {
  const seen: { url: string; headers: http.IncomingHttpHeaders; text: string }[] = [];
  const url = await startHttpServer(async (incoming, response) => {
    let text = "";
    for await (const piece of incoming.setEncoding("utf8")) text += piece;
    seen.push({ url: incoming.url ?? "", headers: incoming.headers, text });
    response.setHeader("content-type", "application/json");
    response.setHeader("etag", '"1"');
    response.end(`{"jsonrpc":"2.0","id":1,"result":[${text || seen.at(-2)?.text}]}`);
  });
  return { url, seen };
}

async function startPushTap(
  target: string,
  via: "takeover" | "reverse" = "takeover",
): Promise<TestTap & { pushPort: number }> {
  const route = parseTapRoute(`1=${target}`, via);
  const routes = [{ ...route, listen: LOOPBACK }];
  const started = await startTestTap(1, { routes, push: LOOPBACK });
  return { ...started, pushPort: started.tap.push?.port ?? 0 };
}

/** As the recording has it. */
const maskToken = (text: string) => text.replaceAll('"token": "k"', `"token": "${mark("k")}"`);

const HOOK = "http://127.0.0.1:7/hook?x=1";
const rpc = (method: string, params: object) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }, null, 1);

const message = { role: "user", messageId: "m", parts: [{ kind: "text", text: HOOK }] };
const REQUESTS: [string, string, string][] = [
  ["0.1", "/", rpc("tasks/send", { id: "t", message, pushNotification: { url: HOOK } })],
  [
    "0.1 set",
    "/",
    rpc("tasks/pushNotification/set", { id: "t", pushNotificationConfig: { url: HOOK } }),
  ],
  [
    "0.3",
    "/",
    rpc("message/send", {
      message,
      configuration: { pushNotificationConfig: { url: HOOK, token: "k" } },
    }),
  ],
  [
    "0.3 set",
    "/",
    rpc("tasks/pushNotificationConfig/set", { taskId: "t", pushNotificationConfig: { url: HOOK } }),
  ],
  [
    "1.0",
    "/",
    rpc("SendMessage", { message, configuration: { taskPushNotificationConfig: { url: HOOK } } }),
  ],
  ["1.0 set", "/", rpc("CreateTaskPushNotificationConfig", { taskId: "t", id: "c", url: HOOK })],
  [
    "0.3 over HTTP",
    "/v1/message:send",
    JSON.stringify({ message, configuration: { push_notification_config: { url: HOOK } } }),
  ],
  [
    "0.3 set over HTTP",
    "/v1/tasks/t/pushNotificationConfigs",
    JSON.stringify({ config: { name: "c", pushNotificationConfig: { url: HOOK } } }),
  ],
  ["1.0 set over HTTP", "/tasks/t/pushNotificationConfigs", JSON.stringify({ id: "c", url: HOOK })],
];

describe.each(["takeover", "reverse"] as const)("through a tap in %s mode", (via) => {
  test.each(REQUESTS)(
    "the callback of %s is the tap's, and its echo the client's",
    async (_, path, body) => {
      const agent = await startEchoAgent();
      const { port, pushPort, records } = await startPushTap(agent.url, via);
      const { text, headers } = await call(port, { path, headers: { authorization: "x" } }, body);
      const callback = new RegExp(`http://127\\.0\\.0\\.1:${pushPort}/[0-9a-f]{32}`, "g");
      const sent = agent.seen[0];
      // The text of the message is not a push configuration.
      expect(sent?.text.replaceAll(callback, HOOK)).toBe(body);
      expect(sent?.text.match(callback)).toHaveLength(1);
      expect(sent?.headers).toMatchObject({
        authorization: "x",
        "content-length": String(Buffer.byteLength(sent?.text ?? "")),
      });
      expect(text).toBe(`{"jsonrpc":"2.0","id":1,"result":[${body}]}`);
      expect(headers).not.toHaveProperty("etag");
      await waitForEnds(records);
      const [open] = filterRecords(records, "open");
      expect(open?.body).toBe(maskToken(sent?.text ?? ""));
      expect(open?.hop?.received).toMatchObject({
        url: `http://127.0.0.1:${port}${path}`,
        body: maskToken(body),
        changes: [{ from: HOOK, to: sent?.text.match(callback)?.[0] }],
      });
      const delivered = filterRecords(records, "end")[0]?.hop?.delivered;
      expect(delivered?.body).toBe(maskToken(text));
      expect(delivered?.changes).toEqual([
        expect.objectContaining({ from: sent?.text.match(callback)?.[0], to: HOOK }),
      ]);
    },
  );
});

test("what sets no callback passes byte for byte", async () => {
  const agent = await startEchoAgent();
  const { port, records } = await startPushTap(agent.url);
  const body = rpc("message/send", {
    message,
    metadata: { pushNotificationConfig: { url: HOOK } },
  });
  const { text, headers } = await call(port, {}, body);
  expect(agent.seen[0]?.text).toBe(body);
  expect(text).toContain(HOOK);
  expect(headers.etag).toBe('"1"');
  await waitForEnds(records);
  expect(filterRecords(records, "open")[0]?.hop).not.toHaveProperty("received");
});

test("is found in any split, with requests behind it", async () => {
  const agent = await startEchoAgent();
  const { port } = await startPushTap(agent.url);
  const body = rpc("tasks/pushNotificationConfig/set", { pushNotificationConfig: { url: HOOK } });
  const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const requests = Buffer.from(
    `${head}\r\n${body}GET /x HTTP/1.1\r\nHost: a\r\n\r\n${head}Connection: close\r\n\r\n${body}`,
  );
  for (const size of [1, 7, 10_000]) {
    agent.seen.length = 0;
    const caller = await connectTo(port);
    const received = readAll(caller);
    for (let at = 0; at < requests.length; at += size) {
      caller.write(requests.subarray(at, at + size));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await received).toString().split(HOOK)).toHaveLength(3);
    expect(agent.seen.map(({ url }) => url).sort()).toEqual(["/", "/", "/x"]);
    for (const { text } of agent.seen) expect(text).not.toContain(HOOK);
  }
});

describe("a notification", () => {
  const startWithCallback = async (hook: string) => {
    const agent = await startEchoAgent();
    const tap = await startPushTap(agent.url);
    await call(tap.port, {}, rpc("CreateTaskPushNotificationConfig", { url: hook }));
    const callback = new URL(JSON.parse(agent.seen[0]?.text ?? "").params.url);
    return { ...tap, callback };
  };

  test("is recorded, and reaches the client's URL as the agent sent it", async () => {
    const client = await startEchoAgent();
    const { records, callback, pushPort } = await startWithCallback(`${client.url}/hook?x=1`);
    const body = '{"task":{"id":"t"}}';
    const { status } = await call(
      pushPort,
      { path: callback.pathname, headers: { "X-A2A-Notification-Token": "k" } },
      body,
    );
    expect(status).toBe(200);
    expect(client.seen).toMatchObject([
      {
        url: "/hook?x=1",
        text: body,
        headers: { host: new URL(client.url).host, "x-a2a-notification-token": "k" },
      },
    ]);
    await waitForEnds(records, 2);
    const open = filterRecords(records, "open")[1];
    expect(open).toMatchObject({
      url: callback.href,
      inbound: true,
      hop: { listen: `127.0.0.1:${pushPort}`, target: new URL(client.url).host },
    });
    const isOwn = (record: { readonly x?: string }) => record.x === open?.x;
    expect(filterRecords(records, "data").filter(isOwn)).toMatchObject([{ text: body }]);
    expect(filterRecords(records, "note").filter(isOwn)).toMatchObject([
      { text: `The tap passes it on to ${client.url}/hook?x=1.` },
      { text: "The client answered 200 OK" },
    ]);
    expect(filterRecords(records, "head").filter(isOwn)).toEqual([]);
    expect(records.at(-1)).toMatchObject({ r: "end", cause: "complete" });
  });

  test.each([
    ["/", 404],
    ["/0123456789abcdef0123456789abcdef", 404],
    ["http://169.254.169.254/", 404],
  ])("to %s is refused", async (path, status) => {
    const { pushPort } = await startWithCallback(HOOK);
    expect(await call(pushPort, { path })).toMatchObject({
      status,
      text: expect.stringContaining("No client set this callback"),
    });
  });

  test("to a URL that the target guard forbids is refused", async () => {
    const { pushPort, callback, records } = await startWithCallback("http://169.254.169.254/x");
    const { status, text } = await call(pushPort, { path: callback.pathname });
    expect([status, text]).toEqual([403, expect.stringContaining("may not call")]);
    expect(filterRecords(records, "note").at(-1)?.text).toContain("403");
  });

  test("for a client that cannot be reached is answered by the tap", async () => {
    const { pushPort, callback } = await startWithCallback("http://127.0.0.1:1/x");
    expect((await call(pushPort, { path: callback.pathname }, "{}")).status).toBe(502);
  });
});

test("a URL has one address, and the oldest are forgotten", () => {
  const addresses = new PushAddresses({ host: "localhost", port: 9 });
  const set = (url: string) =>
    JSON.parse(
      addresses.rewriteRequest(JSON.stringify({ url }), "/pushNotificationConfigs")?.text ?? "",
    ).url;
  const first = set(HOOK);
  expect(set(HOOK)).toBe(first);
  expect(addresses.find(new URL(first).pathname)).toBe(HOOK);
  for (let i = 0; i < 10_000; i++) set(`http://a/${i}`);
  expect(addresses.find(new URL(first).pathname)).toBeNull();
  expect(
    addresses.rewriteRequest('{"url":"file:///etc/passwd"}', "/pushNotificationConfigs"),
  ).toBeNull();
});
