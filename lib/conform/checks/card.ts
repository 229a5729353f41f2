/** Checks of the agent card: where it is, how it is served, and its rules. */

import { lintCard } from "../../lint/cards/lint-card.ts";
import { PROBE_CALL } from "../../protocol/call.ts";
import { selectClauses } from "../../protocol/spec-reference.ts";
import { defineAgentCheck, defineCheck, type RuleFinding, requireAccess } from "../check.ts";
import { broken, type Judgement, kept, notMeasured, stopWith } from "../judgement.ts";
import type { Response } from "../response.ts";
import type { AgentUnderTest } from "../subject.ts";

const WELL_KNOWN = /\/\.well-known\/agent-card\.json$/;
const WELL_KNOWN_BEFORE_03 = /\/\.well-known\/agent\.json$/;

function getCardResponse({ lookups, cardSource }: AgentUnderTest): Response {
  const found = lookups.find(({ exchange }) => exchange.open.record.url === cardSource?.url);
  return found ?? stopWith(notMeasured("The agent is called without its card."));
}

const wellKnown = defineAgentCheck({
  id: "CARD-WELL-KNOWN",
  group: "Card",
  title: "The card is at the well-known path",
  effect: "none",
  async run(agent) {
    const response = getCardResponse(agent);
    const { pathname } = new URL(response.exchange.open.record.url);
    const isOfOldest = agent.interfaces.every(({ endpoint }) => endpoint.version === "0.2");
    const known = isOfOldest ? WELL_KNOWN_BEFORE_03 : WELL_KNOWN;
    if (known.test(pathname)) return kept(`The card is at ${pathname}.`, response);
    // Loupe looks there first, and no further.
    if (isOfOldest && WELL_KNOWN.test(pathname)) {
      return notMeasured(`The card is at ${pathname}, the path since 0.3.`, response);
    }
    const where = WELL_KNOWN_BEFORE_03.test(pathname)
      ? `${pathname}, the path before 0.3`
      : pathname;
    return broken(`The card is at ${where}.`, response);
  },
});

const contentType = defineAgentCheck({
  id: "CARD-CONTENT-TYPE",
  group: "Card",
  title: "The card is served as JSON",
  effect: "none",
  async run(agent) {
    const response = getCardResponse(agent);
    const type = response.getHeader("content-type");
    if (type !== null && /^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
      return kept(`Its media type is ${type}.`, response);
    }
    return broken(type === null ? "It has no media type." : `Its media type is ${type}.`, response);
  },
});

const caching = defineAgentCheck({
  id: "CARD-CACHING",
  group: "Card",
  title: "The card says how long it may be cached",
  effect: "none",
  async run(agent) {
    const response = getCardResponse(agent);
    const missing = ["Cache-Control", "ETag"].filter(
      (name) => response.getHeader(name.toLowerCase()) === null,
    );
    if (missing.length === 0) return kept("It has Cache-Control and ETag.", response);
    return broken(`It has no ${missing.join(" and no ")}.`, response);
  },
});

const rules = defineAgentCheck({
  id: "CARD-RULES",
  group: "Card",
  title: "The card keeps the rules for cards",
  effect: "none",
  async run(agent): Promise<Judgement | RuleFinding[]> {
    const response = getCardResponse(agent);
    const { cardSource } = agent;
    if (!cardSource) return notMeasured("The agent is called without its card.");
    return toCardFindings(cardSource, response);
  },
});

/** A finding for each rule that a card breaks, or one judgement if it keeps them all. */
function toCardFindings(
  { url, text }: { readonly url: string; readonly text: string },
  response: Response,
): Judgement | RuleFinding[] {
  const { source, findings, passed, detectedVersion } = lintCard(text, {
    url,
    contentType: response.getHeader("content-type"),
  });
  const tooDeep = source.issues.find(({ kind }) => kind === "depth");
  if (tooDeep) return notMeasured(`${tooDeep.message}.`, response);
  const version = detectedVersion?.version ?? "1.0";
  const worst = new Map(
    findings
      .flatMap((one) => (one.severity === "note" ? [] : [[one.rule, one] as const]))
      .reverse(),
  );
  if (worst.size === 0) return kept(`It keeps all ${passed.length} rules that apply.`, response);
  return [...worst.values()].reverse().map(({ rule, title, message, spec, lines }) => ({
    rule,
    title,
    clause: selectClauses(spec, version),
    judgement: broken(`Line ${lines.from}: ${message}`, response),
  }));
}

const interfaceAnswers = defineCheck({
  id: "INTERFACE-ANSWERS",
  group: "Card",
  title: "Each interface in the card answers",
  effect: "none",
  run: (subject) =>
    subject.record("an interface of the card", async (calls) => {
      const response = await calls.call(PROBE_CALL);
      requireAccess(response);
      const isA2a = response.error !== null || response.task !== null;
      if (isA2a && response.find("other") === null) {
        return kept(`Answered with ${response.describe()}.`, response);
      }
      return broken(`Answered with ${response.describe()}.`, response);
    }),
});

export const CARD_CHECKS = [wellKnown, contentType, caching, rules, interfaceAnswers];
