/**
 * The grade of clients: what each made of a run and of its variants, in the vocabulary of conformance,
 * so that known failures and all reports of a grade serve clients too.
 */

import { PRODUCT } from "../api/version.ts";
import type { ConformResult, Grade } from "../conform/grade.ts";
import type { ConformStatus } from "../conform/judgement.ts";
import type { SpecText } from "../conform/requirements/requirement.ts";
import type { ClientResult, ClientVerdict } from "./client-result.ts";
import type { StressResult, VariantResult } from "./stress-result.ts";
import { STRESS_CHECKS } from "./variants.ts";

/** Id of the check of the run as it was recorded. */
export const PLAIN_CHECK = "CLIENT-EVENTS";

/** The check of a variant. */
export const getVariantCheck = (variant: string): string => `CLIENT-${variant}`;

/** All ids that a list of known failures can name. */
export const CLIENT_CHECKS: ReadonlySet<string> = new Set([
  PLAIN_CHECK,
  ...STRESS_CHECKS.map(({ id }) => getVariantCheck(id)),
]);

export interface GradedClients {
  /** Sorts by time. */
  readonly id: string;
  readonly log: string;
  /** ISO 8601. */
  readonly at: string;
  /** Of the responses. */
  readonly text: SpecText;
  readonly clients: readonly ClientResult[];
  readonly stress: readonly StressResult[];
  /** Clients that were not run, with the reason. */
  readonly notRun: readonly string[];
  /** The path at which a failure was saved, by client and check. */
  findSaved(client: string, check: string): string | null;
}

export function createClientGrade(graded: GradedClients): Grade {
  const { id, log, at, text, clients, stress, notRun } = graded;
  const results = clients.flatMap((client): ConformResult[] => {
    const own = stress.find((one) => one.client === client.name)?.variants ?? [];
    return [
      createPlainResult(client, graded),
      ...STRESS_CHECKS.flatMap(
        (variant) => createVariantResult(client, variant, own, graded) ?? [],
      ),
    ];
  });
  return {
    id,
    address: log,
    agent: log,
    at,
    by: PRODUCT,
    profile: "client",
    text,
    interfaces: clients.map(({ name }) => name),
    notGraded: notRun,
    results,
    requests: clients.reduce((sum, { exchanges }) => sum + exchanges.length, 0),
    leftBehind: [],
    stale: [],
  };
}

const STATUSES: Readonly<Record<ClientVerdict, ConformStatus>> = {
  same: "pass",
  differs: "fail",
  failed: "fail",
};

/** What no text of the specification has a requirement for. */
const NO_REQUIREMENT = {
  group: "Clients",
  level: null,
  requirements: [],
  tck: [],
  acts: [],
  dispute: null,
  curl: null,
  link: null,
} as const;

function createPlainResult(client: ClientResult, { findSaved }: GradedClients): ConformResult {
  const { name, verdict, sentence, differences, exchanges } = client;
  const failing = exchanges.find((one) => one.verdict !== "same");
  return {
    ...NO_REQUIREMENT,
    id: PLAIN_CHECK,
    title: "The application gets every event as it was sent",
    status: STATUSES[verdict],
    message: sentence,
    clause: null,
    interface: name,
    recording: findSaved(name, PLAIN_CHECK),
    exchange: failing?.id ?? null,
    event: differences[0]?.runEvent ?? null,
  };
}

/** `null` if no response could be sent in this variant. */
function createVariantResult(
  { name }: ClientResult,
  { id, title, spec }: (typeof STRESS_CHECKS)[number],
  variants: readonly VariantResult[],
  { findSaved }: GradedClients,
): ConformResult | null {
  const own = variants.filter(({ variant }) => variant === id);
  const worst = own.find(({ verdict }) => verdict !== "same") ?? own[0];
  if (!worst) return null;
  const check = getVariantCheck(id);
  return {
    ...NO_REQUIREMENT,
    id: check,
    title: `The same with ${title}`,
    status: STATUSES[worst.verdict],
    message: worst.sentence,
    clause: spec,
    interface: name,
    recording: findSaved(name, check),
    exchange: null,
    event: worst.differences[0]?.runEvent ?? null,
  };
}
