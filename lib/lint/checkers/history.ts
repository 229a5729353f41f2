/** Checks the length of a task's history against the requested historyLength. */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { CheckerFactory } from "./checker.ts";
import { getRequestParams, isVersion1, toObjectOrEmpty } from "./request-params.ts";

export const createHistoryChecker: CheckerFactory = (versions) => ({
  kinds: ["task", "tasks"],
  onEvent({ timeline, exchange, event, raw, ordinal }) {
    if (raw === null || exchange.request === null) return;
    const isTasks = event.kind === "tasks";
    if (!isTasks && event.kind !== "task") return;
    const longest = isTasks ? getLongestHistory(raw) : getHistoryLength(raw);
    if (longest < 0) return;
    const limit = getRequestedLength(exchange);
    if (limit === null || (limit > 0 && longest <= limit)) return;
    if (!isVersion1(versions, timeline, exchange)) return;
    timeline.reportViolation(limit === 0 ? "HIST-ZERO" : "HIST-LEN", ordinal);
  },
});

/** The number of messages in a task's history; −1 without a history. */
function getHistoryLength({ history }: JsonObject): number {
  return isArray(history) ? history.length : -1;
}

function getLongestHistory({ tasks }: JsonObject): number {
  let longest = -1;
  for (const task of isArray(tasks) ? tasks : []) {
    if (isObject(task)) longest = Math.max(longest, getHistoryLength(task));
  }
  return longest;
}

function getRequestedLength(exchange: Exchange): number | null {
  const params = getRequestParams(exchange);
  const configuration = toObjectOrEmpty(params.configuration);
  const stated =
    configuration.historyLength ??
    configuration.history_length ??
    params.historyLength ??
    params.history_length;
  const limit = typeof stated === "string" && stated !== "" ? Number(stated) : stated;
  return typeof limit === "number" && limit >= 0 ? limit : null;
}
