/** Watches the shape of each event, as its own words have it. */

import type { Timeline } from "../../timeline/timeline.ts";
import { checkSchema } from "../schema/event-schema.ts";
import type { ReportSchemaViolation } from "../schema/schema-violation.ts";
import { createSchemaContext } from "../schema/wire-spelling.ts";
import type { CheckerFactory } from "./checker.ts";

export const createSchemaChecker: CheckerFactory = (versions) => {
  // One function for all events: what it is about stands beside it.
  let accused: Timeline | null = null;
  let ordinal = -1;
  const accuse: ReportSchemaViolation = (rule) => accused?.reportViolation(rule, ordinal);
  return {
    onEvent(seen) {
      const { raw, timeline, exchange } = seen;
      if (raw === null) return;
      accused = timeline;
      ordinal = seen.ordinal;
      const verdict = versions.getDetectedVersion(timeline, exchange);
      const standard = createSchemaContext(exchange, verdict, seen.evidence, raw);
      if (standard) checkSchema(seen.event.kind, raw, standard, accuse);
    },
  };
};
