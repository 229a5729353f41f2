/** Checks of the extended card, which agents have for callers that they know. */

import { isSameJson } from "../../json/json-stringify.ts";
import { readCard } from "../../protocol/card/card.ts";
import { getUndefinedReason } from "../../protocol/encode/operations.ts";
import { isObject } from "../../protocol/json.ts";
import { defineCheck, requireResponse } from "../check.ts";
import { expectAnyError, expectError } from "../expect-error.ts";
import { broken, brokenBut, kept, notApplicable, notMeasured } from "../judgement.ts";
import { type InterfaceUnderTest, isBefore1 } from "../subject.ts";

function hasExtendedCard({ agent: { card } }: InterfaceUnderTest): boolean {
  const raw = card?.raw;
  if (!isObject(raw)) return false;
  const { capabilities } = raw;
  return (
    raw.supportsAuthenticatedExtendedCard === true ||
    (isObject(capabilities) && capabilities.extendedAgentCard === true)
  );
}

const isUndefined = ({ endpoint: { version, binding } }: InterfaceUnderTest) =>
  getUndefinedReason("extended-card", version, binding);

const none = defineCheck({
  id: "EXTENDED-CARD-NONE",
  group: "Extended card",
  title: "Without the capability, the extended card is refused",
  effect: "none",
  async run(subject) {
    const reason = isUndefined(subject);
    if (reason !== null) return notApplicable(reason);
    if (hasExtendedCard(subject)) return notApplicable("The card declares an extended card.");
    if (!subject.agent.card) return notApplicable("There is no card.");
    return subject.record("the extended card of an agent without one", async (calls) => {
      const response = await calls.call({ operation: "extended-card" });
      if (isBefore1(subject)) return expectAnyError(response, "The extended card");
      return expectError(response, ["UnsupportedOperation"]);
    });
  },
});

const anonymous = defineCheck({
  id: "EXTENDED-CARD-ANONYMOUS",
  group: "Extended card",
  title: "The extended card needs the credentials that the card declares",
  effect: "none",
  async run(subject) {
    if (!hasExtendedCard(subject)) return notApplicable("The card declares no extended card.");
    const { card } = subject.agent;
    if (!card || card.security.requirements.length === 0) {
      return notMeasured("The card declares no credentials: measurable where it does.");
    }
    if (subject.isIdentified)
      return notMeasured("Measurable without the --header that holds the credentials.");
    return subject.record("the extended card without credentials", async (calls) => {
      const response = await calls.call({ operation: "extended-card" });
      requireResponse(response);
      if (response.isUnauthorized || response.isError)
        return kept(`Answered with ${response.describe()}.`, response);
      return isSameJson(response.result, card.raw)
        ? brokenBut(["EXTENDED-CARD-AUTHENTICATION"], "Answered with the public card.", response)
        : broken(`Answered with ${response.describe()}.`, response);
    });
  },
});

const extended = defineCheck({
  id: "EXTENDED-CARD",
  group: "Extended card",
  title: "The extended card is a card",
  effect: "none",
  async run(subject) {
    if (!hasExtendedCard(subject)) return notApplicable("The card declares no extended card.");
    return subject.record("the extended card", async (calls) => {
      const response = await calls.call({ operation: "extended-card" });
      requireResponse(response);
      if (response.isUnauthorized || response.hasError("ExtendedAgentCardNotConfigured")) {
        return notMeasured(
          `Answered with ${response.describe()}: measurable with credentials, by --header.`,
          response,
        );
      }
      if (
        !response.isError &&
        (response.find("card") || readCard(response.result)?.interfaces.length)
      ) {
        return kept("It is an agent card.", response);
      }
      return brokenBut(
        ["EXTENDED-CARD-UNCONFIGURED"],
        `Answered with ${response.describe()}.`,
        response,
      );
    });
  },
});

export const EXTENDED_CARD_CHECKS = [none, anonymous, extended];
