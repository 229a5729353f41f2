/** Checks the schema of each event, by its own spelling. */

import type { Timeline } from "../../timeline/timeline.ts";
import { checkSchema } from "../schema/event-schema.ts";
import type { ReportSchemaViolation } from "../schema/schema-violation.ts";
import { createSchemaContext } from "../schema/wire-spelling.ts";
import type { CheckerFactory } from "./checker.ts";

export const createSchemaChecker: CheckerFactory = (versions) => {
  // One callback for all events; the current timeline and event are in variables beside it.
  let current: Timeline | null = null;
  let ordinal = -1;
  const report: ReportSchemaViolation = (rule) => current?.reportViolation(rule, ordinal);
  return {
    onEvent(seen) {
      const { raw, timeline, exchange } = seen;
      if (raw === null) return;
      current = timeline;
      ordinal = seen.ordinal;
      const detected = versions.getDetectedVersion(timeline, exchange);
      const context = createSchemaContext(exchange, detected, seen.evidence, raw);
      if (context) checkSchema(seen.event.kind, raw, context, report);
    },
  };
};
