// Taps in the app: start one before a real agent, watch it live, find it again, and stop it.
import { once } from "node:events";
import { createServer as createHttpServer, get, type IncomingMessage } from "node:http";
import { createServer, type Server } from "node:net";
import { getFreePort } from "../fixtures/free-port.ts";
import { closeServer, listen } from "./agents/agent.ts";
import { createMessageParams, postRpc } from "./agents/raw-client.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

function getPort(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("a tap records live, survives a reload, and stops", async ({ loupe, page, startAgent }) => {
  const agent = await startAgent("1.0");
  const port = await getFreePort();
  await loupe.open();
  await loupe.tap.choice.click();
  await expect(page).toHaveURL(/[?&]tap=1/);
  await expect(page).toHaveTitle(/^Tap agents/);
  await expect(loupe.tap.listen).toBeFocused();
  await expectAccessible(page, "tap");
  await loupe.tap.startTap(port, new URL(agent.url).host);
  const { recording } = loupe;

  const rpc = new URL(agent.rpcUrl);
  rpc.port = String(port);
  const send = () => postRpc("1.0", rpc.href, "send", createMessageParams("1.0", "stream"));
  await (await send()).text();
  const calls = page.getByRole("list", { name: "Calls between agents" });
  await expect(calls.getByRole("listitem")).toHaveCount(1);

  // The run goes on without the page, and the tap is found again at its address.
  await page.goto("/?tap=1");
  await (await send()).text();
  await expect(loupe.tap.running(port)).toContainText(`localhost:${port}`);
  await expect(loupe.tap.running(port)).toContainText("2 calls");
  await expectAccessible(page, "running taps");
  await loupe.tap.running(port).getByRole("button", { name: "Open" }).click();
  expect(loupe.recording).toBe(recording);
  await expect(calls.getByRole("listitem")).toHaveCount(2);

  await loupe.palette.choose("Tap agents");
  // While a call runs, Loupe asks first.
  await expect(loupe.tap.running(port)).not.toContainText("running");
  await loupe.tap.running(port).getByRole("button", { name: "Stop" }).click();
  await expect(loupe.tap.running(port)).toBeHidden();
  await expect(fetch(rpc)).rejects.toThrow();

  await test.step("as a proxy, it forwards to its agents", async () => {
    const proxy = await getFreePort();
    await loupe.tap.mode("As a proxy").click();
    await loupe.tap.startTap(proxy, new URL(agent.url).host);
    const { host } = new URL(agent.url);
    // As a program with HTTP_PROXY does.
    const request = get({ port: proxy, path: agent.url, headers: { host }, agent: false });
    request.on("response", (response) => response.resume());
    await once(request, "response");
    await loupe.palette.choose("Tap agents");
    await expect(loupe.tap.running(proxy)).toContainText("As a proxy · 1 call");
    await expect(loupe.tap.running(proxy)).not.toContainText("running");
    await loupe.tap.running(proxy).getByRole("button", { name: "Stop" }).click();
    await expect(loupe.tap.running(proxy)).toBeHidden();
  });
});

test("a tap at its own address answers to the names that were entered", async ({ loupe, page }) => {
  const agent = createHttpServer((_, response) => response.end("hello"));
  const url = await listen(agent);
  const port = await getFreePort();
  const call = async (host: string) => {
    const request = get({ port, host: "127.0.0.1", headers: { host }, agent: false });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  await loupe.open("/?tap=1");
  const { tap } = loupe;
  await tap.mode("At its own address").click();
  await tap.options.click();
  await tap.hosts.fill("tap.internal:80");
  await tap.listen.fill(String(port));
  await tap.target.fill(new URL(url).host);
  await tap.target.press("Enter");
  await expect(tap.problem).toContainText("is not a host name");
  await expect(tap.hosts).toBeFocused();
  await expectAccessible(page, "tap with host names");
  await tap.hosts.fill("tap.internal");
  await tap.startTap(port, new URL(url).host);
  expect([await call("tap.internal"), await call("evil.example")]).toEqual([200, 421]);
  await loupe.palette.choose("Tap agents");
  await expect(tap.running(port)).toContainText(/Refused GET \/ by .*"evil.example"/);
  await expectAccessible(page, "tap that refused a request");
  await tap.running(port).getByRole("button", { name: "Stop" }).click();
  await expect(tap.running(port)).toBeHidden();
  await closeServer(agent);
});

test("a running call is ended only after a question", async ({ loupe, page }) => {
  const agent = createHttpServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: {}\n\n");
  });
  const url = await listen(agent);
  const port = await getFreePort();
  await loupe.open("/?tap=1");
  await loupe.tap.startTap(port, new URL(url).host);
  const call = () => fetch(`http://127.0.0.1:${port}/`);
  const early = await call();
  await loupe.palette.choose("Tap agents");
  const keep = loupe.tap.running(port).getByRole("button", { name: "Keep" });
  await expect(loupe.tap.running(port)).toContainText("1 running");
  await loupe.tap.running(port).getByRole("button", { name: "Stop" }).click();
  await expect(keep).toBeVisible();
  // The question ends with its call, and is not about a later one.
  await early.body?.cancel();
  await expect(keep).toBeHidden();
  const response = await call();
  await expect(loupe.tap.running(port)).toContainText("1 running");
  await expect(keep).toBeHidden();
  await loupe.tap.running(port).getByRole("button", { name: "Stop" }).click();
  await keep.click();
  await loupe.tap.running(port).getByRole("button", { name: "Stop" }).click();
  await loupe.tap.running(port).getByRole("button", { name: "End 1 call and stop" }).click();
  await expect(loupe.tap.running(port)).toBeHidden();
  await response.text().catch(() => undefined);
  await page.keyboard.press("Escape");
  await closeServer(agent);
});

test("what is wrong is said beside its field, and nothing is lost", async ({ loupe, page }) => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const taken = getPort(other);
  const [free, silent] = [await getFreePort(), await getFreePort()];
  await loupe.open("/?tap=1");
  const { tap } = loupe;
  await tap.listen.fill(String(taken));
  await tap.target.fill(String(silent));
  await tap.target.press("Enter");
  await expect(tap.problem).toContainText(`Port ${taken} is in use.`);
  await expect(tap.listen).toBeFocused();
  await expect(tap.listen).toHaveAttribute("aria-invalid", "true");
  await expect(tap.target).toHaveValue(String(silent));
  await expectAccessible(page, "tap with a problem");

  await tap.listen.fill(String(free));
  await expect(tap.problem).toBeHidden();
  await tap.target.fill("169.254.169.254:80");
  await tap.start.click();
  await expect(tap.problem).toContainText("link-local");
  await expect(tap.target).toBeFocused();

  await tap.options.click();
  await tap.push.fill(String(free));
  await tap.options.click();
  await tap.target.fill(String(taken));
  await tap.start.click();
  await expect(tap.problem).toContainText(`Port ${free} is given twice.`);
  await expect(tap.push).toBeFocused();
  await expectAccessible(page, "tap with options");
  await tap.push.clear();
  await expect(tap.push).toBeVisible();

  await tap.target.fill(String(silent));
  await tap.start.click();
  await expect(tap.problem).toContainText(`Nothing listens at localhost:${silent}.`);
  // Closing the dialog loses nothing either.
  await page.keyboard.press("Escape");
  await expect(tap.dialog).toBeHidden();
  await tap.choice.click();
  await expect(tap.listen).toHaveValue(String(free));
  await tap.startAnyway.click();
  await expect(tap.dialog).toBeHidden();

  await loupe.palette.choose("Tap agents");
  await tap.running(free).getByRole("button", { name: "Stop" }).click();
  await expect(tap.running(free)).toBeHidden();
  other.close();
});

test("taps end with the server, and so do their calls", async ({ ownServer, page }) => {
  const agent = createHttpServer((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: {}\n\n");
  });
  const url = await listen(agent);
  const port = await getFreePort();
  const post = (origin: string) =>
    page.request.post(`${ownServer.url}/api/taps`, {
      headers: { origin },
      data: {
        mode: "takeover",
        routes: [{ listen: String(port), target: new URL(url).host }],
        startsAnyway: false,
      },
    });
  expect((await post("https://evil.example")).status()).toBe(403);
  const started = await post(new URL(ownServer.url).origin);
  const { tap } = (await started.json()) as { tap: { id: string } };
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const lines = await ownServer.stopAndRead(tap.id);
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ r: "end" });
  await response.text().catch(() => undefined);
  await closeServer(agent);
});
