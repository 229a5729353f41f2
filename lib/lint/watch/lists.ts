/** Watches the pages of tasks that agents answer with. */

import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import { paramsOf, speaks1 } from "./asked.ts";
import { hasZone } from "./times.ts";
import type { MakeWatch } from "./watch.ts";

export const watchLists: MakeWatch = (versions) => ({
  kinds: ["tasks"],
  saw({ timeline, exchange, event, raw, ordinal }) {
    if (event.kind !== "tasks" || raw === null) return;
    // gRPC has no bytes for what is empty.
    if (exchange.body.isBinary || !speaks1(versions, timeline, exchange)) return;
    const tasks = isArray(raw.tasks) ? raw.tasks.filter(isObject) : [];
    if (typeof raw.nextPageToken !== "string") timeline.breach("LIST-TOKEN", ordinal);
    const isAsked = exchange.request?.operation === "list";
    if (isAsked && tasks.some(hasArtifacts) && !wantsArtifacts(paramsOf(exchange))) {
      timeline.breach("LIST-ART", ordinal);
    }
    if (!isSorted(tasks)) timeline.breach("LIST-SORT", ordinal);
  },
});

function hasArtifacts({ artifacts }: JsonObject): boolean {
  return artifacts !== undefined;
}

function wantsArtifacts({ includeArtifacts, include_artifacts }: JsonObject): boolean {
  return String(includeArtifacts ?? include_artifacts) === "true";
}

/** Newest first; a time that cannot be read is passed over. */
function isSorted(tasks: readonly JsonObject[]): boolean {
  let before = Number.POSITIVE_INFINITY;
  for (const { status } of tasks) {
    const told = String(isObject(status) ? status.timestamp : "");
    const time = hasZone(told) ? Date.parse(told) : Number.NaN;
    if (Number.isNaN(time)) continue;
    if (time > before) return false;
    before = time;
  }
  return true;
}
