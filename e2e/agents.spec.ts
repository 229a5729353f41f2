// Tests Loupe against real agents of every protocol version.
import type { AgentVersion } from "./agents/agent.ts";
import { SCRIPT_TOKENS } from "./agents/script.ts";
import type { Loupe } from "./panels/loupe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";

const GENERATIONS: readonly AgentVersion[] = ["0.1", "0.2", "0.3", "1.0"];
const STREAM = {
  "0.1": "tasks/sendSubscribe",
  "0.2": "message/stream",
  "0.3": "message/stream",
  "1.0": "SendStreamingMessage",
};
const SEND = {
  "0.1": "tasks/send",
  "0.2": "message/send",
  "0.3": "message/send",
  "1.0": "SendMessage",
};

/** The IDs in the request that carried a message, as sent to the agent. */
async function idsSentWith(loupe: Loupe, text: string) {
  await loupe.timeline.row("Message", text).click();
  await loupe.inspector.show("Decoded");
  const value = (name: string) =>
    loupe.inspector.decoded.getByRole("treeitem").filter({ hasText: `${name}:` });
  return { task: value("taskId"), context: value("contextId") };
}

type Behavior = (loupe: Loupe, generation: AgentVersion) => Promise<void>;

async function streamArtifact(loupe: Loupe, generation: AgentVersion): Promise<void> {
  const { composer, timeline, inspector } = loupe;
  await expect(inspector.panel).toContainText(`Scripted ${generation}`);
  await composer.openOptions();
  await expect(composer.version).toHaveValue(generation);
  await composer.sendMessage("stream it");
  await timeline.expectVerdict("Completed");
  await expect(timeline.row("State")).toHaveText([/submitted/, /working/, /completed/]);
  const answer = timeline.row("Artifact");
  await expect(answer).toHaveCount(1);
  await expect(timeline.frameCell(answer)).toHaveText(String(SCRIPT_TOKENS.length));
  await answer.click();
  await expect(inspector.rendered).toHaveText(SCRIPT_TOKENS.join(""), { useInnerText: true });
  await expect(inspector.fact("Frames")).toHaveText(String(SCRIPT_TOKENS.length));
  await inspector.show("Decoded");
  await expect(inspector.position).toContainText(
    `frame ${SCRIPT_TOKENS.length} of ${SCRIPT_TOKENS.length}`,
  );
  await inspector.previousFrame.click();
  await expect(inspector.decoded).toContainText(" 👩‍👩‍👧");
  await inspector.show("Wire");
  await expect(inspector.wire).toContainText(" 👩‍👩‍👧");
  await expect(loupe.rail.exchange(STREAM[generation])).toContainText("stream it");
}

async function sendPlainly(loupe: Loupe, generation: AgentVersion): Promise<void> {
  const { composer, timeline, inspector } = loupe;
  await composer.sendPlainly();
  await composer.sendMessage("plain as can be");
  await timeline.expectVerdict("Completed");
  await expect(loupe.rail.exchange(SEND[generation])).toContainText("plain as can be");
  await timeline.row("Artifact").click();
  await expect(inspector.rendered).toHaveText("All in one piece.");
  await expect(timeline.row("Message", "Done.")).toHaveCount(1);
  // The method is kept, also for the next run.
  await composer.message.focus();
  await composer.method.selectOption("stream");
}

async function cancelStream(loupe: Loupe): Promise<void> {
  const { composer, timeline } = loupe;
  await composer.sendMessage("slow");
  const slow = timeline.row("Artifact", "slow");
  await timeline.expectFrames(slow, 3);
  await composer.cancelTask.click();
  await timeline.expectVerdict("Canceled");
  await expect(timeline.row("State", "canceled")).toHaveCount(1);
  await expect(composer.stopWatching).toBeHidden();
  await expect(loupe.rail.running).toHaveCount(0);
}

async function failStream(loupe: Loupe): Promise<void> {
  const { composer, timeline, inspector } = loupe;
  await composer.sendMessage("fail");
  await timeline.expectVerdict("Failed");
  await expect(timeline.row("Message", "The tool broke: E42")).toHaveCount(1);
  await timeline.row("Artifact", "partial").click();
  await expect(inspector.rendered).toHaveText("one two");
  await expect(inspector.fact("Text")).toHaveText("8 chars");
}

async function continueTask(loupe: Loupe): Promise<void> {
  const { composer, timeline, inspector } = loupe;
  await composer.sendMessage("input");
  await timeline.expectVerdict("Input required");
  await expect(timeline.row("Message", "Which colour?")).toHaveCount(1);
  await expect(composer.chosenTarget).toHaveText(/^Continue task/);
  await composer.sendMessage("dark blue");
  await timeline.expectVerdict("Completed");
  await expect(timeline.row("State", "completed")).toHaveCount(1);
  await timeline.row("Artifact").click();
  await expect(inspector.rendered).toHaveText("You chose dark blue");

  await timeline.row("State", "completed").click();
  const task = await inspector.fact("task").textContent();
  const sent = await idsSentWith(loupe, "dark blue");
  await expect(sent.task).toContainText(task ?? "no task");
  await expect(sent.context).toHaveText(/contextId:\s*"[\w-]{8,}"/);
  const first = await idsSentWith(loupe, "input");
  await expect(first.task).toHaveCount(0);
}

async function replyWithMessage(loupe: Loupe): Promise<void> {
  const { composer, timeline, inspector } = loupe;
  await composer.sendMessage("message");
  await timeline.expectVerdict("Answered with a message");
  await expect(timeline.row("State")).toHaveCount(0);
  await timeline.row("Message", "A direct reply").click();
  await expect(inspector.rendered).toHaveText("A direct reply, and no task. ✓");
}

const STREAMS: readonly (readonly [asserted: string, behave: Behavior])[] = [
  ["streams an artifact into one row, exact to the last code point", streamArtifact],
  ["answers a plain send", sendPlainly],
  ["is canceled mid-stream", cancelStream],
  ["fails mid-stream, and keeps what was sent before", failStream],
];

// In 0.1 the client creates the IDs, and every response is a task.
const REPLIES: typeof STREAMS = [
  ["asks, and continues the same task after the reply", continueTask],
  ["replies with a message and no task", replyWithMessage],
];

// The notes of older versions stand above the decoded event, of which only what is in view is drawn.
test.use({ viewport: { width: 1280, height: 900 } });

for (const generation of GENERATIONS) {
  const details = generation === "1.0" ? {} : LONG;
  test(`an agent of A2A ${generation} is followed`, details, async ({ loupe, startAgent }) => {
    const agent = await startAgent(generation);
    await loupe.open();
    for (const [asserted, behave] of generation === "0.1" ? STREAMS : [...STREAMS, ...REPLIES]) {
      await test.step(asserted, async () => {
        await loupe.connectAnew(agent.url);
        await behave(loupe, generation);
      });
    }
  });
}
