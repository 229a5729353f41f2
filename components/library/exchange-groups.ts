// The exchanges of a run by context and by task, newest first; looking an agent up stands apart.
import { getExchangeContext } from "../../lib/session/scope-facts.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { isDiscovery } from "../../lib/timeline/timeline-queries.ts";

export interface TaskGroup {
  /** `null` for exchanges that were about no task. */
  readonly task: TaskLane | null;
  readonly exchanges: readonly Exchange[];
}

export interface ContextGroup {
  /** `null` where the agent named none. */
  readonly id: string | null;
  /** Contexts are numbered in the order in which they were first named. */
  readonly number: number;
  readonly tasks: readonly TaskGroup[];
}

export interface ExchangeGroups {
  readonly contexts: readonly ContextGroup[];
  readonly discovery: readonly Exchange[];
}

export function groupExchanges(timeline: Timeline): ExchangeGroups {
  const contexts = new Map<string | null, Map<TaskLane | null, Exchange[]>>();
  const discovery: Exchange[] = [];
  for (const exchange of timeline.exchanges.toReversed()) {
    if (isDiscovery(exchange)) {
      discovery.push(exchange);
      continue;
    }
    const task = getExchangeTask(timeline, exchange);
    const context = task?.contexts.latest ?? getExchangeContext(timeline, exchange);
    const tasks = getOrCreateEntry(contexts, context, () => new Map());
    getOrCreateEntry(tasks, task, () => []).push(exchange);
  }
  return {
    contexts: [...contexts].map(([id, tasks]) => ({
      id,
      number: timeline.contexts.findIndex((context) => context.id === id) + 1,
      tasks: [...tasks].map(([task, exchanges]) => ({ task, exchanges })),
    })),
    discovery,
  };
}

/** The task that an exchange asked for, unless only others answered; else the first it told of. */
export function getExchangeTask(timeline: Timeline, exchange: Exchange): TaskLane | null {
  const asked = exchange.request?.taskId;
  const named = asked ? timeline.taskByKey.get(asked) : undefined;
  const told = timeline.tasks[exchange.tasks[0]?.task ?? -1];
  if (named && told && !exchange.taskSet.has(named.index)) return told;
  return named ?? told ?? null;
}

function getOrCreateEntry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
