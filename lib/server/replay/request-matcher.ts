/**
 * Selects the recorded exchange that answers a request: one of the same operation, of the same task
 * if the request names one, with the same text if it has a message, and among those the next in order.
 *
 * Guarantees: the same requests in the same order get the same responses; every match has a reason;
 * if nothing matches, the refusal lists what is recorded.
 */
import { BINDING_NAMES } from "../../protocol/card/card.ts";
import { getEncodingVersion } from "../../protocol/encode/request-format.ts";
import { formatQuote } from "./message-text.ts";
import type { ReplayRefusal } from "./replay-refusal.ts";
import { formatRequestTitle, getMethodVersions, type ReplayRequest } from "./replay-request.ts";
import type { RecordedExchange, ReplaySource } from "./replay-source.ts";

interface ExchangeMatch {
  readonly exchange: RecordedExchange;
  readonly why: string;
  readonly notes: readonly string[];
}

export class RequestMatcher {
  readonly #source: ReplaySource;
  /** Numbers of the exchanges that were already used. */
  readonly #used = new Set<number>();
  /** Recorded task ids by the ids that a client of 0.1 chose. */
  readonly #tasks = new Map<string, string>();

  constructor(source: ReplaySource) {
    this.#source = source;
  }

  match(replayRequest: ReplayRequest): ExchangeMatch | ReplayRefusal {
    const found = this.#find(replayRequest);
    if ("reason" in found) return found;
    const { exchange } = found;
    const named = replayRequest.request?.taskId;
    const recorded = exchange.request?.taskId;
    if (exchange.version === "0.1" && named && recorded) this.#tasks.set(named, recorded);
    return this.#markUsed(found);
  }

  #find(replayRequest: ReplayRequest): ExchangeMatch | ReplayRefusal {
    const { request, verb, path } = replayRequest;
    const operation = request?.operation ?? null;
    if (!request || !operation) {
      const same = this.#source.exchanges.filter((it) => isSameOtherRequest(it, replayRequest));
      const match = this.#findNext(same, "the same method and path");
      if (match) return match;
      const what = request ? `method ${request.method}` : `${verb} ${path}`;
      return this.#createRefusal(request ? "METHOD_NOT_FOUND" : "NOT_FOUND", `It has no ${what}.`);
    }
    const able = this.#source.exchanges.filter((it) => it.operation === operation);
    if (able.length === 0) {
      return this.#createRefusal("UNSUPPORTED_OPERATION", `It has no ${request.method}.`);
    }
    const fitting = able.filter((it) => isCompatible(it, replayRequest));
    const [other] = able;
    if (fitting.length === 0 && other) {
      const recordedAs = `${other.version} over ${BINDING_NAMES[other.binding]}`;
      return this.#createRefusal(
        "VERSION_NOT_SUPPORTED",
        `It was recorded in A2A ${recordedAs}, where this operation is ${formatRequestTitle(other.request, null, operation)}; the request was ${request.method}.`,
      );
    }
    if (operation === "send" || operation === "stream")
      return this.#matchMessage(replayRequest, fitting);
    if (request.taskId !== null) return this.#matchTask(request.taskId, fitting);
    return this.#orRefusal(this.#findNext(fitting, "the next in order"));
  }

  #matchMessage(
    { request, text }: ReplayRequest,
    fitting: readonly RecordedExchange[],
  ): ExchangeMatch | ReplayRefusal {
    const named = request?.message?.taskId ?? request?.taskId ?? null;
    const task = named === null ? null : (this.#tasks.get(named) ?? this.#getRecordedTask(named));
    const inTask = fitting.filter((it) => it.continuedTaskId === task);
    const hasSameText = (it: RecordedExchange) => it.text !== null && it.text === text;
    const inThatTask = task === null ? "" : ` in task ${task}`;
    const match =
      this.#findNext(inTask.filter(hasSameText), `the same text${inThatTask}`) ??
      this.#findNext(fitting.filter(hasSameText), "the same text") ??
      this.#findNext(
        inTask,
        task === null ? "the next that starts a task" : `the next${inThatTask}`,
      ) ??
      this.#findNext(fitting, "the next in order");
    return this.#orRefusal(match);
  }

  /** In 0.1 the client chooses task ids, so a new id belongs to no recorded task. */
  #getRecordedTask(named: string): string | null {
    const isFirst = this.#source.exchanges.some((it) => it.version === "0.1");
    return isFirst ? null : named;
  }

  #matchTask(named: string, fitting: readonly RecordedExchange[]): ExchangeMatch | ReplayRefusal {
    const task = this.#tasks.get(named) ?? named;
    const ofTask = fitting.filter((it) => (it.request?.taskId ?? null) === task);
    const match = this.#findNext(ofTask, `the same task, ${task}`, "last");
    if (match) return match;
    const others = fitting.filter((it) => it.version === "0.1" || it.request?.taskId === undefined);
    const fallback = this.#findNext(
      others,
      "the next in order, because the client chose the task id",
    );
    if (fallback) return fallback;
    return this.#createRefusal(
      "TASK_NOT_FOUND",
      `It has no such request for task ${formatQuote(named)}.`,
    );
  }

  /** The first unused exchange; when all are used, the first again or still the last. */
  #findNext(
    among: readonly RecordedExchange[],
    why: string,
    then: "first" | "last" = "first",
  ): ExchangeMatch | null {
    const unused = among.find(({ number }) => !this.#used.has(number));
    if (unused) return { exchange: unused, why, notes: [] };
    const again = then === "first" ? among[0] : among[among.length - 1];
    if (!again) return null;
    const note =
      then === "first"
        ? "All such exchanges were used; starting again from the first."
        : "The last such exchange was used again.";
    return { exchange: again, why, notes: [note] };
  }

  /** A client that restarts from a used exchange goes through all that followed it again. */
  #markUsed(match: ExchangeMatch): ExchangeMatch {
    const { number, operation } = match.exchange;
    const isMessage = operation === "send" || operation === "stream";
    if (this.#used.has(number) && isMessage) {
      for (const used of this.#used) if (used > number) this.#used.delete(used);
    }
    this.#used.add(number);
    return match;
  }

  #orRefusal(match: ExchangeMatch | null): ExchangeMatch | ReplayRefusal {
    return match ?? this.#createRefusal("UNSUPPORTED_OPERATION", "");
  }

  #createRefusal(reason: ReplayRefusal["reason"], why: string): ReplayRefusal {
    return {
      reason,
      message: `This recording cannot answer the request. ${why} ${describeContents(this.#source)}`,
    };
  }
}

function isCompatible(
  { request, binding, version }: RecordedExchange,
  replayRequest: ReplayRequest,
): boolean {
  if (binding === "unknown") return true;
  if (binding !== replayRequest.binding) return false;
  if (request?.method === replayRequest.request?.method) {
    if (binding === "jsonrpc") return true;
  } else if (binding === "jsonrpc") {
    const own = request ? getMethodVersions(request.method) : [version];
    return own.some((it) => hasVersion(it, replayRequest));
  }
  return replayRequest.versions.length === 0 || hasVersion(version, replayRequest);
}

function hasVersion(version: RecordedExchange["version"], { versions }: ReplayRequest): boolean {
  return versions.some((it) => getEncodingVersion(it) === getEncodingVersion(version));
}

/** Matches requests that are not A2A operations by method name, or by verb and path. */
function isSameOtherRequest(
  { request, open }: RecordedExchange,
  replayRequest: ReplayRequest,
): boolean {
  if (replayRequest.request) return request?.method === replayRequest.request.method;
  return (
    request === null &&
    open.method === replayRequest.verb &&
    getPath(open.url) === getPath(replayRequest.path)
  );
}

function getPath(url: string): string {
  return new URL(url, "http://agent.invalid").pathname.replace(/\/$/, "");
}

/** Lists the requests that the recording can answer. */
function describeContents({ exchanges }: ReplaySource): string {
  const counts = new Map<string, number>();
  for (const { request, text, operation } of exchanges) {
    if (operation === null) continue;
    const title = formatRequestTitle(request, text, `${operation} (request not recorded)`);
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  if (counts.size === 0) return "It has no exchange with an agent.";
  const titles = Array.from(counts, ([title, count]) => (count > 1 ? `${title} ×${count}` : title));
  const shown = titles.slice(0, 12).join(", ");
  return `It has ${shown}${titles.length > 12 ? `, and ${titles.length - 12} more` : ""}.`;
}
