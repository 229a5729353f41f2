/** The check that all the agent sent in ordinary turns keeps the rules of the wire. */

import { RULES_BY_ID } from "../../lint/all-rules.ts";
import { getProblemsAt, isCardProblem } from "../../lint/problems.ts";
import { defineCheck, type RuleFinding } from "../check.ts";
import { broken, kept, notMeasured } from "../judgement.ts";
import { canStream, PLAIN, STREAMED } from "../probes.ts";
import type { Response } from "../response.ts";

const wireRules = defineCheck({
  id: "WIRE-RULES",
  group: "Wire rules",
  title: "All that the agent sends keeps the rules",
  effect: "messages",
  async run(subject) {
    const turns = [await subject.use(PLAIN)];
    if (canStream(subject)) turns.push(await subject.use(STREAMED));
    const found = new Map<string, RuleFinding>();
    let events = 0;
    for (const { response } of turns) {
      events += response.timeline.lastEvent + 1;
      for (const finding of findBrokenRules(response)) found.set(finding.rule, finding);
    }
    const [turn] = turns;
    if (events === 0) return notMeasured("The agent sent no event.", turn?.response ?? null);
    if (found.size > 0) return [...found.values()];
    return kept(`Its ${events} events keep them all.`, turns.at(-1)?.response ?? null);
  },
});

function findBrokenRules(response: Response): RuleFinding[] {
  const { timeline } = response;
  return getProblemsAt(timeline, timeline.lastEvent).flatMap((problem) => {
    const { rule, severity, message, spec, evidence } = problem;
    const known = RULES_BY_ID.get(rule);
    if (severity === "info" || isCardProblem(problem) || !known) return [];
    const event = evidence[0]?.event ?? -1;
    const judgement = broken(message, response, event < 0 ? null : event);
    return [{ rule, title: known.title, clause: spec, judgement }];
  });
}

export const WIRE_CHECKS = [wireRules];
