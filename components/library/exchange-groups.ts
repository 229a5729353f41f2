// Groups the exchanges of a run by context and task, newest first; of many tasks, those that failed come
// first. Card lookups are a separate group.
// Calls that agents made for another call are in its group, after it.
import { getOrCreate } from "../../lib/collections/maps.ts";
import { joinPartTexts } from "../../lib/protocol/read-parts.ts";
import { getExchangeContext } from "../../lib/report/facts/facts.ts";
import { getExchangeTask } from "../../lib/session/current-task.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { createTaskLabel, formatExchangeTitle } from "../labels/exchange-label.ts";
import { TappedCalls } from "./tapped-calls.ts";

interface TaskGroup {
  /** `null` for exchanges without a task. */
  readonly task: TaskLane | null;
  readonly exchanges: readonly Exchange[];
  /** The exchange of a task that is listed with another task of it. */
  readonly shared: Exchange | null;
}

interface ContextGroup {
  /** `null` if the agent sent none. */
  readonly id: string | null;
  /** Contexts are numbered in order of appearance. */
  readonly number: number;
  readonly tasks: readonly TaskGroup[];
}

export interface ExchangeGroups {
  readonly contexts: readonly ContextGroup[];
  readonly discovery: readonly Exchange[];
  readonly calls: TappedCalls;
}

export function groupExchanges(timeline: Timeline): ExchangeGroups {
  const contexts = new Map<string | null, Map<TaskLane | null, Exchange[]>>();
  const discovery: Exchange[] = [];
  const shared = new Map<TaskLane, Exchange>();
  const calls = new TappedCalls(timeline);
  for (const exchange of timeline.exchanges.toReversed()) {
    if (isDiscovery(exchange)) {
      discovery.push(exchange);
      continue;
    }
    if (calls.isSubCall(exchange)) continue;
    const task = getExchangeTask(timeline, exchange);
    const context = task?.contexts.latest ?? getExchangeContext(timeline, exchange);
    const tasks = getOrCreate(contexts, context, () => new Map());
    getOrCreate(tasks, task, () => []).push(exchange, ...calls.listSubCalls(exchange));
    for (const other of listOtherTasks(timeline, exchange, task)) {
      getOrCreate(tasks, other, () => []);
      shared.set(other, exchange);
    }
  }
  return {
    contexts: [...contexts].map(([id, tasks]) => ({
      id,
      number: timeline.contexts.findIndex((context) => context.id === id) + 1,
      tasks: sortTasks(
        [...tasks].map(([task, exchanges]) => ({
          task,
          exchanges,
          shared: exchanges.length === 0 && task ? (shared.get(task) ?? null) : null,
        })),
      ),
    })),
    discovery,
    calls,
  };
}

/** The tasks of an exchange besides the one that it is listed with. */
function listOtherTasks(
  { tasks }: Timeline,
  exchange: Exchange,
  main: TaskLane | null,
): readonly TaskLane[] {
  if (exchange.tasks.length < 2) return [];
  return exchange.tasks.flatMap(({ task: index }) => {
    const task = tasks[index];
    return task && task !== main ? [task] : [];
  });
}

/** Fewer are seen at a glance. */
const MANY_TASKS = 10;

function sortTasks(groups: readonly TaskGroup[]): readonly TaskGroup[] {
  if (groups.length < MANY_TASKS) return groups;
  const isFailed = ({ task }: TaskGroup) =>
    task !== null && createTaskLabel(task, undefined).lane === "failed";
  return [...groups.filter(isFailed), ...groups.filter((group) => !isFailed(group))];
}

/**
 * The groups with the exchanges whose words, ids, method or agent contain a text, and the calls they
 * were made for.
 */
export function searchGroups(groups: ExchangeGroups, query: string): ExchangeGroups {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return groups;
  const matches = (text: string | null | undefined) =>
    text?.toLowerCase().includes(wanted) === true;
  const isTaskWanted = (task: TaskLane | null) => matches(task?.id) || matches(task?.stateLabel);
  const isWanted = (exchange: Exchange) => {
    const call = groups.calls.find(exchange);
    const isCallWanted = call !== null && (matches(call.callee) || isTaskWanted(call.task));
    return isCallWanted || matches(formatExchangeTitle(exchange)) || matches(getPrompt(exchange));
  };
  const filter = (exchanges: readonly Exchange[]) => {
    const wantedInside = (one: Exchange) => groups.calls.listSubCalls(one).some(isWanted);
    return exchanges.filter((one) => isWanted(one) || wantedInside(one));
  };
  const contexts = groups.contexts.map((context) => {
    const tasks = context.tasks.flatMap((group): TaskGroup[] => {
      if (matches(context.id) || isTaskWanted(group.task)) return [group];
      const exchanges = filter(group.exchanges);
      return exchanges.length > 0 ? [{ ...group, exchanges }] : [];
    });
    return { ...context, tasks };
  });
  return {
    contexts: contexts.filter(({ tasks }) => tasks.length > 0),
    discovery: filter(groups.discovery),
    calls: groups.calls,
  };
}

function getPrompt({ request, inlineRequest, open }: Exchange): string {
  const message = (request ?? inlineRequest?.request)?.message;
  return message ? joinPartTexts(message.parts) : open.record.url;
}
