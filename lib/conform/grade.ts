/**
 * A grade: the results of all checks of a profile on one agent, with what shows each.
 *
 * Guarantee: reports, the screen and the operation are printers of it; none decides anything.
 */

import { BINDING_NAMES } from "../protocol/card/card.ts";
import { toCurl } from "../protocol/snippets/curl.ts";
import { toGrpcurl } from "../protocol/snippets/grpcurl.ts";
import { CLIENT_HEADERS } from "../protocol/snippets/secret-placeholders.ts";
import type { OpenRecord } from "../wire/record.ts";
import type { ConformCheck, RuleFinding } from "./check.ts";
import { CONFORM_STATUSES, type ConformStatus, type Judgement } from "./judgement.ts";
import {
  getRequirementsOfCheck,
  getRequirementsOfRule,
  REQUIREMENT_SETS,
} from "./requirements/all-requirements.ts";
import type {
  Requirement,
  RequirementBinding,
  RequirementLevel,
  SpecText,
} from "./requirements/requirement.ts";
import type { Response } from "./response.ts";
import type { InterfaceUnderTest } from "./subject.ts";

export interface ConformResult {
  /** The check, or the rule that is broken. */
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly status: ConformStatus;
  /** What was seen, in one sentence. */
  readonly message: string;
  /** The strongest requirement behind it; `null` if the text has none. */
  readonly level: RequirementLevel | null;
  /** `1.0.1 §3.1.3`. */
  readonly clause: string | null;
  /** Ids of the requirements in the text, the compatibility kit and ACTS. */
  readonly requirements: readonly string[];
  readonly tck: readonly string[];
  readonly acts: readonly string[];
  /** The entry of the ledger of disputes. */
  readonly dispute: string | null;
  /** `JSON-RPC http://…`; `null` for the agent as a whole. */
  readonly interface: string | null;
  /** The recording whose exchange shows it. */
  readonly recording: string | null;
  readonly exchange: string | null;
  /** The number of the event that shows it. */
  readonly event: number | null;
  /** The command that repeats the request. */
  readonly curl: string | null;
  /** What opens it in the app, behind its origin: `/?run=…&exchange=0&event=2`. */
  readonly link: string | null;
  /** The statuses of all repetitions, where they differ. */
  readonly unstable?: readonly ConformStatus[];
  /** The reason why its failure is known. */
  readonly known?: string;
}

export interface Grade {
  /** Sorts by time. */
  readonly id: string;
  readonly address: string;
  readonly agent: string;
  /** ISO 8601. */
  readonly at: string;
  /** `loupe/0.1.0`. */
  readonly by: string;
  readonly profile: string;
  /** The text it was graded by, such as `1.0.1`; of a report, the version that it names. */
  readonly text: string;
  readonly interfaces: readonly string[];
  /** Interfaces for whose version there is no set of requirements, with the reason. */
  readonly notGraded: readonly string[];
  readonly results: readonly ConformResult[];
  /** How many were sent; `null` where a report does not say. */
  readonly requests: number | null;
  /** What could not be cleaned up. */
  readonly leftBehind: readonly string[];
  /** Known failures that did not fail: they hide nothing any more. */
  readonly stale: readonly KnownFailure[];
  /** The grade of the report whose failed tests this one repeats. */
  readonly repeats?: string;
}

/** A failure that is known and why it stays. */
export interface KnownFailure {
  readonly id: string;
  /** The binding of the interface; `null` for any. */
  readonly interface: string | null;
  readonly reason: string;
}

export const FAIL_ON_STATUS = ["fail", "warning", "not-measured", "never"] as const;
export type FailOnStatus = (typeof FAIL_ON_STATUS)[number];

/** Whether a result fails the grade: it has this severity, and is not known. */
export function isFailingResult({ status, known }: ConformResult, failOn: FailOnStatus): boolean {
  if (failOn === "never" || known !== undefined) return false;
  const failing = FAIL_ON_STATUS.slice(0, FAIL_ON_STATUS.indexOf(failOn) + 1);
  return failing.some((one) => one === status);
}

/** Whether the grade fails: by a result, or by a known failure that no longer fails. */
export function isFailing({ results, stale }: Grade, failOn: FailOnStatus): boolean {
  if (failOn === "never") return false;
  return stale.length > 0 || results.some((result) => isFailingResult(result, failOn));
}

/** Tells the results of a grade apart, and finds the same one in another grade. */
export const getResultKey = ({
  id,
  interface: where,
}: Pick<ConformResult, "id" | "interface">): string => (where === null ? id : `${id} ${where}`);

/** Without results that are not applicable. */
export interface Score {
  readonly passed: number;
  readonly all: number;
}

export function countStatuses({ results }: Pick<Grade, "results">): Record<ConformStatus, number> {
  const count = (status: ConformStatus) => results.filter((one) => one.status === status).length;
  return Object.fromEntries(CONFORM_STATUSES.map((status) => [status, count(status)])) as Record<
    ConformStatus,
    number
  >;
}

export interface ResultGroup {
  readonly name: string;
  readonly results: readonly ConformResult[];
}

/** The results by group, in the order of the profile: for a program. */
export function groupResults(results: readonly ConformResult[]): readonly ResultGroup[] {
  const groups = new Map<string, ConformResult[]>();
  for (const result of results) {
    const group = groups.get(result.group);
    if (group) group.push(result);
    else groups.set(result.group, [result]);
  }
  return [...groups].map(([name, own]) => ({ name, results: own }));
}

const getUrgency = ({ status }: ConformResult): number => CONFORM_STATUSES.indexOf(status);

/**
 * The same for a reader: in each group what failed comes first, then what else is not passed, and the
 * groups come by their worst result. Otherwise the order of the profile stays.
 */
export function groupResultsByUrgency(results: readonly ConformResult[]): readonly ResultGroup[] {
  return groupResults(results.toSorted((one, other) => getUrgency(one) - getUrgency(other)));
}

/** What was not measured counts against the agent. */
export function getScore({ results }: Pick<Grade, "results">): Score {
  const counted = results.filter(({ status }) => status !== "not-applicable");
  return { passed: counted.filter(({ status }) => status === "pass").length, all: counted.length };
}

const LEVELS: readonly RequirementLevel[] = ["MUST", "SHOULD", "MAY"];

function findStrongest(requirements: readonly Requirement[]): Requirement | null {
  const byLevel = (level: RequirementLevel) => requirements.find((one) => one.level === level);
  return LEVELS.map(byLevel).find((one) => one !== undefined) ?? null;
}

interface ResultSource {
  readonly check: ConformCheck;
  readonly text: SpecText;
  /** `null` for the agent as a whole. */
  readonly subject: InterfaceUnderTest | null;
}

/** The requirements of the text that the check measures for this interface. */
const listRequirements = ({ check, text, subject }: ResultSource) =>
  check.requirement
    ? [check.requirement]
    : getRequirementsOfCheck(check.id, text, getRequirementBinding(subject));

function getRequirementBinding(subject: InterfaceUnderTest | null): RequirementBinding | undefined {
  const binding = subject?.endpoint.binding;
  return binding === "unknown" ? undefined : binding;
}

/** Whether the text asks for what the check measures. */
export const isRequired = (source: ResultSource): boolean => listRequirements(source).length > 0;

export function createResult(source: ResultSource, judgement: Judgement): ConformResult {
  const { check, text } = source;
  const all = listRequirements(source);
  const { verdict, keeps = [] } = judgement;
  const counted = verdict === "broken" ? all.filter(({ id }) => !keeps.includes(id)) : all;
  return {
    id: check.id,
    title: check.title,
    status: verdict === "kept" ? "pass" : verdict === "broken" ? toStatus(counted, text) : verdict,
    ...describeRequirements(counted, text),
    ...describeEvidence(source, judgement),
  };
}

/** What breaks these requirements: a fail where one is a MUST, nothing where all are a MAY. */
function toStatus(requirements: readonly Requirement[], text: SpecText): ConformStatus {
  const status = toBrokenStatus(findStrongest(requirements)?.level ?? null);
  return status === "fail" && !REQUIREMENT_SETS[text].isScored ? "warning" : status;
}

/** What breaks a requirement of this level. */
export function toBrokenStatus(level: RequirementLevel | null): ConformStatus {
  if (level === null || level === "MAY") return "not-applicable";
  return level === "MUST" ? "fail" : "warning";
}

function describeRequirements(requirements: readonly Requirement[], text: SpecText) {
  const strongest = findStrongest(requirements);
  return {
    level: strongest?.level ?? null,
    clause: strongest && `${text} ${strongest.clause}`,
    requirements: requirements.map(({ id }) => id),
    tck: requirements.flatMap(({ tck = [] }) => tck),
    acts: requirements.flatMap(({ acts = [] }) => acts),
    dispute: requirements.find(({ dispute }) => dispute !== undefined)?.dispute ?? null,
  };
}

/** The result for a rule that is broken. A rule that no requirement asks for only warns. */
export function createRuleResult(
  source: ResultSource,
  { rule, title, clause, judgement }: RuleFinding,
): ConformResult {
  const { text, subject } = source;
  const requirements = getRequirementsOfRule(rule, text, getRequirementBinding(subject));
  const described = describeRequirements(requirements, text);
  return {
    id: rule,
    title,
    status: requirements.length === 0 ? "warning" : toStatus(requirements, text),
    ...described,
    clause: described.clause ?? clause,
    ...describeEvidence(source, judgement),
  };
}

/** The result of a check that threw: a fault of the grader, not of the agent. */
export function createErrorResult(source: ResultSource, message: string): ConformResult {
  const judgement = { verdict: "not-measured", message, response: null, event: null } as const;
  return { ...createResult(source, judgement), status: "error" };
}

function describeEvidence({ check, subject }: ResultSource, judgement: Judgement) {
  const { message, response, event } = judgement;
  return {
    group: check.group,
    message,
    interface: subject && formatInterface(subject),
    recording: response?.recording ?? null,
    exchange: response?.exchange.id ?? null,
    event,
    curl: response && toCommand(response.exchange.open.record),
    link: response && formatLink(response, event),
  };
}

function formatLink({ recording, exchange }: Response, event: number | null): string {
  const query = new URLSearchParams({ run: recording, exchange: String(exchange.index) });
  if (event !== null) query.set("event", String(event));
  return `/?${query}`;
}

export const formatInterface = ({ endpoint }: InterfaceUnderTest): string =>
  `${BINDING_NAMES[endpoint.binding]} ${endpoint.url}`;

/** The command that repeats a request; `null` for one that the agent sent. */
function toCommand({ method, url, headers, body, bodyB64, inbound }: OpenRecord): string | null {
  if (inbound) return null;
  const request = { method, url, headers: headers.filter(([name]) => !CLIENT_HEADERS.test(name)) };
  if (bodyB64 !== undefined) return toGrpcurl({ ...request, bodyB64 });
  return toCurl({ ...request, ...(body !== undefined && { body }) });
}
