/** Whether a test applies to an interface, and whether it can be run. */

import { isSameJson } from "../../json/json-stringify.ts";
import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { InterfaceUnderTest } from "../subject.ts";
import type { ActsConvention } from "./convention.ts";
import type { ActsTest } from "./document.ts";

export interface ActsSkip {
  readonly reason: string;
  /** It would run with another agent or with more options; otherwise the agent need not pass it. */
  readonly isMeasurable: boolean;
}

const notApplicable = (reason: string): ActsSkip => ({ reason, isMeasurable: false });

/** Why the agent's card does not ask for the test; `null` if it does. */
export function findUnmetPrecondition(
  { preconditions, transport }: ActsTest,
  { agent, endpoint }: InterfaceUnderTest,
): ActsSkip | null {
  if (endpoint.version !== "1.0") {
    return notApplicable(`The tests are for A2A 1.0, and the interface is ${endpoint.version}.`);
  }
  for (const list of [transport, preconditions?.transport]) {
    if (list && !list.some((one) => one === endpoint.binding))
      return notApplicable(`The test is for ${list.join(", ")}.`);
  }
  if (!preconditions) return null;
  const card = isObject(agent.card?.raw) ? agent.card.raw : {};
  const declared = isObject(card.capabilities) ? card.capabilities : {};
  for (const [name, wanted] of Object.entries(preconditions.capabilities ?? {})) {
    const actual = declared[name] ?? false;
    if (!isSameJson(actual, wanted)) {
      return notApplicable(
        `The card's capability ${name} is ${JSON.stringify(actual)}, not ${JSON.stringify(wanted)}.`,
      );
    }
  }
  const { authentication, skills = [], extensions = [] } = preconditions;
  if (authentication !== undefined && needsCredentials(card) !== authentication) {
    return notApplicable(
      authentication
        ? "The card requires no credentials."
        : "The card requires credentials, and the test is for agents without.",
    );
  }
  const ids = listMembers(card.skills, "id");
  const skill = skills.find(({ id }) => !ids.includes(id));
  if (skill) return notApplicable(`The card has no skill ${JSON.stringify(skill.id)}.`);
  const uris = listMembers(declared.extensions, "uri");
  const extension = extensions.find((uri) => !uris.includes(uri));
  return extension === undefined
    ? null
    : notApplicable(`The card has no extension ${JSON.stringify(extension)}.`);
}

/** Schemes alone are an offer. */
function needsCredentials({ securitySchemes, securityRequirements }: JsonObject): boolean {
  const hasSchemes = isObject(securitySchemes) && Object.keys(securitySchemes).length > 0;
  return hasSchemes && isArray(securityRequirements) && securityRequirements.length > 0;
}

const listMembers = (list: unknown, member: string): unknown[] =>
  isArray(list) ? list.filter(isObject).map((one) => one[member]) : [];

/** What Loupe or the agent lacks to run the test; `null` if nothing. */
export function findMissingMeans(
  { steps, requires_behaviors: needed = [] }: ActsTest,
  behaviors: ReadonlySet<string> | null,
  { clientPrefix, trustsUnlisted }: ActsConvention,
): ActsSkip | null {
  if (clientPrefix === null && steps.some((step) => step.client_response)) {
    const reason =
      "Measurable with --convention itk, by which an agent tells what its client reads.";
    return { reason, isMeasurable: true };
  }
  if (behaviors === null && trustsUnlisted) return null;
  const missing = needed.filter((prefix) => behaviors?.has(prefix) !== true);
  if (missing.length === 0) return null;
  const reason = `Measurable with an agent that declares ${missing.join(", ")}, by --behaviors.`;
  return { reason, isMeasurable: true };
}
