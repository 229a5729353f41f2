/** The breakpoint that stops before what a row shows. */
import type { TapStep } from "../../lib/api/schemas/plan.ts";
import { getCurrentInterpretation } from "../../lib/session/playback.ts";
import type { AppContext } from "../app-shell/feature.ts";
import { addBreakpoint } from "./hold-actions.ts";

export function breakBeforeRow(app: AppContext): void {
  const step = createRowBreakpoint(app);
  if (step) void addBreakpoint(app, step);
}

function createRowBreakpoint(app: AppContext): TapStep | null {
  const { selected } = app.view.getState();
  const interpretation = getCurrentInterpretation(app);
  const item = selected === null ? undefined : interpretation.items[selected];
  if (!item) return null;
  const { timeline } = interpretation;
  const exchange = timeline.exchanges[item.exchange];
  const hop = exchange?.open.record.hop;
  const here = hop ? { hop: hop.listen } : {};
  const call = interpretation.tools.find((one) => one.item === item);
  const tool = call?.fieldsAt(timeline.lastEvent).name;
  if (tool !== undefined) return { do: "hold", when: { ...here, tool } };
  const { entry } = item;
  if (entry.kind === "state") {
    return { do: "hold", when: { ...here, state: entry.transition.state } };
  }
  if (entry.kind === "artifact") {
    const { names, artifactId } = entry.artifact;
    const artifact = names.latest ?? artifactId;
    return { do: "hold", when: { ...here, artifact } };
  }
  const operation = exchange?.request?.operation;
  if (entry.kind === "message" && entry.message.via === "request" && operation) {
    return { do: "hold", when: { ...here, operation } };
  }
  const first = exchange ? exchange.events.countAt(item.firstEvent) : 0;
  return first > 0 ? { do: "hold", when: { ...here, event: first } } : null;
}
