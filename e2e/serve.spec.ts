// A run that was recorded stands in for its agent, for Loupe itself and for any other client.
import { TOKENS } from "./agents/script.ts";
import { Loupe } from "./panels/loupe.ts";
import { isForEverybody } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { fixture } from "./support/logs.ts";
import { watch } from "./support/witness.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a log from a file is served; another tab talks to it; both see what happened", async ({
  loupe,
  page,
}) => {
  const { errors } = watch(page);
  await loupe.open();
  await loupe.choose("stream.jsonl", fixture("recorded/1.0/stream.jsonl"));
  await loupe.timeline.endsAs("Completed");
  await loupe.serving.openFromMenu();
  await loupe.serving.speed("At once");
  await loupe.serving.serve();
  const address = await loupe.serving.address();
  await expect(loupe.serving.count).toHaveText("Nobody has asked yet");

  const other = new Loupe(await page.context().newPage());
  await other.meet(address);
  await other.composer.say("stream");
  await other.timeline.endsAs("Completed");
  await expect(other.timeline.row("Artifact")).toContainText(TOKENS.join("").slice(0, 12));

  const asked = loupe.serving.requests.filter({ hasText: "SendStreamingMessage" });
  await expect(asked).toContainText("“stream”");
  await expect(asked).toContainText("Exchange 2: the same text");
  await isForEverybody(page, "serving", "dialog[open]");

  await loupe.serving.stop();
  expect(errors).toEqual([]);
  expect((await page.request.get(`${address}/.well-known/agent-card.json`)).status()).toBe(404);
});

test("a recording is served with faults, found again, and refuses what it does not hold", async ({
  loupe,
  page,
}) => {
  await loupe.meetDemo();
  await loupe.composer.say("ask me");
  await loupe.timeline.endsAs("Input required");
  await loupe.palette.choose("serve as an agent");
  await loupe.serving.fault("Cut after event", "soon");
  await loupe.serving.serve();
  await expect(loupe.serving.problem).toContainText("cut-after needs a number of events");
  await loupe.serving.fault("Cut after event", "1");
  await loupe.serving.serve();
  const address = await loupe.serving.address();
  await expect(loupe.serving.served).toContainText("cut-after=1");

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

  await loupe.serving.close();
  await loupe.palette.choose("serve as an agent");
  expect(await loupe.serving.address()).toBe(address);
  await expect(loupe.serving.count).toHaveText("2 requests");
  await expect(loupe.serving.requests.first()).toContainText("It holds no ListTasks.");
  await loupe.serving.stop();
});
