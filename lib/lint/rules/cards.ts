/** Rules about agent cards, in the order in which a card is checked. */

import { EXTENSION_RULES } from "./cards/extensions.ts";
import { INTERFACE_RULES } from "./cards/interfaces.ts";
import { MEMBER_RULES } from "./cards/members.ts";
import { SECURITY_RULES } from "./cards/security.ts";
import { SIGNATURE_RULES } from "./cards/signatures.ts";
import { SKILL_RULES } from "./cards/skills.ts";
import { TEXT_RULES } from "./cards/text.ts";
import { TRANSPORT_RULES } from "./cards/transports.ts";
import { URL_RULES } from "./cards/urls.ts";
import type { RuleGroup } from "./rule.ts";

export const CARDS: RuleGroup = {
  title: "Agent cards",
  about:
    "A card is checked by the rules of the version it is written in. Each problem says what is wrong in that card and what to do; some are less severe in some versions. Examples show the member that breaks the rule.",
  rules: [
    ...TEXT_RULES,
    ...MEMBER_RULES,
    ...INTERFACE_RULES,
    ...URL_RULES,
    ...TRANSPORT_RULES,
    ...SKILL_RULES,
    ...EXTENSION_RULES,
    ...SECURITY_RULES,
    ...SIGNATURE_RULES,
  ],
};
