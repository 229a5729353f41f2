/** Checks of what a client must have to call the agent: credentials, and extensions that it requires. */

import { defineCheck, requireResponse } from "../check.ts";
import { expectError } from "../expect-error.ts";
import { broken, kept, notApplicable, notMeasured } from "../judgement.ts";
import { createMessage, getPrompt, UNKNOWN_TASK } from "../probes.ts";

const anonymous = defineCheck({
  id: "ACCESS-ANONYMOUS",
  group: "Access",
  title: "A call without credentials is refused",
  effect: "none",
  async run(subject) {
    const { card } = subject.agent;
    if (!card || card.security.requirements.length === 0) {
      return notApplicable("The card requires no credentials.");
    }
    // An alternative without schemes is anonymous.
    if (card.security.requirements.some((schemes) => schemes.length === 0)) {
      return notApplicable("The card allows calls without credentials.");
    }
    return subject.record("a call without credentials", async (calls) => {
      const request = calls.encode({ operation: "get", taskId: UNKNOWN_TASK });
      // Nothing else is wrong with the call if it gets this far with credentials.
      const identified = subject.isIdentified ? await calls.send(request) : null;
      if (identified && !identified.hasError("TaskNotFound")) {
        const answer = identified.describe();
        return notMeasured(`With the credentials, the agent answered ${answer}.`, identified);
      }
      const response = await calls.send(request, { isBare: true });
      requireResponse(response);
      const answer = `Answered with ${response.describe()}.`;
      if (response.isUnauthorized) return kept(answer, response);
      if (response.hasError("TaskNotFound") || !response.isError) return broken(answer, response);
      return identified
        ? kept(answer, response)
        : notMeasured(`${answer} Measurable with credentials, by --header.`, response);
    });
  },
});

const EXTENSION_HEADERS = ["a2a-extensions", "x-a2a-extensions"];

const extension = defineCheck({
  id: "EXTENSION-MISSING",
  group: "Access",
  title: "A message without a required extension is ExtensionSupportRequired",
  effect: "messages",
  async run(subject) {
    const { card } = subject.agent;
    if (!card?.extensions.some(({ required }) => required)) {
      return notApplicable("The card requires no extension.");
    }
    return subject.record("a message without a required extension", async (calls) => {
      const message = createMessage(calls, getPrompt(subject));
      const request = calls.encode({ operation: "send", message });
      const headers = request.headers.filter(
        ([name]) => !EXTENSION_HEADERS.includes(name.toLowerCase()),
      );
      const response = await calls.send(
        { ...request, headers },
        { testedHeaders: EXTENSION_HEADERS },
      );
      if (response.taskId !== null) calls.noteTask(response.taskId);
      return expectError(response, ["ExtensionSupportRequired"]);
    });
  },
});

export const ACCESS_CHECKS = [anonymous, extension];
