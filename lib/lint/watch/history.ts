/** Watches how much of a task's history an answer brings, against what was asked for. */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { objectOr, paramsOf, speaks1 } from "./asked.ts";
import type { MakeWatch } from "./watch.ts";

export const watchHistory: MakeWatch = (versions) => ({
  kinds: ["task", "tasks"],
  saw({ timeline, exchange, event, raw, ordinal }) {
    if (raw === null || exchange.request === null) return;
    const isTasks = event.kind === "tasks";
    if (!isTasks && event.kind !== "task") return;
    const longest = isTasks ? longestIn(raw) : lengthOf(raw);
    if (longest < 0) return;
    const limit = limitOf(exchange);
    if (limit === null || (limit > 0 && longest <= limit)) return;
    if (!speaks1(versions, timeline, exchange)) return;
    timeline.breach(limit === 0 ? "HIST-ZERO" : "HIST-LEN", ordinal);
  },
});

/** How many messages a task's history has; −1 where it has none at all. */
function lengthOf({ history }: JsonObject): number {
  return isArray(history) ? history.length : -1;
}

function longestIn({ tasks }: JsonObject): number {
  let longest = -1;
  for (const task of isArray(tasks) ? tasks : []) {
    if (isObject(task)) longest = Math.max(longest, lengthOf(task));
  }
  return longest;
}

function limitOf(exchange: Exchange): number | null {
  const params = paramsOf(exchange);
  const configuration = objectOr(params.configuration);
  const stated =
    configuration.historyLength ??
    configuration.history_length ??
    params.historyLength ??
    params.history_length;
  const limit = typeof stated === "string" && stated !== "" ? Number(stated) : stated;
  return typeof limit === "number" && limit >= 0 ? limit : null;
}
