/** What 1.0.0 requires of agents. */

import { BINDINGS } from "./1.0.0/bindings.ts";
import { DISCOVERY } from "./1.0.0/discovery.ts";
import { INTEROPERABILITY } from "./1.0.0/interoperability.ts";
import { OBJECTS } from "./1.0.0/objects.ts";
import { OPERATIONS } from "./1.0.0/operations.ts";
import { SECURITY } from "./1.0.0/security.ts";
import { SEMANTICS } from "./1.0.0/semantics.ts";
import { defineRequirementSet } from "./requirement.ts";

export const TEXT_1_0_0 = defineRequirementSet({
  text: "1.0.0",
  url: "https://a2a-protocol.org/v1.0.0/specification/",
  isScored: true,
  requirements: [
    ...OPERATIONS,
    ...SEMANTICS,
    ...OBJECTS,
    ...INTEROPERABILITY,
    ...SECURITY,
    ...DISCOVERY,
    ...BINDINGS,
  ],
});
