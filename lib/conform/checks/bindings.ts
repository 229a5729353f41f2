/** Checks that the interfaces of one agent agree with each other. */

import { isSameJson } from "../../json/json-stringify.ts";
import { BINDING_NAMES } from "../../protocol/card/card.ts";
import { defineAgentCheck, defineCheck, requireAccess, requireResponse } from "../check.ts";
import { broken, kept, notApplicable, notMeasured } from "../judgement.ts";
import { getTurn, UNKNOWN_TASK } from "../probes.ts";
import type { AgentUnderTest, InterfaceUnderTest } from "../subject.ts";

/** The interfaces that speak the version of the first. */
function getAlike({
  interfaces: [first, ...others],
}: AgentUnderTest): readonly InterfaceUnderTest[] {
  if (!first) return [];
  const alike = others.filter(({ endpoint }) => endpoint.version === first.endpoint.version);
  return [first, ...alike];
}

const nameOf = ({ endpoint }: InterfaceUnderTest) => BINDING_NAMES[endpoint.binding];

const sameErrors = defineAgentCheck({
  id: "BINDINGS-SAME-ERRORS",
  group: "Bindings",
  title: "All interfaces know the same errors",
  effect: "none",
  async run(agent) {
    const [first, ...others] = getAlike(agent);
    if (!first || others.length === 0) return notApplicable("The card lists one interface.");
    const ask = (subject: InterfaceUnderTest) =>
      subject.record("the same error", (calls) =>
        calls.call({ operation: "get", taskId: UNKNOWN_TASK }),
      );
    const expected = await ask(first);
    requireAccess(expected);
    if (!expected.isError)
      return notMeasured(`${nameOf(first)} answered with ${expected.describe()}.`, expected);
    for (const other of others) {
      const response = await ask(other);
      requireAccess(response);
      const isSame = expected.hasError("TaskNotFound") === response.hasError("TaskNotFound");
      if (!isSame || !response.isError) {
        return broken(
          `${nameOf(first)} answers an unknown task with ${expected.describe()}, ${nameOf(other)} with ${response.describe()}.`,
          response,
        );
      }
    }
    return kept(
      `${[first, ...others].map(nameOf).join(" and ")} answer an unknown task alike.`,
      expected,
    );
  },
});

const sameTask = defineAgentCheck({
  id: "BINDINGS-SAME-TASK",
  group: "Bindings",
  title: "A task is the same through all interfaces",
  effect: "messages",
  async run(agent) {
    const [first, ...others] = getAlike(agent);
    if (!first || others.length === 0) return notApplicable("The card lists one interface.");
    const { response: turn, stored } = await getTurn(first);
    const { taskId } = turn;
    if (taskId === null || !stored?.task) return notMeasured("The agent made no task.", turn);
    for (const other of others) {
      const response = await other.record("a task of another interface", (calls) =>
        calls.call({ operation: "get", taskId }),
      );
      requireAccess(response);
      if (!response.task) {
        return broken(
          `${nameOf(other)} answered with ${response.describe()} for a task of ${nameOf(first)}.`,
          response,
        );
      }
      const [mine, theirs] = [toComparable(stored.task), toComparable(response.task)];
      for (const member of ["id", "contextId", "state", "artifacts"] as const) {
        if (!isSameJson(mine[member], theirs[member])) {
          return broken(
            `${nameOf(other)} has another ${member} for the task than ${nameOf(first)}.`,
            response,
          );
        }
      }
    }
    return kept(`${[first, ...others].map(nameOf).join(" and ")} have the same task.`, stored);
  },
});

type StoredTask = NonNullable<Awaited<ReturnType<typeof getTurn>>["response"]["task"]>;

const toComparable = ({ id, contextId, status, artifacts }: StoredTask) => ({
  id,
  contextId,
  state: status.state,
  artifacts: artifacts.map(({ artifactId, parts }) => ({
    artifactId,
    texts: parts.map((part) => (part.kind === "text" ? part.text : part.kind)),
  })),
});

const mediaType = defineCheck({
  id: "REST-MEDIA-TYPE",
  group: "Bindings",
  title: "HTTP+JSON is sent as JSON",
  effect: "none",
  async run(subject) {
    if (subject.endpoint.binding !== "rest") return notApplicable("It is a rule of HTTP+JSON.");
    return subject.record("the media type of HTTP+JSON", async (calls) => {
      const response = await calls.call({ operation: "list", filter: { pageSize: 1 } });
      requireAccess(response);
      requireResponse(response);
      if (response.isError) {
        return notMeasured(`The list of tasks was answered with ${response.describe()}.`, response);
      }
      const type = response.getHeader("content-type") ?? "no media type";
      // The examples of 1.0.0 have the one, its text has the other.
      return /^application\/(?:a2a\+)?json\b/i.test(type)
        ? kept(`It is ${type}.`, response)
        : broken(`It is ${type}.`, response);
    });
  },
});

export const BINDING_CHECKS = [sameErrors, sameTask, mediaType];
