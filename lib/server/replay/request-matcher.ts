/**
 * Which recorded exchange answers a request: one of the same operation, of the same task where one
 * is named, of the same words where something is said, and among those the next in order.
 *
 * Guarantees: the same requests in the same order get the same answers; why an exchange was chosen
 * is always said; where none fits, what is recorded is.
 */
import { BINDING_NAMES } from "../../protocol/card/card.ts";
import { getEncodingVersion } from "../../protocol/encode/request-format.ts";
import { formatQuote } from "./message-text.ts";
import type { ReplayRefusal } from "./replay-refusal.ts";
import { formatRequestTitle, getMethodVersions, type ReplayRequest } from "./replay-request.ts";
import type { RecordedExchange, ReplaySource } from "./replay-source.ts";

export interface ExchangeMatch {
  readonly exchange: RecordedExchange;
  readonly why: string;
  readonly notes: readonly string[];
}

export class RequestMatcher {
  readonly #source: ReplaySource;
  /** Numbers of the exchanges that have answered. */
  readonly #used = new Set<number>();
  /** The task that a client of 0.1 named, and the recorded one it is told. */
  readonly #tasks = new Map<string, string>();

  constructor(script: ReplaySource) {
    this.#source = script;
  }

  match(question: ReplayRequest): ExchangeMatch | ReplayRefusal {
    const found = this.#find(question);
    if ("reason" in found) return found;
    const { exchange } = found;
    const named = question.request?.taskId;
    const recorded = exchange.request?.taskId;
    if (exchange.version === "0.1" && named && recorded) this.#tasks.set(named, recorded);
    return this.#markUsed(found);
  }

  #find(question: ReplayRequest): ExchangeMatch | ReplayRefusal {
    const { request, verb, path } = question;
    const operation = request?.operation ?? null;
    if (!request || !operation) {
      const same = this.#source.exchanges.filter((it) => isSameOtherRequest(it, question));
      const match = this.#findNext(same, "the same method and path");
      if (match) return match;
      const what = request ? `the method ${request.method}` : `${verb} ${path}`;
      return this.#createRefusal(
        request ? "METHOD_NOT_FOUND" : "NOT_FOUND",
        `It knows no ${what}.`,
      );
    }
    const able = this.#source.exchanges.filter((it) => it.operation === operation);
    if (able.length === 0) {
      return this.#createRefusal("UNSUPPORTED_OPERATION", `It holds no ${request.method}.`);
    }
    const fitting = able.filter((it) => isCompatible(it, question));
    const [other] = able;
    if (fitting.length === 0 && other) {
      const spoken = `${other.version} over ${BINDING_NAMES[other.binding]}`;
      return this.#createRefusal(
        "VERSION_NOT_SUPPORTED",
        `It was recorded in A2A ${spoken}, where this is ${formatRequestTitle(other.request, null, operation)}; it was asked for ${request.method}.`,
      );
    }
    if (operation === "send" || operation === "stream")
      return this.#matchMessage(question, fitting);
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
    const says = (it: RecordedExchange) => it.text !== null && it.text === text;
    const where = task === null ? "" : ` in the task ${task}`;
    const match =
      this.#findNext(inTask.filter(says), `the same text${where}`) ??
      this.#findNext(fitting.filter(says), "the same text") ??
      this.#findNext(inTask, task === null ? "the next that begins a task" : `the next${where}`) ??
      this.#findNext(fitting, "the next in order");
    return this.#orRefusal(match);
  }

  /** In 0.1 the client makes up the ids, so that a new one belongs to no recorded task. */
  #getRecordedTask(named: string): string | null {
    const isFirst = this.#source.exchanges.some((it) => it.version === "0.1");
    return isFirst ? null : named;
  }

  #matchTask(named: string, fitting: readonly RecordedExchange[]): ExchangeMatch | ReplayRefusal {
    const task = this.#tasks.get(named) ?? named;
    const ofTask = fitting.filter((it) => (it.request?.taskId ?? null) === task);
    const match = this.#findNext(ofTask, `of the task ${task}`, "last");
    if (match) return match;
    const others = fitting.filter((it) => it.version === "0.1" || it.request?.taskId === undefined);
    const elsewise = this.#findNext(others, "the next in order, the client having named the task");
    if (elsewise) return elsewise;
    return this.#createRefusal(
      "TASK_NOT_FOUND",
      `It holds no such request for the task ${formatQuote(named)}.`,
    );
  }

  /** The first that has not answered yet; when all have, the first again or still the last. */
  #findNext(
    among: readonly RecordedExchange[],
    why: string,
    then: "first" | "last" = "first",
  ): ExchangeMatch | null {
    const unused = among.find(({ number }) => !this.#used.has(number));
    if (unused) return { exchange: unused, why, notes: [] };
    const again = then === "first" ? among[0] : among[among.length - 1];
    if (!again) return null;
    const note = then === "first" ? "All such exchanges have answered; from the first again." : "";
    return { exchange: again, why, notes: [note || "The last such exchange answers again."] };
  }

  /** Who begins again from an exchange goes through all that followed it once more. */
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
      message: `This recording cannot answer that. ${why} ${describeContents(this.#source)}`,
    };
  }
}

function isCompatible(
  { request, binding, version }: RecordedExchange,
  question: ReplayRequest,
): boolean {
  if (binding === "unknown") return true;
  if (binding !== question.binding) return false;
  if (request?.method === question.request?.method) {
    if (binding === "jsonrpc") return true;
  } else if (binding === "jsonrpc") {
    const own = request ? getMethodVersions(request.method) : [version];
    return own.some((it) => hasVersion(it, question));
  }
  return question.versions.length === 0 || hasVersion(version, question);
}

function hasVersion(version: RecordedExchange["version"], { versions }: ReplayRequest): boolean {
  return versions.some((it) => getEncodingVersion(it) === getEncodingVersion(version));
}

/** What the protocol does not know is found by its name, or by verb and path. */
function isSameOtherRequest({ request, open }: RecordedExchange, question: ReplayRequest): boolean {
  if (question.request) return request?.method === question.request.method;
  return (
    request === null &&
    open.method === question.verb &&
    getPath(open.url) === getPath(question.path)
  );
}

function getPath(url: string): string {
  return new URL(url, "http://agent.invalid").pathname.replace(/\/$/, "");
}

/** In words, what the recording can be asked for. */
export function describeContents({ exchanges }: ReplaySource): string {
  const counts = new Map<string, number>();
  for (const { request, text, operation } of exchanges) {
    if (operation === null) continue;
    const title = formatRequestTitle(request, text, `${operation} (not recorded with its request)`);
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  if (counts.size === 0) return "It holds no exchange with an agent.";
  const titles = Array.from(counts, ([title, count]) => (count > 1 ? `${title} ×${count}` : title));
  const shown = titles.slice(0, 12).join(", ");
  return `It holds ${shown}${titles.length > 12 ? `, and ${titles.length - 12} more` : ""}.`;
}
