/** Exporter for a plan of a tap: does again what the user did by hand to the calls of the run. */

import { createEditPlan } from "../report/edit-plan.ts";
import { EXPORT_FEATURES, type ExportFeature } from "./export-features.ts";
import { createTimelineWriter, type Exporter } from "./exporter.ts";

export const plan: Exporter = {
  id: "plan",
  title: "Plan of a tap",
  extension: ".plan.json",
  mediaType: "application/json",
  description: "What you did by hand to held streams, as a plan for loupe tap --plan.",
  missingFeatures: (Object.keys(EXPORT_FEATURES) as ExportFeature[]).filter(
    (feature) => feature !== "edits",
  ),
  canReopen: false,
  start: (context) =>
    createTimelineWriter(context, (timeline) => [
      `${JSON.stringify(createEditPlan(timeline), null, 2)}\n`,
    ]),
};
