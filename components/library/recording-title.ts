// What a recording is called: by what was said first in it, else by whom it was made with.
import type { RecordingSummary } from "../../lib/wire/service.ts";

type Named = Pick<RecordingSummary, "name" | "said">;

export function recordingTitle({ name, said }: Named): string {
  return said ?? agentOf(name);
}

/** Empty where the title says it already. */
export function recordingAgent({ name, said }: Named): string {
  return said === null ? "" : agentOf(name);
}

function agentOf(name: string): string {
  return name.replace(/^https?:\/\//, "").replace(/\/$/, "");
}
