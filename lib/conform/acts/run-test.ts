/**
 * Runs a test of ACTS on one interface: its steps in order, until one does not pass.
 *
 * Guarantee: a test that could not be run is no failure of the agent, and a value that is masked in
 * recordings is compared with nothing.
 */

import { getErrorMessage } from "../../text/error-message.ts";
import { replaceHeaders } from "../../wire/headers.ts";
import { NotMeasuredError } from "../judgement.ts";
import { type Response, unwrapResult } from "../response.ts";
import type { Calls, ExpectedSender, InterfaceUnderTest, ProbeInbox } from "../subject.ts";
import { type ActsFailure, evaluateAssertion, evaluateNamed, findFirst } from "./assertions.ts";
import type { ActsConvention } from "./convention.ts";
import type { ActsStep, ActsTest, NamedAssertion } from "./document.ts";
import { encodeOperation, isStreamed } from "./encode-operation.ts";
import { getRoot, judgeError, judgeHeaders, judgeResponse } from "./judge-response.ts";
import type { ActsOutcome, StepOutcome } from "./outcome.ts";
import { evaluateCondition, readPaths } from "./paths.ts";
import { encodeRaw, ForeignOriginError } from "./raw-request.ts";
import { evaluateStream, toEventView } from "./stream.ts";
import { UnknownVariableError, Variables } from "./variables.ts";

export interface ActsRun {
  readonly test: ActsTest;
  readonly subject: InterfaceUnderTest;
  readonly convention: ActsConvention;
  /** Of the file, the convention and the user. */
  readonly variables: ReadonlyMap<string, string>;
}

export function runActsTest(run: ActsRun): Promise<ActsOutcome> {
  const { test, subject } = run;
  return subject.record(`${test.id} ${test.name}`, (calls) => new TestRun(run, calls).run());
}

/** The step cannot be run: a fault of the file or of what it needs, not of the agent. */
class StepError extends Error {}

const FILE_FAULTS = [StepError, UnknownVariableError, ForeignOriginError];

interface Judged {
  readonly failure: ActsFailure | null;
  readonly response: Response | null;
}

class TestRun {
  readonly #run: ActsRun;
  readonly #calls: Calls;
  readonly #variables: Variables;
  readonly #responses: Response[] = [];
  #inbox: ProbeInbox | null = null;

  constructor(run: ActsRun, calls: Calls) {
    this.#run = run;
    this.#calls = calls;
    const { url } = run.subject.endpoint;
    const given = new Map<string, unknown>([...run.variables, ["baseUrl", url]]);
    this.#variables = new Variables(given, () => calls.createId());
  }

  async run(): Promise<ActsOutcome> {
    const { steps, assertions = [] } = this.#run.test;
    const outcomes: StepOutcome[] = [];
    for (const step of steps) {
      const outcome = await this.#runStep(step);
      outcomes.push(outcome);
      const { result, failure } = outcome;
      if (result !== "pass") return createOutcome(result, failure, step.id, outcomes);
    }
    const failure = this.#evaluateNamed(assertions);
    return createOutcome(failure ? "fail" : "pass", failure, null, outcomes);
  }

  async #runStep(step: ActsStep): Promise<StepOutcome> {
    const before = this.#responses.length;
    const finish = (
      result: StepOutcome["result"],
      failure: ActsFailure | null,
      response: Response | null,
    ): StepOutcome => {
      const durationMs = sumDurations(this.#responses.slice(before));
      return { id: step.id, result, durationMs, failure, response };
    };
    try {
      if (step.delay_ms) await this.#calls.pause(step.delay_ms);
      const { failure, response } = await this.#perform(step);
      const all = failure ?? this.#evaluateNamed(step.assertions ?? []);
      return finish(all ? "fail" : "pass", all, response);
    } catch (error) {
      if (error instanceof NotMeasuredError) throw error;
      const isOfFile = FILE_FAULTS.some((kind) => error instanceof kind);
      if (!isOfFile) throw error;
      const failure = { message: getErrorMessage(error), path: null };
      return finish("error", failure, this.#responses.at(-1) ?? null);
    }
  }

  #perform(step: ActsStep): Promise<Judged> {
    if (step.expect_webhook) return this.#judgeWebhook(step);
    if (step.client_response) return this.#askClient(step);
    if (step.assertion) {
      const failure = this.#evaluateNamed([step.assertion]);
      return Promise.resolve({ failure, response: null });
    }
    const isStream = step.operation ? isStreamed(step.operation) : step.expect_stream !== undefined;
    return isStream ? this.#runStream(step) : this.#runUnary(step);
  }

  async #encode(step: ActsStep) {
    const { subject, convention } = this.#run;
    await this.#openInbox(step);
    if (step.raw) {
      if (subject.endpoint.binding === "grpc") throw new StepError("gRPC has no raw steps.");
      return encodeRaw(step.raw, this.#variables, subject);
    }
    const params = this.#variables.resolve(step.params ?? {}) as Record<string, unknown>;
    const operation = step.operation ?? "send_message";
    const request = encodeOperation(operation, params, this.#calls, subject);
    const own = subject.isIdentified ? [] : convention.headers;
    return { ...request, headers: replaceHeaders(request.headers, own) };
  }

  async #runUnary(step: ActsStep): Promise<Judged> {
    const { repeat } = step;
    const attempts = repeat?.max_attempts ?? 1;
    const until = repeat && this.#variables.resolveText(repeat.until);
    for (let attempt = 1; ; attempt++) {
      const request = await this.#encode(step);
      const response = this.#keep(
        await this.#calls.send(request, { isBare: step.raw !== undefined, ...LONG }),
      );
      const hasArrived =
        until === undefined ? true : evaluateCondition(until, getRoot(step, response));
      if (hasArrived === null) throw new StepError(`${until} is not a condition.`);
      if (hasArrived) return this.#judge(step, response);
      if (attempt === attempts) {
        const actual = JSON.stringify(getRoot(step, response)) ?? "nothing";
        const message = `After ${attempts} attempts, it is not so that ${until}.`;
        return { failure: { message, path: null, expected: until ?? "", actual }, response };
      }
      await this.#calls.pause(getDelay(repeat, attempt));
    }
  }

  #judge(step: ActsStep, response: Response): Judged {
    const { expect, expect_error: error } = step;
    const resolved = {
      ...step,
      ...(expect && { expect: this.#variables.resolve(expect) as typeof expect }),
      ...(error && { expect_error: this.#variables.resolve(error) as typeof error }),
    };
    this.#variables.set(step.id, "response", this.#reveal(getRoot(step, response)));
    const { needsErrorName } = this.#run.convention;
    const revealed = (actual: Response) => this.#reveal(getRoot(step, actual));
    const failure = judgeResponse(resolved, response, revealed(response), needsErrorName);
    return { failure: failure ?? this.#capture(step, revealed(response)), response };
  }

  #capture({ id, capture = {} }: ActsStep, root: unknown): ActsFailure | null {
    for (const [name, path] of Object.entries(capture)) {
      const [found] = readPaths(root, path);
      if (!found) return { message: `The response has no ${path}.`, path, actual: "nothing" };
      this.#variables.set(id, name, found.value);
    }
    return null;
  }

  async #runStream(step: ActsStep): Promise<Judged> {
    const { expect_stream: expected, expect_error: error, expect } = step;
    const { convention } = this.#run;
    const limitMs = expected?.timeout_ms ?? convention.streamMs;
    const plans = expected?.streams ?? [{}];
    const request = await this.#encode(step);
    const streams = await Promise.all(
      plans.map(() => this.#calls.open(request, { isBare: step.raw !== undefined, limitMs })),
    );
    const most = (expected?.max_count ?? Number.POSITIVE_INFINITY) + 1;
    const read = await Promise.all(
      streams.map(async (running, i) => {
        const plan = plans[i] ?? {};
        const count = "disconnect_after" in plan ? (plan.disconnect_after ?? most) : most;
        const { response } = running;
        const isCut = await running.waitUntil(() => response.exchange.events.count >= count);
        const isOpen = response.end === null;
        await running.end();
        return { plan, response, isLate: isOpen && !isCut };
      }),
    );
    for (const { response } of read) this.#keep(response);
    const [first] = read;
    if (!first) throw new StepError("The step opens no stream.");
    if (error) {
      const resolved = this.#variables.resolve(error) as typeof error;
      const failure = judgeError(resolved, first.response, convention.needsErrorName);
      return { failure, response: first.response };
    }
    for (const { plan, response, isLate } of read) {
      const events = this.#readEvents(step, response);
      this.#variables.set(step.id, "response", events);
      const { streams: _, timeout_ms: __, ...shared } = expected ?? {};
      const { description: ___, disconnect_after: ____, ...own } = { ...NO_PLAN, ...plan };
      const failure =
        findStreamFault(response, isLate ? limitMs : null) ??
        (expect ? judgeResponse({ ...step, expect }, response, undefined, false) : null) ??
        evaluateStream(this.#variables.resolve(shared) as typeof shared, events) ??
        evaluateStream(this.#variables.resolve(own) as typeof own, events);
      if (failure) return { failure, response };
    }
    const events = this.#readEvents(step, first.response);
    return { failure: this.#capture(step, events), response: first.response };
  }

  #readEvents(step: ActsStep, { values }: Response): unknown[] {
    return values.map((value) => this.#reveal(step.raw ? value : unwrapResult(value)));
  }

  /** Opens an inbox when a step first names it. Only what the test asserts on must be sent to it. */
  async #openInbox(step: ActsStep): Promise<void> {
    if (this.#inbox || !JSON.stringify(step).includes("{{webhookUrl}}")) return;
    this.#inbox = await this.#calls.openInbox(getExpectedSender(this.#run.test));
    const { url } = this.#inbox;
    this.#variables.define("webhookUrl", url);
  }

  async #judgeWebhook({ expect_webhook: expected }: ActsStep): Promise<Judged> {
    if (!expected || !this.#inbox) throw new StepError("No earlier step names {{webhookUrl}}.");
    const { min_count: count, timeout_ms: limitMs, headers, token } = expected;
    const all = await this.#inbox.waitForNotifications(count, limitMs);
    const taskId = this.#variables.resolveText(expected.task_id);
    const own = all.filter((one) => JSON.stringify(one.values).includes(JSON.stringify(taskId)));
    const last = own.at(-1) ?? null;
    if (own.length < count || !last) {
      const actual = String(own.length);
      const message = `${actual} notifications of the task arrived; expected ${count}.`;
      return {
        failure: { message, path: "webhook", expected: String(count), actual },
        response: last,
      };
    }
    // The inbox has compared the credentials, which are masked in the recording.
    const { rejectionReason } = last.exchange;
    if ((headers ?? token) !== undefined && rejectionReason !== null) {
      return { failure: { message: rejectionReason, path: "webhook.headers" }, response: last };
    }
    const { authorization: _, Authorization: __, ...others } = headers ?? {};
    const events = own.flatMap(({ values }) => values.map(toEventView));
    const { each_event: each, final_event: final } = this.#variables.resolve(
      expected,
    ) as typeof expected;
    const failure =
      judgeHeaders(others, last) ??
      (each
        ? findFirst(events, (one, i) => evaluateAssertion(each, one, `webhook[${i}]`))
        : null) ??
      (final ? evaluateAssertion(final, events.at(-1), "webhook") : null);
    return { failure, response: last };
  }

  /** Asks the agent what its SDK's client reads from a response. */
  async #askClient(step: ActsStep): Promise<Judged> {
    const { clientPrefix } = this.#run.convention;
    const { client_response: given, expect_parsed: expected } = step;
    if (clientPrefix === null || !given) throw new StepError("There is no way to ask the client.");
    const parts = [{ text: clientPrefix }, { data: this.#variables.resolve(given) }];
    const asking = { ...step, operation: "send_message" as const };
    const request = await this.#encode({
      ...asking,
      params: { message: { role: "ROLE_USER", parts } },
    });
    const response = this.#keep(await this.#calls.send(request, LONG));
    const [parsed] = readPaths(response.result, "task.artifacts[*].parts[*].data");
    if (!parsed) {
      const message = `The agent did not say what its client reads: ${response.describe()}.`;
      return { failure: { message, path: null }, response };
    }
    const failure = evaluateAssertion(this.#variables.resolve(expected), parsed.value);
    return { failure, response };
  }

  #evaluateNamed(assertions: readonly NamedAssertion[]): ActsFailure | null {
    return findFirst(assertions, ({ source, ...assertion }) =>
      evaluateNamed(
        this.#variables.resolve(assertion) as typeof assertion,
        this.#variables.resolve(source),
      ),
    );
  }

  #keep(response: Response): Response {
    this.#responses.push(response);
    if (response.taskId !== null) this.#calls.noteTask(response.taskId);
    return response;
  }

  /** The address of the inbox is masked in the recording. */
  #reveal(value: unknown): unknown {
    const url = this.#inbox?.url;
    if (url === undefined) return value;
    const place = url.slice(0, url.lastIndexOf("/"));
    return mapTexts(value, (text) => (text.startsWith(`${place}/‹masked `) ? url : text));
  }
}

const NO_PLAN: { description?: string; disconnect_after?: number } = {};

/** Messages may take as long as the user lets them. */
const LONG = { limitMs: Number.POSITIVE_INFINITY };

function createOutcome(
  result: ActsOutcome["result"],
  failure: ActsFailure | null,
  step: string | null,
  steps: readonly StepOutcome[],
): ActsOutcome {
  if (failure?.isMasked) {
    const skipReason = `Recordings mask the value of ${failure.path ?? "the response"}, so that it cannot be compared.`;
    return { result: "skip", skipReason, isMeasurable: true, failure: null, steps };
  }
  return {
    result,
    skipReason: null,
    isMeasurable: true,
    failure: failure && { ...failure, step },
    steps,
  };
}

/** Why the response is no stream that ended in time; `null` if it is one. */
function findStreamFault(response: Response, lateMs: number | null): ActsFailure | null {
  if (response.status === null || response.isError) {
    const actual = response.describe();
    return { message: `Answered with ${actual}.`, path: "stream", expected: "a stream", actual };
  }
  const type = response.getHeader("content-type") ?? "no media type";
  if (response.binding !== "grpc" && !/^text\/event-stream\b/i.test(type)) {
    const message = `The response is ${type}, not text/event-stream.`;
    return { message, path: "stream", expected: "text/event-stream", actual: type };
  }
  if (lateMs === null) return null;
  const message = `The stream was still open after ${lateMs} ms.`;
  return { message, path: "stream", expected: `an end within ${lateMs} ms`, actual: "open" };
}

function getDelay(repeat: ActsStep["repeat"], attempt: number): number {
  const { delay_ms: base = 0, backoff = "none" } = repeat ?? {};
  if (backoff === "linear") return base * attempt;
  return backoff === "exponential" ? base * 2 ** (attempt - 1) : base;
}

function sumDurations(responses: readonly Response[]): number {
  const durations = responses.map(
    ({ exchange: { open, end } }) => (end?.time ?? open.time) - open.time,
  );
  return Math.round(durations.reduce((sum, one) => sum + one, 0));
}

/** The credentials that the test asserts on. */
function getExpectedSender({ steps }: ActsTest): ExpectedSender {
  const webhook = steps.find((step) => step.expect_webhook)?.expect_webhook;
  const config = steps.find((step) => step.operation === "create_push_config")?.params
    ?.pushNotificationConfig as Readonly<Record<string, unknown>> | undefined;
  const { token, authentication } = config ?? {};
  const { scheme, credentials } = (authentication ?? {}) as Record<string, unknown>;
  return {
    ...(webhook?.token !== undefined && typeof token === "string" && { token }),
    ...(webhook?.headers &&
      typeof scheme === "string" &&
      typeof credentials === "string" && { authentication: { scheme, credentials } }),
  };
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]),
  );
}
