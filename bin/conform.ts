/**
 * `loupe conform ADDRESS`: grades an agent against the specification. Exit code 0: nothing failed; 1:
 * something did; 2: nothing could be graded.
 */

import type { Grade } from "../lib/conform/grade.ts";
import { ANY_AGENT } from "../lib/conform/profiles.ts";
import { formatGradeText } from "../lib/conform/report/text.ts";
import { SPEC_TEXTS, type SpecText } from "../lib/conform/requirements/requirement.ts";
import { EFFECTS, type Effect, PROMPT_STATES, type PromptState } from "../lib/conform/subject.ts";
import { type GradeOptions, gradeAgent } from "../lib/server/conform/grade-agent.ts";
import { startInboxServer } from "../lib/server/conform/inbox-server.ts";
import { Library } from "../lib/server/library.ts";
import { readSettings } from "../lib/server/settings.ts";
import { CALL_OPTIONS } from "./call-options.ts";
import {
  createFlag,
  createOption,
  defineCommand,
  requireText,
  UsageError,
} from "./command-line.ts";
import { JSON_OPTION, printJson } from "./json-output.ts";
import { createProgressOutput } from "./progress.ts";
import { toAbortSignal } from "./record.ts";
import { runCommand } from "./run-command.ts";
import { getErrorMessage, refuse, type Terminal } from "./terminal.ts";

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

const MAX_REQUESTS = createOption<number>(
  "--max-requests N",
  "send no more requests than this (default 400)",
  400,
  (_, text, name) => {
    const count = Number(text);
    if (!Number.isInteger(count) || count < 1)
      throw new UsageError(`${name} needs a number above 0`);
    return count;
  },
);

interface ConformRequest {
  readonly address: string;
  readonly grade: Omit<GradeOptions, "inboxOrigin">;
  readonly json: boolean;
}

export const CONFORM = defineCommand({
  name: "conform",
  operands: "ADDRESS",
  summary:
    "grades an agent against the specification that it speaks: card, errors, messages, streams, tasks, and what its interfaces have in common. Sends real messages, and cancels tasks that it started. Exit code 1 if something failed.",
  options: {
    prompts: PROMPTS,
    isReadOnly: createFlag("--read-only", "send no messages, cancel nothing, configure nothing"),
    text: SPEC_TEXT,
    maxRequests: MAX_REQUESTS,
    json: JSON_OPTION,
    ...CALL_OPTIONS,
  },
  createRequest({ json, isReadOnly, ...options }, [address, other]): ConformRequest {
    if (address === undefined || other !== undefined) {
      throw new UsageError("conform needs the address of one agent");
    }
    const effects = new Set<Effect>(isReadOnly ? ["none"] : EFFECTS);
    return { address, json, grade: { ...options, effects, profile: "any", checks: ANY_AGENT } };
  },
});

export const main = (
  argv: readonly string[],
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> =>
  runCommand(CONFORM, argv, terminal, (request) => conform(request, terminal, stopped));

async function conform(
  { address, grade: options, json }: ConformRequest,
  terminal: Terminal,
  stopped: Promise<unknown>,
): Promise<number> {
  const { stdout, stderr } = terminal;
  const progress = createProgressOutput(stderr);
  const settings = readSettings();
  const library = new Library({ ...settings, limits: { ...settings.limits, ...options.limits } });
  const inboxes = await startInboxServer(library);
  try {
    const grade = await gradeAgent(
      library,
      address,
      { ...options, inboxOrigin: inboxes.origin },
      toAbortSignal(stopped),
      {
        onResult: ({ id }, { done, all }) => progress.printStatus(`${done} of ${all}: ${id}`),
      },
    );
    if (json) printJson(terminal, grade, []);
    else for (const line of formatGradeText(grade)) stdout.write(`${line}\n`);
    return getExitCode(grade);
  } catch (error) {
    return refuse(terminal, getErrorMessage(error));
  } finally {
    await inboxes.close();
  }
}

function getExitCode({ results }: Grade): number {
  if (results.length === 0) return 2;
  return results.some(({ status }) => status === "fail") ? 1 : 0;
}
