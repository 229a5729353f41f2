/** Prints a grade as SARIF 2.1.0: a result for each failure and warning, at the address of the agent. */

import { toPrintable } from "../../report/printable.ts";
import { createSarifLog } from "../../report/sarif.ts";
import { type ConformResult, type Grade, getResultKey } from "../grade.ts";

export function createGradeSarif(grade: Grade): object {
  const found = grade.results.filter(({ status }) => status === "fail" || status === "warning");
  const errors = grade.results.filter(({ status }) => status === "error");
  const rules = [...new Map(found.map((one) => [one.id, one])).values()];
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  return createSarifLog({
    command: "conform",
    rules: rules.map(({ id, title, clause }) => ({
      id,
      shortDescription: { text: title },
      help: { text: clause ?? title },
    })),
    notifications: errors.map(({ id, message }) => `${id}: ${message}`),
    results: found.map((result) => toSarifResult(grade, result, indexes.get(result.id) ?? -1)),
  });
}

function toSarifResult(grade: Grade, result: ConformResult, ruleIndex: number): object {
  const { id, status, message, interface: where, recording, event, known } = result;
  const within = [where, recording, event === null ? null : `event ${event}`];
  const name = within.filter((step) => step !== null).join(" / ");
  return {
    ruleId: id,
    ruleIndex,
    level: status === "fail" ? "error" : "warning",
    message: { text: toPrintable(message) },
    locations: [
      {
        logicalLocations: [
          { name: grade.agent, fullyQualifiedName: toPrintable(name || grade.address) },
        ],
      },
    ],
    partialFingerprints: { "loupeConformance/v1": getResultKey(result) },
    ...(known !== undefined && { suppressions: [{ kind: "external", justification: known }] }),
  };
}
