/** Checks of push notifications: their configurations, and that they are delivered. */

import { getUndefinedReason } from "../../protocol/encode/operations.ts";
import { isObject } from "../../protocol/json.ts";
import { defineCheck, requireAccess, requireResponse } from "../check.ts";
import { expectAnyError, expectError } from "../expect-error.ts";
import { broken, kept, notApplicable, notMeasured } from "../judgement.ts";
import { createMessage, getPrompt, getTurn, UNKNOWN_TASK } from "../probes.ts";
import type { InterfaceUnderTest } from "../subject.ts";

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
      return expectError(response, [
        "PushNotificationNotSupported",
        "UnsupportedOperation",
        "MethodNotFound",
      ]);
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
    const { version, binding } = subject.endpoint;
    const { response: turn } = await getTurn(subject);
    const { taskId } = turn;
    if (taskId === null) return notMeasured("The agent made no task.", turn);
    return subject.record("a push configuration", async (calls) => {
      const inbox = await calls.openInbox({ token: "loupe-conform-token" });
      const configId = calls.createId();
      const given = { id: configId, url: inbox.url };
      const set = await calls.call({ operation: "push-set", taskId, config: given });
      requireAccess(set);
      requireResponse(set);
      if (set.hasError("InvalidParams")) {
        return notMeasured(`The agent refused the URL of Loupe's inbox: ${set.describe()}.`, set);
      }
      if (set.isError) return broken(`Setting it was answered with ${set.describe()}.`, set);
      const id = set.find("configs")?.event.configs[0]?.id ?? configId;
      const got = await calls.call({ operation: "push-get", taskId, configId: id });
      if (got.isError) return broken(`Getting it was answered with ${got.describe()}.`, got);
      const url = got.find("configs")?.event.configs[0]?.url;
      if (url !== undefined && getPlace(url) !== getPlace(inbox.url)) {
        return broken(`It was set with ${inbox.url} and got with ${url}.`, got);
      }
      if (getUndefinedReason("push-list", version, binding) !== null)
        return kept("It was set and got.", got);
      const listed = await calls.call({ operation: "push-list", taskId });
      const ids = listed.find("configs")?.event.configs.map((one) => one.id) ?? [];
      if (listed.isError || !ids.includes(id)) {
        return broken(`The list of configurations lacks it: ${listed.describe()}.`, listed);
      }
      const deleted = await calls.call({ operation: "push-delete", taskId, configId: id });
      if (deleted.isError)
        return broken(`Deleting it was answered with ${deleted.describe()}.`, deleted);
      const gone = await calls.call({ operation: "push-get", taskId, configId: id });
      return expectAnyError(gone, "Getting the deleted configuration");
    });
  },
});

/** An inbox without its key, which is masked where it is recorded. */
const getPlace = (url: string) => url.slice(0, url.lastIndexOf("/"));

const delivery = defineCheck({
  id: "PUSH-DELIVERY",
  group: "Push notifications",
  title: "Notifications are delivered with their token",
  effect: "pushes",
  async run(subject) {
    if (hasPush(subject) !== true) return notApplicable("The card declares no push notifications.");
    return subject.record("pushed notifications", async (calls) => {
      const token = calls.createId();
      const inbox = await calls.openInbox({ token });
      const message = createMessage(calls, getPrompt(subject));
      const push = { url: inbox.url, token };
      const response = await calls.call({ operation: "send", message, options: { push } });
      requireAccess(response);
      requireResponse(response);
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
