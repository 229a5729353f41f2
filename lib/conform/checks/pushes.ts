/** Checks of push notifications: their configurations, and that they are delivered. */

import { getUndefinedReason } from "../../protocol/encode/operations.ts";
import { isObject } from "../../protocol/json.ts";
import { defineCheck, requireAccess, requireResponse } from "../check.ts";
import { expectAnyError, expectError } from "../expect-error.ts";
import {
  broken,
  brokenBut,
  type Judgement,
  kept,
  notApplicable,
  notMeasured,
} from "../judgement.ts";
import {
  canStream,
  createMessage,
  getPrompt,
  getTurn,
  LONGER,
  PLAIN,
  startLongTask,
  UNKNOWN_TASK,
} from "../probes.ts";
import type { Response } from "../response.ts";
import { type Calls, type InterfaceUnderTest, isBefore1 } from "../subject.ts";

/** `null` if the card does not say. */
function hasPush({ agent: { card } }: InterfaceUnderTest): boolean | null {
  const raw = card?.raw;
  const capabilities = isObject(raw) && isObject(raw.capabilities) ? raw.capabilities : {};
  return typeof capabilities.pushNotifications === "boolean"
    ? capabilities.pushNotifications
    : null;
}

const none = defineCheck({
  id: "PUSH-NONE",
  group: "Push notifications",
  title: "Without the capability, a configuration is PushNotificationNotSupported",
  effect: "none",
  async run(subject) {
    if (hasPush(subject) === true || !subject.agent.card) {
      return notApplicable("The card declares push notifications, or there is no card.");
    }
    return subject.record("a push configuration for an agent without pushes", async (calls) => {
      const config = { url: "http://127.0.0.1:9/loupe" };
      const response = await calls.call({ operation: "push-set", taskId: UNKNOWN_TASK, config });
      // Before 1.0 the operation is optional.
      const others = isBefore1(subject) ? ["UnsupportedOperation", "MethodNotFound"] : [];
      return expectError(response, ["PushNotificationNotSupported", ...others]);
    });
  },
});

const config = defineCheck({
  id: "PUSH-CONFIG",
  group: "Push notifications",
  title: "A configuration can be set, got, listed and deleted",
  effect: "pushes",
  async run(subject) {
    if (hasPush(subject) !== true) return notApplicable("The card declares no push notifications.");
    if (subject.getPrompt("long") !== null && canStream(subject)) {
      return subject.record("a push configuration of a running task", async (calls) => {
        const { taskId, turn, isRunning } = await startLongTask(calls, subject);
        const judgement = await judgeConfig(calls, subject, { taskId, isRunning });
        await turn.end();
        return judgement;
      });
    }
    const { response: turn, stored } = await getTurn(subject);
    const { taskId } = turn;
    if (taskId === null) return notMeasured("The agent made no task.", turn);
    const isRunning = () => !(stored ?? turn).hasFinished;
    return subject.record("a push configuration", (calls) =>
      judgeConfig(calls, subject, { taskId, isRunning }),
    );
  },
});

interface ConfiguredTask {
  readonly taskId: string;
  isRunning(): boolean;
}

async function judgeConfig(
  calls: Calls,
  subject: InterfaceUnderTest,
  { taskId, isRunning }: ConfiguredTask,
): Promise<Judgement> {
  const { version, binding } = subject.endpoint;
  /** An agent may forget the configurations of a task that has finished. */
  const lost = (message: string, response: Response) =>
    isRunning() || REFUSALS.some((name) => response.hasError(name))
      ? broken(message, response)
      : notMeasured(`${message} The task had finished: ${LONGER}`, response);
  const inbox = await calls.openInbox({ token: "loupe-conform-token" });
  const configId = calls.createId();
  const given = { id: configId, url: inbox.url };
  const set = await calls.call({ operation: "push-set", taskId, config: given });
  requireAccess(set);
  requireResponse(set);
  if (set.hasError("InvalidParams")) {
    return notMeasured(`The agent refused the URL of Loupe's inbox: ${set.describe()}.`, set);
  }
  if (set.isError) return lost(`Setting it was answered with ${set.describe()}.`, set);
  const id = set.find("configs")?.event.configs[0]?.id ?? configId;
  const got = await calls.call({ operation: "push-get", taskId, configId: id });
  if (got.isError) return lost(`Getting it was answered with ${got.describe()}.`, got);
  const url = got.find("configs")?.event.configs[0]?.url;
  if (url !== undefined && getPlace(url) !== getPlace(inbox.url)) {
    return broken(`It was set with ${inbox.url} and got with ${url}.`, got);
  }
  if (getUndefinedReason("push-list", version, binding) !== null)
    return kept("It was set and got.", got);
  const listed = await calls.call({ operation: "push-list", taskId });
  const ids = listed.find("configs")?.event.configs.map((one) => one.id) ?? [];
  if (listed.isError || !ids.includes(id)) {
    return lost(`The list of configurations lacks it: ${listed.describe()}.`, listed);
  }
  const deleted = await calls.call({ operation: "push-delete", taskId, configId: id });
  if (deleted.isError) return lost(`Deleting it was answered with ${deleted.describe()}.`, deleted);
  const gone = await calls.call({ operation: "push-get", taskId, configId: id });
  if (!gone.isError) return expectAnyError(gone, "Getting the deleted configuration");
  const again = await calls.call({ operation: "push-delete", taskId, configId: id });
  if (!again.isError) return kept("It was set, got, listed and deleted.", gone);
  const message = `Deleting it again was answered with ${again.describe()}.`;
  return brokenBut(KEPT_BEFORE_DELETED_AGAIN, message, again);
}

/** What an agent answers that has the operation for no task at all. */
const REFUSALS = ["MethodNotFound", "PushNotificationNotSupported"];

const KEPT_BEFORE_DELETED_AGAIN = [
  "PUSH-CREATE",
  "PUSH-PERSISTS",
  "PUSH-GET",
  "PUSH-GET-UNKNOWN",
  "PUSH-LIST",
  "PUSH-DELETE",
];

/** An inbox without its key, which is masked where it is recorded. */
const getPlace = (url: string) => url.slice(0, url.lastIndexOf("/"));

const delivery = defineCheck({
  id: "PUSH-DELIVERY",
  group: "Push notifications",
  title: "Notifications are delivered with their token",
  effect: "pushes",
  async run(subject) {
    if (hasPush(subject) !== true) return notApplicable("The card declares no push notifications.");
    const { response: plain } = await subject.use(PLAIN);
    requireAccess(plain);
    if (plain.isError) {
      return notMeasured(`The same without pushes was answered with ${plain.describe()}.`, plain);
    }
    return subject.record("pushed notifications", async (calls) => {
      const token = calls.createId();
      const inbox = await calls.openInbox({ token });
      const message = createMessage(calls, getPrompt(subject));
      const push = { url: inbox.url, token };
      const response = await calls.call({ operation: "send", message, options: { push } });
      requireAccess(response);
      requireResponse(response);
      if (response.hasError("InvalidParams")) {
        return notMeasured(
          `The agent refused the URL of Loupe's inbox: ${response.describe()}.`,
          response,
        );
      }
      if (response.isError)
        return broken(`The message was answered with ${response.describe()}.`, response);
      const { taskId } = response;
      if (taskId === null) return notMeasured("The agent made no task.", response);
      calls.noteTask(taskId);
      const [first] = await inbox.waitForNotifications();
      if (!first) {
        return notMeasured(
          "No notification arrived: the agent may not reach this machine, or push only what happens later.",
          response,
        );
      }
      const { rejectionReason } = first.exchange;
      if (rejectionReason !== null)
        return broken(`A notification arrived: ${rejectionReason}`, first);
      return kept("A notification arrived with its token.", first);
    });
  },
});

export const PUSH_CHECKS = [none, config, delivery];
