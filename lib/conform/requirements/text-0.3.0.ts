/** What 0.3.0 requires of agents. The kit and ACTS have ids for 1.0 only. */

import { CARDS } from "./0.3.0/cards.ts";
import { METHODS } from "./0.3.0/methods.ts";
import { OBJECTS } from "./0.3.0/objects.ts";
import { SECURITY } from "./0.3.0/security.ts";
import { TRANSPORTS } from "./0.3.0/transports.ts";
import { defineRequirementSet } from "./requirement.ts";

export const TEXT_0_3_0 = defineRequirementSet({
  text: "0.3.0",
  url: "https://a2a-protocol.org/v0.3.0/specification/",
  isScored: true,
  requirements: [...TRANSPORTS, ...SECURITY, ...CARDS, ...OBJECTS, ...METHODS],
});
