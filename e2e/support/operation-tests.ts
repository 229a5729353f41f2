// The operations by hand, against a server of an official SDK over one of its bindings. The gate tests
// one such way, and `operations.long.spec.ts` the others.
import type { Agent, AgentVersion } from "../agents/agent.ts";
import type { AgentProxyOptions } from "../agents/agent-proxy.ts";
import type { Loupe } from "../panels/loupe.ts";
import { expect, test } from "./fixtures.ts";

export interface OperationBinding {
  readonly generation: AgentVersion;
  readonly binding: NonNullable<AgentProxyOptions["binding"]>;
  /** The name of the operation that gets a task. */
  readonly get: string;
  readonly lists: boolean;
  readonly listsConfigs: boolean;
}

type DoorTo = (agent: Agent, options?: AgentProxyOptions) => Promise<{ url: string }>;

/** The address of an agent whose card prefers this binding. */
async function addressOf({ generation, binding }: OperationBinding, agent: Agent, doorTo: DoorTo) {
  return generation === "0.2" ? agent.url : (await doorTo(agent, { binding })).url;
}

type Operate = (loupe: Loupe, way: OperationBinding) => Promise<void>;

const taskId = (loupe: Loupe) => loupe.operations.field("Task").inputValue();

async function cancelTask(loupe: Loupe, way: OperationBinding): Promise<void> {
  const { composer, timeline, operations, rail } = loupe;
  await composer.sendMessage("slow");
  await timeline.expectFrames(timeline.row("Artifact", "slow"), 3);
  await operations.open();
  await operations.callOperation("Cancel a task");
  await expect(operations.status).toContainText("canceled");
  const id = await taskId(loupe);
  await operations.callOperation("Get a task", { "History length": "1" });
  await expect(operations.status).toContainText("The agent reported the task as canceled");
  await operations.close();
  await timeline.expectVerdict("Canceled");
  await expect(rail.exchange(way.get)).toBeVisible();
  await expect(rail.tasks).toHaveCount(1);
  await expect(rail.tasks).toContainText(id);
}

async function subscribeToTask(loupe: Loupe): Promise<void> {
  const { composer, timeline, operations, rail } = loupe;
  await composer.sendMessage("slow");
  const slow = timeline.row("Artifact", "slow");
  await timeline.expectFrames(slow, 2);
  await operations.chooseTaskAction("Subscribe");
  await expect(rail.running).toHaveCount(2);
  const before = await timeline.readCount(slow);
  await timeline.expectFrames(slow, before + 4);
  await composer.cancelTask.click();
  await timeline.expectVerdict("Canceled");
  await expect(rail.running).toHaveCount(0);
  await slow.click();
  const { rendered } = loupe.inspector;
  // Each token once, although two streams delivered most of them.
  await expect(rendered).not.toContainText(/(token \d+) \1\b/);
  await expect(timeline.row("State", "canceled")).toHaveCount(1);
}

async function offerRunningTask(loupe: Loupe): Promise<void> {
  const { composer, timeline, operations, rail } = loupe;
  await composer.sendMessage("plain");
  await timeline.expectVerdict("Completed");
  await operations.open();
  const first = await taskId(loupe);
  expect(first).not.toBe("");
  await operations.close();
  await composer.sendMessage("slow");
  await expect(rail.running).toHaveCount(1);
  await timeline.expectFrames(timeline.row("Artifact", "slow"), 1);
  await operations.open();
  await expect(operations.field("Task")).not.toHaveValue(first);
  await operations.callOperation("Cancel a task");
  await expect(operations.status).toContainText("canceled");
  await operations.close();
}

async function configurePushes(loupe: Loupe, way: OperationBinding): Promise<void> {
  const { composer, timeline, operations } = loupe;
  await composer.sendMessage("input");
  await timeline.expectVerdict("Input required");
  await operations.open();
  const url = "http://127.0.0.1:9/hook";
  await operations.callOperation("Create a push configuration", {
    "Webhook URL": url,
    Configuration: "here",
    Token: "a-token-nobody-may-read",
  });
  await expect(operations.configs).toContainText([url]);
  await operations.callOperation("Get a push configuration", { Configuration: "here" });
  await expect(operations.configs).toContainText([url]);
  if (way.listsConfigs) {
    await operations.callOperation("List push configurations");
    await expect(operations.configs).toHaveCount(1);
    await operations.configs.getByRole("button", { name: "Delete" }).click();
    await operations.callOperation("Delete a push configuration");
    await expect(operations.status).toContainText("The agent responded");
    await operations.callOperation("List push configurations");
    await expect(operations.configs).toHaveCount(0);
  }
  await operations.close();
  await expect(timeline.row("Other", "a-token-nobody-may-read")).toHaveCount(0);
}

async function listTasks(loupe: Loupe): Promise<void> {
  const { composer, timeline, operations, rail } = loupe;
  for (const [word, count] of [
    ["plain", 1],
    ["input", 2],
  ] as const) {
    await composer.message.focus();
    await composer.target.selectOption("new");
    await composer.sendMessage(word);
    await expect(rail.tasks).toHaveCount(count);
    await expect(rail.running).toHaveCount(0);
  }
  await operations.open();
  await operations.callOperation("List tasks", { "Page size": "1" });
  await expect(operations.tasks).toHaveCount(1);
  await expect(operations.tasks).toContainText("input-required");
  await operations.nextPage.click();
  await expect(operations.tasks).toContainText("completed");
  await operations.callOperation("List tasks", {
    "Page size": "",
    "Page token": "",
    State: "completed",
  });
  await expect(operations.tasks).toHaveCount(1);
  await operations.callOperation("List tasks", { State: "input-required" });
  await operations.tasks.getByRole("button", { name: /^Operations on task/ }).click();
  await loupe.page.getByRole("menuitem", { name: /^Continue/ }).click();
  await expect(operations.dialog).toBeHidden();
  await expect(composer.chosenTarget).toHaveText(/^Continue task/);
  await composer.sendMessage("green");
  await expect(rail.running).toHaveCount(0);
  await expect(rail.tasks).toHaveCount(2);
  // The filter leaves so few rows that all are drawn.
  await loupe.filter.query.fill("1 task");
  await expect(timeline.row("Other", "1 task")).toHaveCount(4);
}

async function listTasksAnyway(loupe: Loupe, way: OperationBinding): Promise<void> {
  const { operations } = loupe;
  await operations.open();
  await operations.choose("List tasks");
  if (way.binding === "JSONRPC") {
    await expect(operations.form).toContainText("0.3 lists tasks over HTTP+JSON only");
    await expect(operations.form.getByRole("button", { name: "Send" })).toBeDisabled();
    await operations.sendDespiteWarning();
  }
  await operations.send();
  await expect(operations.status).toContainText(/The (?:agent|server) responded with/);
  await operations.close();
}

async function receivePushes(loupe: Loupe): Promise<void> {
  const { composer, timeline, operations, rail } = loupe;
  await composer.sendMessage("input");
  await timeline.expectVerdict("Input required");
  await operations.open();
  await operations.choose("Create a push configuration");
  await operations.receive.click();
  await expect(operations.inboxes).toHaveCount(1);
  await expect(operations.field("Webhook URL")).toHaveValue(/^http:.*\/inbox\//);
  await expect(operations.field("Token")).toHaveValue(/^[0-9a-f-]{36}$/);
  await operations.send();
  await expect(operations.configs).toHaveCount(1);
  await operations.close();
  await composer.sendMessage("blue");
  await timeline.expectVerdict("Completed");
  const pushed = rail.exchange("Push notification");
  await expect(pushed.filter({ hasText: "completed" })).not.toHaveCount(0);
  // The timeline still follows, although the answered question made room for it.
  const received = timeline.row("HTTP", "Notification received");
  await expect(received.filter({ hasText: "completed" })).toBeInViewport();
  await expect(timeline.row("Artifact")).toHaveCount(1);
  await expect(timeline.row("State", "completed")).toHaveCount(1);
  await operations.chooseTaskAction("Compare");
  await expect(operations.summary).toHaveText("1 artifact: 1 complete");
  await expect(operations.pushes).toContainText(
    /\d+ of \d+ streamed events also came as notifications/,
  );
  await expect(operations.pushes.getByRole("row").filter({ hasText: "none" })).not.toHaveCount(0);
  await operations.closeComparison();
}

type Operation = readonly [asserted: string, operate: Operate];

const RUNNING: readonly Operation[] = [
  ["a task is looked up, and a canceled one stays canceled", cancelTask],
  ["a running task is subscribed to, and both streams are shown once", subscribeToTask],
  ["the running task is offered", offerRunningTask],
];

function getOtherOperations({ generation, lists }: OperationBinding): readonly Operation[] {
  return [
    ["a push configuration is created, looked up, listed and deleted", configurePushes],
    // The SDK 0.2.5 accepts configurations but pushes nothing.
    ...(generation === "0.2"
      ? []
      : [["pushes arrive here, and are compared with the stream", receivePushes] as const]),
    lists
      ? ["tasks are listed page by page", listTasks]
      : ["an undefined list operation is marked as such, and can be sent anyway", listTasksAnyway],
  ];
}

/** Registers the tests of every operation in this way. */
export function testOperations(way: OperationBinding): void {
  for (const [subject, operations] of [
    ["running tasks", RUNNING],
    ["pushes and lists", getOtherOperations(way)],
  ] as const) {
    test(`A2A ${way.generation} over ${way.binding}: ${subject}`, async ({
      loupe,
      startAgent,
      doorTo,
    }) => {
      await loupe.open();
      for (const [asserted, operate] of operations) {
        await test.step(asserted, async () => {
          // A new run with a new agent, which has no tasks of the steps before.
          const agent = await startAgent(way.generation);
          await loupe.connectAnew(await addressOf(way, agent, doorTo));
          await operate(loupe, way);
        });
      }
    });
  }
}
