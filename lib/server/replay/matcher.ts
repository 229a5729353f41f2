/**
 * Which recorded exchange answers a request: one of the same operation, of the same task where one
 * is named, of the same words where something is said, and among those the next in order.
 *
 * Guarantees: the same requests in the same order get the same answers; why an exchange was chosen
 * is always said; where none fits, what is recorded is.
 */
import { BINDING_NAMES } from "../../protocol/card/card.ts";
import { getEncodingVersion } from "../../protocol/encode/request-format.ts";
import { type Question, titleOf, versionsOf } from "./question.ts";
import type { Refusal } from "./refusal.ts";
import type { RecordedExchange, Script } from "./script.ts";
import { quoted } from "./words.ts";

export interface Match {
  readonly exchange: RecordedExchange;
  readonly why: string;
  readonly notes: readonly string[];
}

export class Matcher {
  readonly #script: Script;
  /** Numbers of the exchanges that have answered. */
  readonly #used = new Set<number>();
  /** The task that a client of 0.1 named, and the recorded one it is told. */
  readonly #tasks = new Map<string, string>();

  constructor(script: Script) {
    this.#script = script;
  }

  match(question: Question): Match | Refusal {
    const found = this.#find(question);
    if ("reason" in found) return found;
    const { exchange } = found;
    const named = question.request?.taskId;
    const recorded = exchange.asked?.taskId;
    if (exchange.version === "0.1" && named && recorded) this.#tasks.set(named, recorded);
    return this.#take(found);
  }

  #find(question: Question): Match | Refusal {
    const { request, verb, path } = question;
    const operation = request?.operation ?? null;
    if (!request || !operation) {
      const same = this.#script.exchanges.filter((it) => isSameElsewise(it, question));
      const match = this.#next(same, "the same method and path");
      if (match) return match;
      const what = request ? `the method ${request.method}` : `${verb} ${path}`;
      return this.#refusal(request ? "METHOD_NOT_FOUND" : "NOT_FOUND", `It knows no ${what}.`);
    }
    const able = this.#script.exchanges.filter((it) => it.operation === operation);
    if (able.length === 0) {
      return this.#refusal("UNSUPPORTED_OPERATION", `It holds no ${request.method}.`);
    }
    const fitting = able.filter((it) => speaks(it, question));
    const [other] = able;
    if (fitting.length === 0 && other) {
      const spoken = `${other.version} over ${BINDING_NAMES[other.binding]}`;
      return this.#refusal(
        "VERSION_NOT_SUPPORTED",
        `It was recorded in A2A ${spoken}, where this is ${titleOf(other.asked, null, operation)}; it was asked for ${request.method}.`,
      );
    }
    if (operation === "send" || operation === "stream") return this.#message(question, fitting);
    if (request.taskId !== null) return this.#ofTask(request.taskId, fitting);
    return this.#refusalOr(this.#next(fitting, "the next in order"));
  }

  #message({ request, words }: Question, fitting: readonly RecordedExchange[]): Match | Refusal {
    const named = request?.message?.taskId ?? request?.taskId ?? null;
    const task = named === null ? null : (this.#tasks.get(named) ?? this.#recordedTask(named));
    const inTask = fitting.filter((it) => it.continues === task);
    const says = (it: RecordedExchange) => it.words !== null && it.words === words;
    const where = task === null ? "" : ` in the task ${task}`;
    const match =
      this.#next(inTask.filter(says), `the same text${where}`) ??
      this.#next(fitting.filter(says), "the same text") ??
      this.#next(inTask, task === null ? "the next that begins a task" : `the next${where}`) ??
      this.#next(fitting, "the next in order");
    return this.#refusalOr(match);
  }

  /** In 0.1 the client makes up the ids, so that a new one belongs to no recorded task. */
  #recordedTask(named: string): string | null {
    const isFirst = this.#script.exchanges.some((it) => it.version === "0.1");
    return isFirst ? null : named;
  }

  #ofTask(named: string, fitting: readonly RecordedExchange[]): Match | Refusal {
    const task = this.#tasks.get(named) ?? named;
    const ofTask = fitting.filter((it) => (it.asked?.taskId ?? null) === task);
    const match = this.#next(ofTask, `of the task ${task}`, "last");
    if (match) return match;
    const others = fitting.filter((it) => it.version === "0.1" || it.asked?.taskId === undefined);
    const elsewise = this.#next(others, "the next in order, the client having named the task");
    if (elsewise) return elsewise;
    return this.#refusal(
      "TASK_NOT_FOUND",
      `It holds no such request for the task ${quoted(named)}.`,
    );
  }

  /** The first that has not answered yet; when all have, the first again or still the last. */
  #next(
    among: readonly RecordedExchange[],
    why: string,
    then: "first" | "last" = "first",
  ): Match | null {
    const unused = among.find(({ number }) => !this.#used.has(number));
    if (unused) return { exchange: unused, why, notes: [] };
    const again = then === "first" ? among[0] : among[among.length - 1];
    if (!again) return null;
    const note = then === "first" ? "All such exchanges have answered; from the first again." : "";
    return { exchange: again, why, notes: [note || "The last such exchange answers again."] };
  }

  /** Who begins again from an exchange goes through all that followed it once more. */
  #take(match: Match): Match {
    const { number, operation } = match.exchange;
    const isMessage = operation === "send" || operation === "stream";
    if (this.#used.has(number) && isMessage) {
      for (const used of this.#used) if (used > number) this.#used.delete(used);
    }
    this.#used.add(number);
    return match;
  }

  #refusalOr(match: Match | null): Match | Refusal {
    return match ?? this.#refusal("UNSUPPORTED_OPERATION", "");
  }

  #refusal(reason: Refusal["reason"], why: string): Refusal {
    return { reason, message: `This recording cannot answer that. ${why} ${held(this.#script)}` };
  }
}

function speaks({ asked, binding, version }: RecordedExchange, question: Question): boolean {
  if (binding === "unknown") return true;
  if (binding !== question.binding) return false;
  if (asked?.method === question.request?.method) {
    if (binding === "jsonrpc") return true;
  } else if (binding === "jsonrpc") {
    const own = asked ? versionsOf(asked.method) : [version];
    return own.some((it) => isAmong(it, question));
  }
  return question.versions.length === 0 || isAmong(version, question);
}

function isAmong(version: RecordedExchange["version"], { versions }: Question): boolean {
  return versions.some((it) => getEncodingVersion(it) === getEncodingVersion(version));
}

/** What the protocol does not know is found by its name, or by verb and path. */
function isSameElsewise({ asked, open }: RecordedExchange, question: Question): boolean {
  if (question.request) return asked?.method === question.request.method;
  return (
    asked === null && open.method === question.verb && endOf(open.url) === endOf(question.path)
  );
}

function endOf(url: string): string {
  return new URL(url, "http://agent.invalid").pathname.replace(/\/$/, "");
}

/** In words, what the recording can be asked for. */
export function held({ exchanges }: Script): string {
  const counts = new Map<string, number>();
  for (const { asked, words, operation } of exchanges) {
    if (operation === null) continue;
    const title = titleOf(asked, words, `${operation} (not recorded with its request)`);
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  if (counts.size === 0) return "It holds no exchange with an agent.";
  const titles = Array.from(counts, ([title, count]) => (count > 1 ? `${title} ×${count}` : title));
  const shown = titles.slice(0, 12).join(", ");
  return `It holds ${shown}${titles.length > 12 ? `, and ${titles.length - 12} more` : ""}.`;
}
