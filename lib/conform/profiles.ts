/** Profiles: which checks a grade consists of. */

import type { ConformCheck } from "./check.ts";
import { ACCESS_CHECKS } from "./checks/access.ts";
import { BINDING_CHECKS } from "./checks/bindings.ts";
import { CARD_CHECKS } from "./checks/card.ts";
import { ERROR_CHECKS } from "./checks/errors.ts";
import { EXTENDED_CARD_CHECKS } from "./checks/extended-card.ts";
import { LIST_CHECKS } from "./checks/lists.ts";
import { MESSAGE_CHECKS } from "./checks/messages.ts";
import { PUSH_CHECKS } from "./checks/pushes.ts";
import { STREAM_CHECKS } from "./checks/streams.ts";
import { SUBSCRIPTION_CHECKS } from "./checks/subscriptions.ts";
import { TASK_CHECKS } from "./checks/tasks.ts";
import { VERSION_CHECKS } from "./checks/versions.ts";
import { WIRE_CHECKS } from "./checks/wire-rules.ts";

/** What holds for every agent, with a model behind it or not. */
export const ANY_AGENT: readonly ConformCheck[] = [
  ...CARD_CHECKS,
  ...ERROR_CHECKS,
  ...VERSION_CHECKS,
  ...ACCESS_CHECKS,
  ...MESSAGE_CHECKS,
  ...STREAM_CHECKS,
  ...SUBSCRIPTION_CHECKS,
  ...TASK_CHECKS,
  ...LIST_CHECKS,
  ...PUSH_CHECKS,
  ...EXTENDED_CARD_CHECKS,
  ...BINDING_CHECKS,
  ...WIRE_CHECKS,
];

export const CHECKS_BY_ID: ReadonlyMap<string, ConformCheck> = new Map(
  ANY_AGENT.map((check) => [check.id, check]),
);
