// Serves a recorded run in place of its agent, to Loupe itself and to other clients.
import { SCRIPT_TOKENS } from "./agents/script.ts";
import { Loupe } from "./panels/loupe.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { readFixtureFile } from "./support/logs.ts";
import { recordPageErrors } from "./support/page-errors.ts";

test("a log from a file is served, another tab calls it, and both show what happened", async ({
  loupe,
  page,
}) => {
  const { errors } = recordPageErrors(page);
  await loupe.open();
  await loupe.chooseContent("stream.jsonl", readFixtureFile("recorded/1.0/stream.jsonl"));
  await loupe.timeline.expectVerdict("Completed");
  await loupe.replay.openFromBar();
  await loupe.replay.chooseSpeed("Instant");
  await loupe.replay.start();
  const address = await loupe.replay.getUrl();
  await expect(loupe.replay.count).toHaveText("No requests yet");

  const other = new Loupe(await page.context().newPage());
  await other.connectTo(address);
  await other.composer.sendMessage("stream");
  await other.timeline.expectVerdict("Completed");
  await expect(other.timeline.row("Artifact")).toContainText(SCRIPT_TOKENS.join("").slice(0, 12));

  const requests = loupe.replay.requests.filter({ hasText: "SendStreamingMessage" });
  await expect(requests).toContainText("“stream”");
  await expect(requests).toContainText("Exchange 2: the same text");
  await expectAccessible(page, "serving", "dialog[open]");

  await loupe.replay.stop();
  expect(errors).toEqual([]);
  expect((await page.request.get(`${address}/.well-known/agent-card.json`)).status()).toBe(404);
});

test("a recording is served with faults, found again, and rejects what it does not contain", async ({
  loupe,
  page,
}) => {
  await loupe.connectToDemo();
  await loupe.composer.sendMessage("ask me");
  await loupe.timeline.expectVerdict("Input required");
  await loupe.palette.choose("serve as an agent");
  await loupe.replay.setFault("Cut after event", "soon");
  await loupe.replay.start();
  await expect(loupe.replay.problem).toContainText("cut-after needs a number of events");
  await loupe.replay.setFault("Cut after event", "1");
  await loupe.replay.start();
  const address = await loupe.replay.getUrl();
  await expect(loupe.replay.running).toContainText("cut-after=1");

  const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "ask me" }] };
  const call = (method: string, params: object) => ({
    headers: { "a2a-version": "1.0" },
    data: { jsonrpc: "2.0", id: 5, method, params },
  });
  await expect(
    page.request.post(address, call("SendStreamingMessage", { message })),
  ).rejects.toThrow();
  const refused = await page.request.post(address, call("ListTasks", {}));
  expect(await refused.json()).toMatchObject({ id: 5, error: { code: -32004 } });

  await loupe.replay.close();
  await loupe.palette.choose("serve as an agent");
  expect(await loupe.replay.getUrl()).toBe(address);
  await expect(loupe.replay.count).toHaveText("2 requests");
  await expect(loupe.replay.requests.first()).toContainText("It has no ListTasks.");
  await loupe.replay.stop();
});
