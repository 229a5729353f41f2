/** Watches the shape of each event, as its own words have it. */

import type { Timeline } from "../../timeline/timeline.ts";
import type { Accuse } from "../shapes/accuse.ts";
import { judgeShape } from "../shapes/shapes.ts";
import { standardOf } from "../shapes/wording.ts";
import type { MakeWatch } from "./watch.ts";

export const watchShapes: MakeWatch = (versions) => {
  // One function for all events: what it is about stands beside it.
  let accused: Timeline | null = null;
  let ordinal = -1;
  const accuse: Accuse = (rule) => accused?.breach(rule, ordinal);
  return {
    saw(seen) {
      const { raw, timeline, exchange } = seen;
      if (raw === null) return;
      accused = timeline;
      ordinal = seen.ordinal;
      const verdict = versions.verdictOf(timeline, exchange);
      const standard = standardOf(exchange, verdict, seen.evidence, raw);
      if (standard) judgeShape(seen.event.kind, raw, standard, accuse);
    },
  };
};
