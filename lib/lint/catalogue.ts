/** Every rule there is, by its name, whoever finds it broken. */

import { REMARK_RULES } from "../dialects/remark.ts";
import { CARDS } from "./rules/cards.ts";
import { DECODING } from "./rules/decoding.ts";
import { DIALECTS } from "./rules/dialects.ts";
import { ORDER } from "./rules/order.ts";
import type { Rule } from "./rules/rule.ts";
import { WATCHED } from "./rules/watched.ts";

export const CATALOGUE: ReadonlyMap<string, Rule> = new Map(
  [
    ...DECODING,
    ...ORDER,
    ...WATCHED,
    ...CARDS,
    ...REMARK_RULES.map((rule): Rule => ({ rule, ...DIALECTS[rule] })),
  ].map((rule) => [rule.rule, rule]),
);
