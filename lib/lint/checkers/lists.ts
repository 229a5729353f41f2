/** Checks the task pages that agents return. */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { CheckerFactory } from "./checker.ts";
import { getRequestParams, isVersion1 } from "./request-params.ts";
import { hasTimeZone } from "./timestamps.ts";

export const createListChecker: CheckerFactory = (versions) => ({
  kinds: ["tasks"],
  onEvent({ timeline, exchange, event, raw, ordinal }) {
    if (event.kind !== "tasks" || raw === null) return;
    // gRPC does not encode empty values.
    if (exchange.body.isBinary || !isVersion1(versions, timeline, exchange)) return;
    const tasks = isArray(raw.tasks) ? raw.tasks.filter(isObject) : [];
    if (typeof raw.nextPageToken !== "string") timeline.reportViolation("LIST-TOKEN", ordinal);
    const isAsked = exchange.request?.operation === "list";
    if (isAsked && tasks.some(hasArtifacts) && !isArtifactsRequested(getRequestParams(exchange))) {
      timeline.reportViolation("LIST-ART", ordinal);
    }
    if (!isSorted(tasks)) timeline.reportViolation("LIST-SORT", ordinal);
  },
});

function hasArtifacts({ artifacts }: JsonObject): boolean {
  return artifacts !== undefined;
}

function isArtifactsRequested({ includeArtifacts, include_artifacts }: JsonObject): boolean {
  return String(includeArtifacts ?? include_artifacts) === "true";
}

/** Whether tasks are sorted newest first; invalid timestamps are skipped. */
function isSorted(tasks: readonly JsonObject[]): boolean {
  let before = Number.POSITIVE_INFINITY;
  for (const { status } of tasks) {
    const timestamp = String(isObject(status) ? status.timestamp : "");
    const time = hasTimeZone(timestamp) ? Date.parse(timestamp) : Number.NaN;
    if (Number.isNaN(time)) continue;
    if (time > before) return false;
    before = time;
  }
  return true;
}
