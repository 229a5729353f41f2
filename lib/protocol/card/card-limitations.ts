/** What a card says its agent does not support. Cards may be wrong, so this only informs. */

import { isObject } from "../json.ts";
import type { Operation } from "../model.ts";

/** Why the agent does not support an operation according to its card; `null` for no limit. */
export function getCardLimitation(card: unknown, operation: Operation): string | null {
  if (!isObject(card)) return null;
  const capabilities = isObject(card.capabilities) ? card.capabilities : {};
  switch (operation) {
    case "stream":
    case "subscribe":
      return capabilities.streaming === true
        ? null
        : describeLimitation(capabilities.streaming, "streaming");
    case "push-set":
    case "push-get":
    case "push-list":
    case "push-delete":
      return capabilities.pushNotifications === true
        ? null
        : describeLimitation(capabilities.pushNotifications, "pushNotifications");
    case "extended-card": {
      const declared = capabilities.extendedAgentCard ?? card.supportsAuthenticatedExtendedCard;
      return declared === true ? null : describeLimitation(declared, "an extended card");
    }
    default:
      return null;
  }
}

function describeLimitation(declared: unknown, what: string): string {
  return declared === false
    ? `The card says that the agent does not support ${what}.`
    : `The card does not say whether the agent supports ${what}.`;
}
