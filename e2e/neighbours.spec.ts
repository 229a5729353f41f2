// Others who can reach the server's port, by any name and from any page, read, send and change nothing.
// Checked with the server's folder and with an agent that would have been called.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Response } from "@playwright/test";
import { RUNS_ALL } from "../fixtures/run-count.ts";
import { closeServer, listen } from "./agents/agent.ts";
import { Loupe } from "./panels/loupe.ts";
import { expect, test } from "./support/fixtures.ts";
import { runAttacks, startHostileSite } from "./support/hostile-site.ts";
import { COMPLETED_STATUS, createRecordingLog } from "./support/logs.ts";
import { parseStatus, sendBytes, sendRawRequest } from "./support/raw-http.ts";
import { TestServer } from "./support/test-server.ts";

// Hundreds of requests, none of which needs a trace.
test.use({ needsOwnContext: true, trace: "off" });

const MARK = "only-in-the-recording";
const ID = "20260101-000000-abcdef";
const REFUSED = [0, 400, 403, 421];

/** A server with one recording, and an agent that must not be called. */
async function startWithCanary(environment: Readonly<Record<string, string>> = {}) {
  const server = new TestServer();
  const file = server.getRecordingFile(ID);
  mkdirSync(dirname(file), { recursive: true });
  const story = createRecordingLog({ prompt: MARK, events: [COMPLETED_STATUS] });
  writeFileSync(file, story);
  await server.start(environment);
  let calls = 0;
  const canary = createServer((_, response) => {
    calls += 1;
    response.end("{}");
  });
  const canaryUrl = await listen(canary);
  return {
    server,
    canary: canaryUrl,
    calls: () => calls,
    expectUnharmed() {
      expect(calls).toBe(0);
      // The server indexes its recordings by itself.
      const files = readdirSync(server.data).filter((name) => name !== "search.index");
      expect(files).toEqual(["recordings"]);
      expect(readdirSync(dirname(file))).toEqual([`${ID}.jsonl`]);
      expect(readFileSync(file, "utf8")).toBe(story);
    },
    async stop() {
      await closeServer(canary);
      await server.stop();
    },
  };
}

test("no spelling of a request gets unauthorized access", async () => {
  const scene = await startWithCanary();
  const { url } = scene.server;
  const { host, port } = new URL(url);
  const own = `Host: ${host}`;
  const path = `/api/recordings/${ID}`;
  const call = JSON.stringify({ method: "GET", url: scene.canary, headers: [] });

  await test.step("valid requests succeed", async () => {
    for (const name of [host, `LocalHost:${port}`, `[::1]:${port}`, `\t${host} `]) {
      const answer = await sendRawRequest(url, [`GET ${path} HTTP/1.1`, `Host: ${name}`]);
      expect(parseStatus(answer), name).toBe(200);
      expect(answer).toContain(MARK);
    }
    // Some HTTP/2 clients offer an upgrade with every request; it may be ignored.
    const offer = ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"];
    const answer = await sendBytes(
      url,
      [`GET ${path} HTTP/1.1`, own, "Connection: Upgrade, HTTP2-Settings", ...offer, "", ""].join(
        "\r\n",
      ),
    );
    expect(parseStatus(answer)).toBe(200);
  });

  const upgrade = ["Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAA=="];
  const foreign = "Origin: http://evil.example";
  const requests: readonly (readonly string[])[] = [
    ...[
      "evil.example",
      `evil.example:${port}`,
      `localhost.:${port}`,
      `127.0.0.1.:${port}`,
      `2130706433:${port}`,
      `0x7f000001:${port}`,
      `0177.0.0.1:${port}`,
      `127.1:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `[0:0:0:0:0:0:0:1]:${port}`,
      `[::1%25lo]:${port}`,
      `0.0.0.0:${port}`,
      `[::]:${port}`,
      "127.0.0.1",
      `127.0.0.1:0${port}`,
      `127.0.0.1:${port}:${port}`,
      `${host}, evil.example`,
      `evil.example@${host}`,
      `${host}/evil.example`,
      `${host}\u00a0`,
      "",
    ].map((name) => ["GET", path, `Host: ${name}`]),
    ["GET", path],
    ["GET", path, own, "Host: evil.example"],
    ["GET", path, "Host: evil.example", own],
    ["GET", path, own, own],
    ["GET", path, "Host: evil.example", `X-Forwarded-Host: ${host}`],
    ["GET", path, "Host: evil.example", `Forwarded: host=${host}`],
    ["GET", `http://${host}${path}`, own],
    ["GET", `http://${host}${path}`, "Host: evil.example"],
    ["GET", `http://evil.example${path}`, own],
    ["GET", `${scene.canary}/`, own],
    ["GET", `${scene.canary}/`, own, "Connection: Upgrade", ...upgrade],
    ["GET", `//${host}${path}`, own],
    ["GET", `/\\${host}${path}`, own],
    ["GET", path.slice(1), own],
    ["OPTIONS", "*", own],
    ["TRACE", path, own],
    ["CONNECT", host, own],
    ["CONNECT", new URL(scene.canary).host, own],
    ["GET", path, own, foreign],
    ["GET", path, own, `Origin: ${url}`, foreign],
    ["GET", path, own, "Origin: null"],
    ["GET", path, own, "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"],
    ["GET", path, own, "Sec-Fetch-Site: same-site"],
    ["GET", path, own, foreign, "Connection: Upgrade", ...upgrade],
    ["GET", path, "Host: evil.example", "x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy"],
    ["GET", path, "Host: evil.example", "x-middleware-rewrite: /", "x-matched-path: /"],
    ["DELETE", path, own, foreign],
    ["POST", "/api/exchanges", own, foreign],
    ["POST", "/api/exchanges", "Host: evil.example", "Expect: 100-continue"],
  ];
  await test.step("invalid requests are refused and disclose nothing", async () => {
    const answers = await Promise.all(
      requests.map(async ([method = "", target = "", ...headers]) => {
        const answer = await sendRawRequest(
          url,
          [`${method} ${target} HTTP/1.1`, ...headers],
          method === "GET" ? "" : call,
        );
        return { request: [method, target, ...headers].join(" | "), answer };
      }),
    );
    for (const { request, answer } of answers) {
      const last = answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "");
      expect.soft(REFUSED, request).toContain(parseStatus(last));
      expect.soft(answer, request).not.toContain(MARK);
      expect.soft(answer, request).not.toMatch(/^location:/im);
    }
  });

  await test.step("an extra slash leads to a path of this server, and never to another host", async () => {
    for (const target of [`/${scene.canary}/`, "/api//evil.example/", "/api/recordings/"]) {
      const answer = await sendRawRequest(url, [`GET ${target} HTTP/1.1`, own]);
      expect(answer).toMatch(/^location: \/(?!\/)/im);
      const refused = await sendRawRequest(url, [`GET ${target} HTTP/1.1`, "Host: evil.example"]);
      expect(parseStatus(refused)).toBe(421);
      expect(refused).not.toMatch(/^location:/im);
    }
  });

  await test.step("a request smuggled behind another one is not processed", async () => {
    const hidden = `GET ${path} HTTP/1.1\r\n${own}\r\n\r\n`;
    const length = `Content-Length: ${hidden.length}`;
    const chunked = "Transfer-Encoding: chunked";
    const covers = [
      ["POST /api/feed HTTP/1.1", "Host: evil.example", length],
      ["POST /api/feed HTTP/1.1", "Host: evil.example", length, chunked],
      ["POST /api/feed HTTP/1.1", "Host: evil.example", length, "Content-Length: 0"],
      ["GET /nowhere HTTP/1.1", `Host: ${host}`, " evil.example"],
      ["PRI * HTTP/2.0"],
    ];
    const answers = covers.map((lines) => sendBytes(url, `${lines.join("\r\n")}\r\n\r\n${hidden}`));
    for (const answer of await Promise.all(answers)) expect(answer).not.toContain(MARK);
  });

  scene.expectUnharmed();
  await scene.stop();
});

test("a page of another origin reads, sends and changes nothing", async ({
  browserName: _,
}, testInfo) => {
  // Each origin makes about a hundred attempts.
  test.slow();
  const scene = await startWithCanary();
  const site = await startHostileSite();
  const { url } = scene.server;
  const { port } = new URL(url);
  const { launchOptions } = testInfo.project.use;
  const rules = "--host-resolver-rules=MAP rebound.example 127.0.0.1";
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), rules],
  });
  const page = testInfo.outputPath("hostile.html");
  writeFileSync(page, "<!doctype html><body>hostile");

  const origins: [where: string, address: string, loupe: string][] = [
    ["another port", site.url, url],
    ["a file", pathToFileURL(page).href, url],
    ["a rebound name", `http://rebound.example:${port}/`, `http://rebound.example:${port}`],
  ];
  if (RUNS_ALL) {
    origins.push(
      ["another name", site.url.replace("127.0.0.1", "localhost"), url],
      ["another name of Loupe", site.url, `http://localhost:${port}`],
      ["beside a rebound name", site.url, `http://rebound.example:${port}`],
    );
  }
  // One after the other: each opens so many frames and windows that three at once stop a busy machine.
  for (const [where, address, loupe] of origins) {
    await test.step(where, async () => {
      // The page with the rebound name was loaded from elsewhere, without a policy of Loupe.
      const context = await browser.newContext({ bypassCSP: true });
      const tab = await context.newPage();
      const statuses = new Set<number>();
      const note = (response: Response) => {
        if (response.url().startsWith(loupe)) statuses.add(response.status());
      };
      tab.on("response", note);
      context.on("response", (response) => {
        if (response.request().serviceWorker() !== null) note(response);
      });
      await tab.goto(address);
      const read = await runAttacks(tab, { loupe, canary: scene.canary, recording: ID });
      for (const text of read) {
        expect(text).not.toContain(MARK);
        expect(text).not.toContain(ID);
      }
      expect(REFUSED).toEqual(expect.arrayContaining([...statuses]));
      expect(statuses.size).toBeGreaterThan(0);
      await context.close();
    });
  }
  scene.expectUnharmed();
  await test.step("the same attempts from Loupe's own page succeed", async () => {
    const tab = await browser.newPage();
    await tab.goto(url);
    const own = `/api/recordings/${ID}`;
    const text = await tab.evaluate((path) => fetch(path).then((got) => got.text()), own);
    expect(text).toContain(MARK);
    // It deletes as well as reads, so there may be nothing left to read.
    const read = await runAttacks(tab, { loupe: url, canary: scene.canary, recording: ID });
    expect(read.join()).toContain(ID);
    expect(scene.calls()).toBeGreaterThan(0);
  });
  await browser.close();
  await site.close();
  await scene.stop();
});

test("users of a shared Loupe see only their own data, and the token is in no URL", async ({
  browser,
}) => {
  const server = new TestServer();
  await server.start({ HOST: "0.0.0.0", LOUPE_USERS: "ann,bob" });
  const { url, userUrls: doors, output: printed } = server;
  const tokenOf = (name: string) =>
    new URLSearchParams(new URL(doors[name] ?? "").hash.slice(1)).get("token") ?? "";
  const addresses: string[] = [];
  const open = async (name: string) => {
    const context = await browser.newContext();
    context.on("request", (request) => {
      addresses.push(request.url(), request.headers().referer ?? "");
    });
    const page = await context.newPage();
    return { page, request: context.request, token: tokenOf(name) };
  };
  const [ann, bob] = [await open("ann"), await open("bob")];

  await test.step("a link or the form signs in", async () => {
    await ann.page.goto(doors.ann ?? "");
    await expect(ann.page.getByRole("textbox", { name: "Agent address" })).toBeVisible();
    await bob.page.goto(`${url}/?tab=wire`);
    const field = bob.page.getByLabel("Token");
    await field.fill("wrong");
    await field.press("Enter");
    await expect(bob.page.getByRole("status")).toHaveText("Wrong token.");
    await field.fill(bob.token);
    await field.press("Enter");
    await expect(bob.page.getByRole("textbox", { name: "Agent address" })).toBeVisible();
    await ann.page.goto(doors.ann ?? "");
    await expect.poll(() => ann.page.url()).not.toContain(ann.token);
    for (const address of addresses) {
      for (const token of [ann.token, bob.token]) expect(address).not.toContain(token);
    }
  });

  await test.step("without the token, only an inbox responds", async () => {
    for (const path of ["/", "/theme.js", "/api/recordings", "/demo/.well-known/agent-card.json"]) {
      const { host } = new URL(url);
      const none = await sendRawRequest(url, [`GET ${path} HTTP/1.1`, `Host: ${host}`]);
      const spoofed = await sendRawRequest(url, [
        `GET ${path} HTTP/1.1`,
        `Host: ${host}`,
        "X-Loupe-User: ann",
      ]);
      const inAddress = await sendRawRequest(url, [
        `GET ${path}?token=${ann.token} HTTP/1.1`,
        `Host: ${host}`,
      ]);
      for (const answer of [none, spoofed, inAddress]) expect(parseStatus(answer)).toBe(401);
    }
  });

  await test.step("users cannot access each other's data", async () => {
    const log = createRecordingLog({ prompt: MARK, events: [COMPLETED_STATUS] });
    const { id } = await (await ann.request.post(`${url}/api/recordings`, { data: log })).json();
    expect(await (await ann.request.get(`${url}/api/recordings/${id}`)).text()).toContain(MARK);
    const inbox = await (
      await ann.request.post(`${url}/api/inboxes`, { data: { recording: id } })
    ).json();
    await ann.request.post(`${url}/api/replays?recording=${id}`);

    const headers = { "x-loupe-user": "ann" };
    const replay = `/replay/${id}/.well-known/agent-card.json`;
    const served = `${url}/api/replays`;
    expect(await (await ann.request.get(served)).json()).toMatchObject([{ id }]);
    expect(await (await bob.request.get(served, { headers })).json()).toEqual([]);
    for (const path of [`/api/recordings/${id}`, replay]) {
      expect((await ann.request.get(url + path)).status(), path).toBe(200);
      expect((await bob.request.get(url + path, { headers })).status(), path).toBe(404);
    }
    expect((await bob.request.delete(`${url}/api/recordings/${id}`, { headers })).status()).toBe(
      404,
    );
    expect(
      (
        await bob.request.post(`${url}/api/recordings/${id}/copies`, { data: { name: "" } })
      ).status(),
    ).toBe(404);
    expect(await (await bob.request.get(`${url}/api/recordings`, { headers })).json()).toEqual([]);
    const search = `${url}/api/library/search?q=${MARK}`;
    expect((await (await ann.request.get(search)).json()).hits).toMatchObject([{ id }]);
    expect((await (await bob.request.get(search, { headers })).json()).hits).toEqual([]);

    const push = { method: "POST", body: "{}" };
    expect((await fetch(url + inbox.path, push)).status).toBe(204);
    expect((await fetch(`${url}/inbox/${id}/another-key`, push)).status).toBe(404);
    expect(readdirSync(server.data)).toEqual(["users"]);
    expect(readdirSync(`${server.data}/users`)).toEqual(["ann", "bob"]);
  });
  // Nothing is disclosed except where it listens.
  expect(server.output).toBe(printed);
  await server.stop();
});

test("a full disk is reported, and no recorded data is lost", async ({ browser, faultAgent }) => {
  const server = new TestServer();
  // Files are limited to this size; writing more fails as on a full disk.
  await server.start({}, "ulimit -f 2000;");
  const page = await browser.newPage({ baseURL: server.url });
  const loupe = new Loupe(page);
  await loupe.connectTo(faultAgent.cardUrl);
  await loupe.composer.sendMessage("eof");
  await expect(loupe.timeline.row("Artifact")).toBeVisible();
  const file = server.getRecordingFile(loupe.recording);
  const before = readFileSync(file, "utf8");

  await loupe.composer.sendMessage("big");
  await expect(loupe.timeline.problem).toContainText("Recording stopped");
  await expect(loupe.timeline.problem).toContainText("has reached the maximum file size");
  await expect(loupe.timeline.row("Artifact")).toBeVisible();
  expect(readFileSync(file, "utf8").startsWith(before)).toBe(true);
  await expect.poll(() => faultAgent.requests.at(-1)?.closedAt).toBeDefined();

  // If nothing can be started, the response says so, and nothing is left behind.
  const files = readdirSync(dirname(file));
  const log = `${createRecordingLog({ prompt: "x".repeat(2_000_000), events: [COMPLETED_STATUS] })}`;
  const answer = await page.request.post("/api/recordings", { data: log });
  expect(answer.status()).toBe(507);
  expect(await answer.json()).toMatchObject({ error: { code: "disk-full", by: "loupe" } });
  expect(readdirSync(dirname(file))).toEqual(files);

  // A reload closes the torn record if there is space; the rest is read.
  await loupe.reload();
  await expect(loupe.timeline.row("Artifact")).toBeVisible();
  await page.close();
  await server.stop();
});
