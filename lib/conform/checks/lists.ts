/** Checks of lists of tasks: filter, pages, artifacts and history. */

import type { TaskFilter } from "../../protocol/call.ts";
import { getUndefinedReason } from "../../protocol/encode/operations.ts";
import { isArray, isObject } from "../../protocol/json.ts";
import { formatPlural } from "../../text/plural.ts";
import { defineCheck, requireAccess, requireResponse } from "../check.ts";
import { expectError } from "../expect-error.ts";
import {
  broken,
  brokenBut,
  type Judgement,
  kept,
  notApplicable,
  notMeasured,
  stopWith,
} from "../judgement.ts";
import { getTurn } from "../probes.ts";
import type { Response } from "../response.ts";
import { type InterfaceUnderTest, isBefore1 } from "../subject.ts";

/** Lists tasks and judges the page. */
async function judgeList(
  subject: InterfaceUnderTest,
  name: string,
  filter: TaskFilter,
  judge: (response: Response) => Judgement,
): Promise<Judgement> {
  requireList(subject);
  return subject.record(name, async (calls) =>
    judge(requirePage(await calls.call({ operation: "list", filter }))),
  );
}

/** Ends the check if the version has no lists over this binding. */
function requireList({ endpoint: { version, binding } }: InterfaceUnderTest): void {
  const reason = getUndefinedReason("list", version, binding);
  if (reason !== null) stopWith(notApplicable(reason));
}

/** Ends the check if the response is no page of tasks. */
function requirePage(response: Response): Response {
  requireAccess(response);
  requireResponse(response);
  // An empty page has no task that would show what it is.
  if (response.isError || readPage(response) === null) {
    const kept = ["LIST-TOKEN", "LIST-FIELDS", "LIST-SORTED", "LIST-PAGING", "LIST-ARTIFACTS"];
    stopWith(brokenBut(kept, `Answered with ${response.describe()}.`, response));
  }
  return response;
}

interface Page {
  readonly tasks: readonly unknown[];
  readonly members: Readonly<Record<string, unknown>>;
}

function readPage({ result }: Response): Page | null {
  if (isArray(result)) return { tasks: result, members: {} };
  if (!isObject(result)) return null;
  return { tasks: isArray(result.tasks) ? result.tasks : [], members: result };
}

/** A value that Loupe took for a secret of the URL cannot be compared. */
const isMasked = (value: string | null) => value?.includes("‹masked ") ?? false;

const getTasks = (response: Response) => response.find("tasks")?.event.tasks ?? [];

const list = defineCheck({
  id: "LIST",
  group: "Lists",
  title: "Tasks can be listed",
  effect: "none",
  run: (subject) =>
    judgeList(subject, "a list of tasks", {}, (response) => {
      const page = readPage(response);
      const { binding } = subject.endpoint;
      // ProtoJSON may leave out members with default values; the bytes of gRPC always do.
      const missing =
        isBefore1(subject) || binding === "grpc"
          ? []
          : ["nextPageToken", "pageSize", "totalSize"].filter(
              (name) => page?.members[name] === undefined,
            );
      const tasks = getTasks(response);
      if (missing.length > 0) {
        const keeps = missing.includes("nextPageToken") ? [] : ["LIST-TOKEN", "LIST-SORTED"];
        return brokenBut(keeps, `The page has no ${missing.join(", no ")}.`, response);
      }
      const times = tasks.map(({ status }) => Date.parse(status.timestamp ?? ""));
      const isSorted = times.every(
        (time, i) => !(time > (times[i - 1] ?? Number.POSITIVE_INFINITY)),
      );
      if (!isSorted && !isBefore1(subject)) {
        const keeps = ["LIST-TOKEN", "LIST", "LIST-FIELDS"];
        return brokenBut(keeps, "The tasks are not sorted by the time of their status.", response);
      }
      return kept(`It has ${tasks.length} tasks.`, response);
    }),
});

const paging = defineCheck({
  id: "LIST-PAGING",
  group: "Lists",
  title: "A page has no more tasks than were asked for, and the next one goes on",
  effect: "messages",
  async run(subject) {
    requireList(subject);
    await getTurn(subject);
    return subject.record("pages of one task", async (calls) => {
      const list = async (pageToken: string | null) =>
        requirePage(
          await calls.call({
            operation: "list",
            filter: { pageSize: 1, ...(pageToken !== null && { pageToken }) },
          }),
        );
      const page = await list(null);
      const [task, ...more] = getTasks(page);
      if (!task) return notMeasured("There is no task.", page);
      if (more.length > 0) {
        const message = `A page of one task has ${more.length + 1}.`;
        return brokenBut(["LIST-TOKEN", "LIST-PAGING"], message, page);
      }
      const total = readPage(page)?.members.totalSize;
      const token = page.find("tasks")?.event.nextPageToken ?? "";
      if (token === "") {
        if (typeof total !== "number" || total <= 1)
          return kept("The page has the only task.", page);
        return brokenBut(["LIST-PAGE-SIZE"], `There are ${total} tasks, but no token.`, page);
      }
      const next = await list(token);
      const isSame = getTasks(next).some(({ id }) => id === task.id);
      if (!isSame) return kept("The page has one task, and the next one another.", next);
      return brokenBut(["LIST-PAGE-SIZE", "LIST-TOKEN"], "The next page has the same task.", next);
    });
  },
});

const filter = defineCheck({
  id: "LIST-FILTER",
  group: "Lists",
  title: "A list of a context has tasks of that context only",
  effect: "messages",
  async run(subject) {
    const { response: turn } = await getTurn(subject);
    const { contextId, taskId } = turn;
    if (contextId === null || taskId === null)
      return notMeasured("The agent made no task in a context.", turn);
    return judgeList(subject, "the tasks of a context", { contextId }, (response) => {
      const tasks = getTasks(response);
      const other = tasks.find((task) => task.contextId !== contextId && !isMasked(task.contextId));
      if (other)
        return broken(`It has a task of the context ${JSON.stringify(other.contextId)}.`, response);
      if (!tasks.some(({ id }) => id === taskId))
        return broken("It lacks the task of the context.", response);
      return kept(`Its ${tasks.length} tasks are of the context.`, response);
    });
  },
});

const artifacts = defineCheck({
  id: "LIST-ARTIFACTS",
  group: "Lists",
  title: "A list leaves artifacts out unless they are asked for",
  effect: "messages",
  async run(subject) {
    await getTurn(subject);
    return judgeList(subject, "a list without artifacts", {}, (response) => {
      const tasks = readPage(response)?.tasks.filter(isObject) ?? [];
      const [first] = tasks;
      if (!first) return notMeasured("The list is empty.", response);
      const withArtifacts = tasks.filter(({ artifacts: some }) => some !== undefined);
      if (withArtifacts.length === 0) return kept("No task has artifacts.", response);
      return broken(
        `${withArtifacts.length} of ${tasks.length} tasks have the member artifacts.`,
        response,
      );
    });
  },
});

const history = defineCheck({
  id: "LIST-HISTORY",
  group: "Lists",
  title: "A list with historyLength 0 has no history",
  effect: "messages",
  async run(subject) {
    await getTurn(subject);
    return judgeList(subject, "a list without history", { historyLength: 0 }, (response) => {
      const tasks = getTasks(response);
      if (tasks.length === 0) return notMeasured("The list is empty.", response);
      const long = tasks.filter((task) => task.history.length > 0);
      if (long.length === 0) return kept("No task has a history.", response);
      return broken(`${long.length} of ${tasks.length} tasks have a history.`, response);
    });
  },
});

const MAX_PAGE_SIZE = 100;

const sizeInvalid = defineCheck({
  id: "LIST-SIZE-INVALID",
  group: "Lists",
  title: "A page size out of range is InvalidParams, or corrected",
  effect: "none",
  async run(subject) {
    requireList(subject);
    return subject.record("a page size out of range", async (calls) => {
      const response = await calls.call({ operation: "list", filter: { pageSize: -1 } });
      if (response.isError || readPage(response) === null) {
        return expectError(response, ["InvalidParams"]);
      }
      const { length } = getTasks(response);
      return length > MAX_PAGE_SIZE
        ? broken(`The page has ${length} tasks.`, response)
        : kept(`The size was corrected: the page has ${formatPlural(length, "task")}.`, response);
    });
  },
});

export const LIST_CHECKS = [list, paging, filter, artifacts, history, sizeInvalid];
