// Real agents push to an inbox of the real server, which other sites cannot post to.

import { type APIRequestContext, request as anybody } from "@playwright/test";
import type { ExchangeStarted, InboxResponse } from "../lib/api/api-types.ts";
import type { InboxRequest } from "../lib/api/schemas/api-requests.ts";
import { encodeCall } from "../lib/protocol/encode/encode.ts";
import type { OpenRecord } from "../lib/wire/record.ts";
import { expect, LONG, test } from "./support/fixtures.ts";

const TOKEN = "told-to-the-agent";

async function openInbox(
  request: APIRequestContext,
  wish: InboxRequest = {},
): Promise<InboxResponse> {
  const answer = await request.post("/api/inboxes", { data: wish });
  expect(answer.status()).toBe(201);
  return answer.json();
}

/** Sends a message from the inbox's recording, with push notifications to the inbox. */
async function ask(
  request: APIRequestContext,
  { recording, url }: InboxResponse,
  agent: { version: "0.3" | "1.0"; rpcUrl: string },
  operation: "stream" | "send",
): Promise<void> {
  const message = { text: "stream", messageId: "m-1", contextId: null, taskId: null };
  const options = { push: { url, token: TOKEN }, returnImmediately: true };
  const call = { operation, message, options };
  const target = { url: agent.rpcUrl, version: agent.version, binding: "jsonrpc" } as const;
  const data = { ...encodeCall(call, { ...target, id: "1", freshId: "t-1" }), recording };
  const started: ExchangeStarted = await (await request.post("/api/exchanges", { data })).json();
  expect(started.recording).toBe(recording);
}

for (const version of ["0.3", "1.0"] as const) {
  const details = version === "1.0" ? {} : LONG;
  test(
    `${version}: pushes during a stream duplicate nothing`,
    details,
    async ({ loupe, request, startAgent }) => {
      const { rpcUrl } = await startAgent(version);
      const inbox = await openInbox(request, { token: TOKEN, name: "pushes" });
      await loupe.open(`/?run=${inbox.recording}`);
      await ask(request, inbox, { version, rpcUrl }, "stream");
      await loupe.timeline.expectVerdict("Completed");
      await expect(loupe.rail.exchange("Push notification").first()).toBeVisible();
      const pushed = loupe.timeline.row("HTTP", "Notification received");
      await expect(loupe.timeline.row("HTTP", "completed").first()).toBeVisible();
      await pushed.first().click();
      await expect(loupe.inspector.panel).toContainText("Notification received");
      await loupe.timeline.row("Artifact", "answer").click();
      await expect(loupe.inspector.rendered).toContainText("Grüße, Welt 🌍 – 日本 👩‍👩‍👧!");
      await expect(loupe.timeline.row("Artifact")).toHaveCount(1);
      await expect(loupe.timeline.row("State", "completed")).toHaveCount(1);
    },
  );

  test(
    `${version}: after an immediate response, pushes bring the updates`,
    details,
    async ({ loupe, request, startAgent }) => {
      const { rpcUrl } = await startAgent(version);
      const inbox = await openInbox(request, { token: TOKEN });
      await loupe.open(`/?run=${inbox.recording}`);
      await ask(request, inbox, { version, rpcUrl }, "send");
      await loupe.timeline.expectVerdict("Completed");
      await loupe.timeline.row("Artifact", "answer").click();
      await expect(loupe.inspector.rendered).toContainText("Grüße, Welt 🌍 – 日本 👩‍👩‍👧!");
    },
  );
}

test("a wrong token is reported, and its push is not applied", async ({ loupe, request }) => {
  const inbox = await openInbox(request, { token: TOKEN });
  const agent = await anybody.newContext();
  const headers = { "x-a2a-notification-token": "guessed" };
  const data = { statusUpdate: { taskId: "t", status: { state: "TASK_STATE_COMPLETED" } } };
  expect((await agent.post(inbox.url, { data, headers })).status()).toBe(401);
  expect((await agent.post(`${inbox.url}x`, { data })).status()).toBe(404);
  await agent.dispose();
  await loupe.open(`/?run=${inbox.recording}`);
  await expect(loupe.timeline.row("HTTP", "Notification rejected")).toContainText(
    "does not match the expected token",
  );
  await expect(loupe.timeline.row("State")).toHaveCount(0);

  const log = await (await request.get(`/api/recordings/${inbox.recording}`)).text();
  const [, open]: OpenRecord[] = log
    .split("\n")
    .slice(0, 2)
    .map((line) => JSON.parse(line));
  const names = open?.headers.map(([name]) => name) ?? [];
  expect(names).toContain("x-a2a-notification-token");
  expect(names.filter((name) => /policy|forwarded|options/.test(name))).toEqual([]);
});

test("a page of another site cannot post there, and an agent's validation request is echoed harmlessly", async ({
  request,
}) => {
  const { url } = await openInbox(request);
  const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  expect((await request.post(url, { data: {}, headers })).status()).toBe(403);
  const validation = await request.get(`${url}?validationToken=%3Cb%3Eyes`);
  expect([validation.status(), await validation.text()]).toEqual([200, "<b>yes"]);
  expect(validation.headers()).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("sandbox"),
  });
  expect((await request.get(url)).status()).toBe(405);
  expect((await request.put(url, { data: {} })).status()).toBe(405);
});
