/**
 * `loupe conform ADDRESS`: grades an agent against the specification. Exit code 0: nothing failed; 1:
 * something did, or a known failure is stale; 2: nothing could be graded.
 */

import { PRODUCT } from "../lib/api/version.ts";
import {
  compareReport,
  formatRepeatedTest,
  formatReportSummary,
} from "../lib/conform/acts/compare-report.ts";
import type { ActsReport } from "../lib/conform/acts/report.ts";
import {
  type ConformResult,
  FAIL_ON_STATUS,
  type FailOnStatus,
  isFailing,
} from "../lib/conform/grade.ts";
import { applyKnownFailures } from "../lib/conform/known-failures.ts";
import { ANY_AGENT } from "../lib/conform/profiles.ts";
import { createGradeReport, createUngradedReport } from "../lib/conform/report/json.ts";
import {
  GRADE_REPORT_NAMES,
  GRADE_REPORTS,
  type GradeReportName,
} from "../lib/conform/report/reports.ts";
import { formatGradeText } from "../lib/conform/report/text.ts";
import { SPEC_TEXTS, type SpecText } from "../lib/conform/requirements/requirement.ts";
import { EFFECTS, type Effect, PROMPT_STATES, type PromptState } from "../lib/conform/subject.ts";
import { type GradeOptions, gradeAgent, MAX_REQUESTS } from "../lib/server/conform/grade-agent.ts";
import { startInboxServer } from "../lib/server/conform/inbox-server.ts";
import { MAX_ACTS_REQUESTS } from "../lib/server/conform/load-acts.ts";
import { Library } from "../lib/server/library.ts";
import { AgentNotFoundError, maskAddressSecrets } from "../lib/server/live/live-agent.ts";
import { readSettings } from "../lib/server/settings.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import {
  ACTS_OPTIONS,
  type ActsRequest,
  checkActsRequest,
  openActsProfile,
  openActsReport,
  writeActsReports,
} from "./acts-options.ts";
import { CALL_OPTIONS } from "./call-options.ts";
import { main as gradeClients } from "./client.ts";
import {
  createFlag,
  createOption,
  createTextOption,
  defineCommand,
  requireText,
  UsageError,
} from "./command-line.ts";
import { type CommandWords, JSON_OPTION, printJson, printNext } from "./json-output.ts";
import { toAbortSignal } from "./record.ts";
import {
  createFileOption,
  KNOWN_OPTION,
  loadKnownFailures,
  openReports,
  REPORT_OPTIONS,
} from "./report-files.ts";
import { runCommand } from "./run-command.ts";
import { createProgressOutput, FAILURE, refuse, type Terminal } from "./terminal.ts";

const PROMPTS = createOption<ReadonlyMap<PromptState, string>>(
  "--prompt [STATE=]TEXT",
  "the message to send (default: the card's first example). Before =, the state that it brings about: input-required, or long for a task that runs for some seconds",
  new Map(),
  (before, text, name) => {
    const value = requireText(text, name);
    const state = PROMPT_STATES.find((one) => value.startsWith(`${one}=`)) ?? "any";
    const prompt = value.startsWith(`${state}=`) ? value.slice(state.length + 1) : value;
    return new Map([...before, [state, requireText(prompt, name)]]);
  },
);

const SPEC_TEXT = createOption<SpecText | null>(
  "--spec TEXT",
  `judge by this text: ${SPEC_TEXTS.join(", ")} (default: that of the interface's version)`,
  null,
  (_, text, name) => {
    const found = SPEC_TEXTS.find((one) => one === text);
    if (!found)
      throw new UsageError(`${name} needs one of ${SPEC_TEXTS.join(", ")}, not "${text}"`);
    return found;
  },
);

const REQUEST_LIMIT = createOption<number | null>(
  "--max-requests N",
  `send no more requests than this (default ${MAX_REQUESTS}; with --acts ${MAX_ACTS_REQUESTS})`,
  null,
  (_, text, name) => {
    const count = Number(text);
    if (!Number.isInteger(count) || count < 1)
      throw new UsageError(`${name} needs a number above 0`);
    return count;
  },
);

const REPETITIONS = createOption<number>(
  "--repeat N",
  "run every check N times, and mark results that differ as unstable",
  1,
  (_, text, name) => {
    const count = Number(text);
    if (!Number.isInteger(count) || count < 1 || count > 20) {
      throw new UsageError(`${name} needs a number from 1 to 20`);
    }
    return count;
  },
);

const FAIL_ON_OPTION = createOption<FailOnStatus>(
  "--fail-on STATUS",
  "the mildest status that fails the grade: fail (default), warning, not-measured, or never",
  "fail",
  (_, text, name) => {
    const status = FAIL_ON_STATUS.find((one) => one === text);
    if (!status) {
      throw new UsageError(`${name} needs one of ${FAIL_ON_STATUS.join(", ")}, not "${text}"`);
    }
    return status;
  },
);

/** All but JSON, which is printed. */
const FILE_REPORTS = GRADE_REPORT_NAMES.filter((name) => name !== "json");
type FileReport = Exclude<GradeReportName, "json">;

interface ConformRequest {
  /** `null` where a report is printed, and no agent is called. */
  readonly address: string | null;
  readonly acts: ActsRequest;
  readonly grade: Omit<GradeOptions, "inboxOrigin">;
  readonly json: boolean;
  readonly failOn: FailOnStatus;
  /** File of known failures. */
  readonly known: string | null;
  readonly files: Readonly<Record<FileReport, string | null>>;
  /** The origin of the app, for links. */
  readonly app: string | null;
}

export const CONFORM = defineCommand({
  name: "conform",
  operands: "ADDRESS | --report FILE",
  summary:
    "grades an agent against the specification that it speaks: card, errors, messages, streams, tasks, and what its interfaces have in common. Sends real messages, and cancels tasks that it started. Exit code 1 if something failed.",
  options: {
    prompts: PROMPTS,
    isReadOnly: createFlag("--read-only", "send no messages, cancel nothing, configure nothing"),
    text: SPEC_TEXT,
    repetitions: REPETITIONS,
    maxRequests: REQUEST_LIMIT,
    failOn: FAIL_ON_OPTION,
    known: KNOWN_OPTION,
    json: JSON_OPTION,
    ...REPORT_OPTIONS,
    badge: createFileOption("--badge FILE", "also write a badge as SVG"),
    badgeJson: createFileOption(
      "--badge-json FILE",
      "also write the badge as JSON for badge services",
    ),
    app: createTextOption(
      "--app URL",
      "where Loupe runs: the HTML page and Markdown link to the recordings there",
    ),
    ...ACTS_OPTIONS,
    isOfClients: createFlag(
      "--client",
      "grade clients instead, with the responses of a log in place of ADDRESS; takes the options of loupe client",
    ),
    ...CALL_OPTIONS,
  },
  createRequest({ isOfClients: _, ...values }, [address, other]): ConformRequest {
    const {
      json,
      isReadOnly,
      failOn,
      known,
      html,
      junit,
      sarif,
      markdown,
      badge,
      badgeJson,
      app,
      maxRequests: most,
      ...options
    } = values;
    if ((address === undefined && values.report === null) || other !== undefined) {
      throw new UsageError("conform needs the address of one agent");
    }
    checkActsRequest(values, address);
    const maxRequests = most ?? (values.acts === null ? MAX_REQUESTS : MAX_ACTS_REQUESTS);
    if (app !== null && !URL.canParse(app)) throw new UsageError(`--app needs a URL, not "${app}"`);
    const effects = new Set<Effect>(isReadOnly ? ["none"] : EFFECTS);
    const files = { html, junit, sarif, markdown, badge, badgeJson };
    const grade = { ...options, maxRequests, effects, profile: "any", checks: ANY_AGENT };
    return {
      address: address ?? null,
      acts: values,
      json,
      failOn,
      known,
      files,
      app: app && new URL(app).origin,
      grade,
    };
  },
});

export const main = (
  argv: readonly string[],
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> => {
  const own = argv.filter((word) => word !== CLIENT_FLAG);
  if (own.length < argv.length)
    return gradeClients([...own, "--stress", "--grade"], terminal, stopped);
  return runCommand(CONFORM, argv, terminal, (request) => conform(request, terminal, stopped));
};

const CLIENT_FLAG = "--client";

async function conform(
  request: ConformRequest,
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> {
  const { address, acts, grade: given, json, failOn, known, files, app } = request;
  const { stdout, stderr } = terminal;
  const progress = createProgressOutput(stderr);
  const report = await openActsReport(acts);
  if (typeof report === "string") return refuse(terminal, report);
  if (address === null) return report ? printReport(report, [], terminal, json) : FAILURE;
  const profile = await openActsProfile(acts, report);
  if (typeof profile === "string") return refuse(terminal, profile);
  const options = profile ? { ...given, profile: "acts", checks: profile.checks } : given;
  const entries = await loadKnownFailures(known);
  if (typeof entries === "string") return refuse(terminal, entries);
  const outputs = await openReports(FILE_REPORTS, files);
  if (typeof outputs === "string") return refuse(terminal, outputs);
  const settings = readSettings();
  const library = new Library({ ...settings, limits: { ...settings.limits, ...options.limits } });
  const inboxes = await startInboxServer(library);
  try {
    const graded = await gradeAgent(
      library,
      address,
      { ...options, inboxOrigin: inboxes.origin },
      toAbortSignal(stopped),
      { onResult: ({ id }, { done, all }) => progress.printStatus(`${done} of ${all}: ${id}`) },
    ).catch((error: unknown) => new UngradedError(error));
    if (graded instanceof UngradedError) return printUngraded(request, report, graded, terminal);
    const grade = applyKnownFailures(graded, entries);
    for (const [name, output] of outputs)
      await output.write(GRADE_REPORTS[name].print(grade, { failOn, app }));
    if (report) return printReport(report, grade.results, terminal, json);
    if (profile) {
      const written = await writeActsReports(profile, grade, acts);
      if (typeof written === "string") return refuse(terminal, written);
      for (const path of written) stderr.write(`wrote ${path}\n`);
    }
    const first = grade.results.find(({ status }) => status === "fail");
    const next: CommandWords[] = first?.recording ? [["inspect", first.recording]] : [];
    if (json) printJson(terminal, createGradeReport(grade, failOn), next);
    else {
      for (const line of formatGradeText(grade)) stdout.write(`${line}\n`);
      printNext(terminal, next);
    }
    if (grade.results.length === 0) return 2;
    return isFailing(grade, failOn) ? 1 : 0;
  } catch (error) {
    return refuse(terminal, maskAddressSecrets(address, getErrorMessage(error)));
  } finally {
    await inboxes.close();
    for (const output of outputs.values()) await output.close();
  }
}

/** Nothing could be graded: there is no agent, or none that Loupe has requirements for. */
class UngradedError extends Error {
  /** The recording that shows why; empty without one. */
  readonly recording: string;

  constructor(cause: unknown) {
    super(getErrorMessage(cause));
    this.recording = cause instanceof AgentNotFoundError ? cause.recording : "";
  }
}

/** Says why nothing could be graded: on standard error, and with `--json` in an object, too. */
function printUngraded(
  { address, grade: { profile }, acts, json }: ConformRequest,
  report: ActsReport | null,
  { message, recording }: UngradedError,
  terminal: Terminal,
): number {
  const mask = (text: string) => maskAddressSecrets(address ?? "", text);
  const reason = mask(message);
  if (json && report) printReport(report, [], terminal, json);
  else if (json) {
    const ungraded = createUngradedReport({
      address: mask(address ?? ""),
      profile: acts.acts === null ? profile : "acts",
      at: new Date().toISOString(),
      by: PRODUCT,
      reason,
    });
    printJson(terminal, ungraded, recording === "" ? [] : [["inspect", recording]]);
  }
  return refuse(terminal, reason);
}

/** Prints a report of ACTS, with what its failed tests show now. Returns 1 if a MUST failed. */
function printReport(
  report: ActsReport,
  results: readonly ConformResult[],
  terminal: Terminal,
  json: boolean,
): number {
  const repeated = compareReport(report, results);
  const next: CommandWords[] = repeated.flatMap(({ now }) =>
    now?.recording ? [["inspect", now.recording]] : [],
  );
  if (json) {
    printJson(terminal, { report, repeated }, next.slice(0, 1));
  } else {
    terminal.stdout.write(`${formatReportSummary(report)}\n`);
    for (const line of repeated.flatMap((one) => [...formatRepeatedTest(one)])) {
      terminal.stdout.write(`${line}\n`);
    }
    printNext(terminal, next.slice(0, 1));
  }
  return repeated.some(({ reported }) => reported.level === "must") ? 1 : 0;
}
