/**
 * The turns of a run: each message to an agent, with everything that came for it. Rows, the
 * conversation and verdicts read them here.
 *
 * - A message begins a turn, whether it is the request of an exchange, one of several requests in a
 *   log of payloads, or in the history of a task whose request is not in the log. A request that
 *   cannot be read may have been a message.
 * - A follow-up (subscribe, cancel, a notification) belongs to the newest turn of its task. If the task
 *   has none, the follow-up begins one as soon as the agent reports the task.
 * - A lookup (get, list, configurations) belongs to the newest turn of the task that it names. What
 *   belongs to no turn is in a group of its own, which `isTurnAt` tells apart.
 * - What happens to a task belongs to the newest turn of the task, whichever exchange reports it.
 * - The calls of different agents are apart, as a tap may see the same task on both of its sides.
 *
 *     x1  SendMessage "a"           turn 1
 *     x1  task t1 is working        turn 1 has the task t1
 *     x2  SubscribeToTask t1        turn 1: a follow-up
 *     x3  SendMessage "b" for t1    turn 2, to which t1 belongs from here on
 *     x1  task t1 is completed      turn 2, though x1 reports it
 *
 * **Guarantees:** it grows with the timeline and rewrites nothing, so that the turns as of event n are
 * those of the first n + 1 events. The work for an entry depends on neither the number of entries nor
 * that of turns; memory is kept for turns, not for events.
 */

import { countFirst } from "../collections/bisect.ts";
import type { Message } from "../protocol/model.ts";
import { countUpToEvent } from "./event-index.ts";
import type { Exchange } from "./exchange.ts";
import { getExchangeRole, isDiscovery } from "./exchange-queries.ts";
import type { TimelineMessage } from "./timeline-message.ts";

/** How it began. All but a `look-up` are turns, a `follow-up` from the first report of a task on. */
type TurnKind = "message" | "follow-up" | "look-up";

/** An exchange of a turn, and the event from which on it belongs to it. */
interface TurnMember {
  readonly firstEvent: number;
  readonly exchange: Exchange;
}

/** A task of a turn, and the event from which on it belongs to it. */
interface TurnTask {
  readonly firstEvent: number;
  readonly task: number;
}

/** Another turn of the same task, and the event that showed it. */
interface TurnLink {
  readonly firstEvent: number;
  readonly turn: Turn;
}

/** What turns need to know of an entry. */
interface TurnEntry {
  readonly index: number;
  readonly firstEvent: number;
  readonly time: number;
  readonly exchange: number;
  readonly task: number;
  readonly kind: string;
  readonly message?: TimelineMessage;
}

/** A task, and where it is named: at an entry, or before it. */
type TaskPoint = Pick<TurnEntry, "index" | "task" | "firstEvent">;

export class Turn {
  readonly index: number;
  readonly kind: TurnKind;
  /** The exchange that began it. */
  readonly exchange: Exchange;
  /** The event of its message, or the last event before its exchange. */
  readonly firstEvent: number;
  readonly time: number;
  /** Its number among those that its exchange began, from 0. */
  readonly part: number;
  /** The user's messages that began it; none if the log has only what the agent sent. */
  readonly messages: TimelineMessage[] = [];
  /** In the order they joined. */
  readonly members: TurnMember[] = [];
  readonly tasks: TurnTask[] = [];
  /** The earlier turn whose messages are only known from the history that this one came with. */
  readonly history: Turn | null;
  /** The event of the history that tells of it alone; it was over before the run. */
  historySince = Number.POSITIVE_INFINITY;
  /** The next turn that the same exchange began. */
  next: Turn | null = null;
  /** When the first message or response came for it. */
  contentSince = Number.NaN;
  /** For each of its tasks, the next and the previous turn. */
  readonly followers: TurnLink[] = [];
  readonly predecessors: TurnLink[] = [];

  constructor({ index, kind, exchange, firstEvent, time, part, history }: TurnOrigin) {
    this.index = index;
    this.kind = kind;
    this.exchange = exchange;
    this.firstEvent = firstEvent;
    this.time = time;
    this.part = part;
    this.history = history;
  }

  /** Whether it is a turn of the run, and not only lookups or history. */
  isTurnAt(n: number): boolean {
    if (this.kind === "look-up" || this.firstEvent > n || this.historySince <= n) return false;
    return this.kind === "message" || countUpToEvent(this.tasks, n) > 0;
  }

  /** The last event before it. */
  get eventBefore(): number {
    return this.part === 0 ? this.firstEvent : this.firstEvent - 1;
  }

  /** The exchange that began it, and those that belong to it. */
  exchangesAt(n: number): readonly Exchange[] {
    return this.members.slice(0, countUpToEvent(this.members, n)).map(({ exchange }) => exchange);
  }

  /** Index of its first task; −1 while it has none. */
  taskAt(n: number): number {
    const [first] = this.tasks;
    return first && first.firstEvent <= n ? first.task : -1;
  }

  /** Index of its newest task; −1 while it has none. */
  lastTaskAt(n: number): number {
    return this.tasks[countUpToEvent(this.tasks, n) - 1]?.task ?? -1;
  }

  hasTaskAt(task: number, n: number): boolean {
    return this.tasks.some((one) => one.task === task && one.firstEvent <= n);
  }

  /** What the user said first in it; `null` if that is unknown. */
  messageAt(n: number): Message | null {
    const [first] = this.messages;
    const sent = this.part === 0 ? this.exchange.request?.message : null;
    return sent ?? (first && first.firstEvent <= n ? first.message : null);
  }

  /** Whether a later turn continues one of its tasks. */
  isContinuedAt(n: number): boolean {
    return countUpToEvent(this.followers, n) > 0;
  }

  /** The last event of the turn as of event `n`: what comes later belongs to the next turn. */
  getEndAt(n: number): number {
    const [next] = this.followers;
    return next && next.firstEvent <= n ? next.turn.firstEvent : n;
  }

  /** The earlier turns of its tasks, newest first. */
  predecessorsAt(n: number): ReadonlySet<Turn> {
    const found = new Set<Turn>();
    const addLinks = (links: readonly TurnLink[]) => {
      for (const { turn } of links.slice(0, countUpToEvent(links, n))) found.add(turn);
    };
    addLinks(this.predecessors);
    // Grows while it is walked.
    for (const turn of found) addLinks(turn.predecessors);
    return found;
  }
}

type TurnOrigin = Pick<
  Turn,
  "index" | "kind" | "exchange" | "firstEvent" | "time" | "part" | "history"
>;

/** Since which entry something belongs to a turn. */
interface TurnSpan {
  readonly firstEntry: number;
  readonly turn: Turn;
}

interface ExchangeTurns {
  readonly exchange: Exchange;
  /** The turn it began or joined first, and others that it began. */
  readonly own: TurnSpan[];
  /** All turns that it is a member of. */
  readonly joined: Turn[];
}

/** Entries that tell what happened to a task; others are about their exchange. */
const TASK_KINDS: ReadonlySet<string> = new Set(["message", "state", "artifact"]);
/** Entries that show no content of the agent. */
const BARE_KINDS: ReadonlySet<string> = new Set(["http", "state"]);

export class Turns {
  /** In the order they began, with the groups of lookups. */
  readonly list: Turn[] = [];
  readonly #byExchange: (ExchangeTurns | undefined)[] = [];
  /** The turns of each task of an agent, in order. */
  readonly #byTask = new Map<number | string, TurnSpan[]>();
  /** The agent that reported each task first, where a tap knows it. */
  readonly #agents = new Map<number, string | undefined>();
  #seenEntries = 0;

  /** Adds the entries that are new. */
  update(exchanges: readonly Exchange[], entries: readonly TurnEntry[]): this {
    for (; this.#seenEntries < entries.length; this.#seenEntries++) {
      const entry = entries[this.#seenEntries];
      const exchange = entry && exchanges[entry.exchange];
      if (exchange) this.#addEntry(entry, exchange);
    }
    return this;
  }

  /** Adds an exchange that begins, before its first entry. A notification joins with its content. */
  open(exchange: Exchange): void {
    if (exchange.open.record.inbound) return;
    const { currentTask: task, firstEvent } = exchange;
    this.#open(exchange, { task, firstEvent, index: this.#seenEntries });
  }

  /** The turns of the run as of event `n`, in the order they began. */
  listAt(n: number): Turn[] {
    return this.list.slice(0, countUpToEvent(this.list, n)).filter((turn) => turn.isTurnAt(n));
  }

  /** The turn that an exchange began or joined; `undefined` if it has no entry. */
  findOfExchange(exchange: number): Turn | undefined {
    return this.#byExchange[exchange]?.own[0]?.turn;
  }

  /** The turn of an entry, or of a part of it that was found when there were `entries` entries. */
  find(entry: TurnEntry, entries = entry.index + 1): Turn | undefined {
    const turns = this.#byExchange[entry.exchange];
    if (!turns) return undefined;
    const own = findSpan(turns.own, entries - 1);
    if (!isAboutTask(entry)) return own?.turn;
    const ofTask = findSpan(this.#listOfTask(turns.exchange, entry.task), entries - 1);
    return chooseSpan(turns.exchange, own, ofTask)?.turn;
  }

  /** A notification does not say of which agent it is: of the one that reported the task first. */
  #listOfTask({ open }: Exchange, task: number): TurnSpan[] {
    const target = open.record.hop?.target ?? this.#agents.get(task);
    const key = target === undefined ? task : `${task} ${target}`;
    const known = this.#byTask.get(key);
    if (known) return known;
    const list: TurnSpan[] = [];
    this.#byTask.set(key, list);
    return list;
  }

  #open(exchange: Exchange, at: TaskPoint): ExchangeTurns {
    const { task, firstEvent } = at;
    const turns: ExchangeTurns = { exchange, own: [], joined: [] };
    this.#byExchange[exchange.index] = turns;
    const role = getExchangeRole(exchange);
    const ofTask = task < 0 ? undefined : this.#listOfTask(exchange, task).at(-1)?.turn;
    const isTurn = role === "turn" && !isDiscovery(exchange);
    const mayBegin = role === "follow-up" && exchange.rejectionReason === null;
    const isJoining = ofTask && !isTurn && !(mayBegin && ofTask.kind === "look-up");
    const kind = isTurn ? "message" : mayBegin ? "follow-up" : "look-up";
    const { time } = exchange.open;
    const turn = isJoining
      ? ofTask
      : this.#begin({ exchange, firstEvent, time, kind, part: 0, history: null });
    turns.own.push({ firstEntry: at.index, turn });
    addMember(turn, turns, firstEvent);
    if (isTurn && task >= 0) this.#claim(turn, exchange, at);
    return turns;
  }

  #begin(origin: Omit<TurnOrigin, "index">): Turn {
    const turn = new Turn({ ...origin, index: this.list.length });
    this.list.push(turn);
    return turn;
  }

  #addEntry(entry: TurnEntry, exchange: Exchange): void {
    const { firstEvent, kind, message } = entry;
    const turns = this.#byExchange[exchange.index] ?? this.#open(exchange, entry);
    const found = this.#findForNew(entry, turns);
    const isFromUser = message?.message.role === "user";
    const turn = isFromUser ? this.#addUserMessage(found, turns, entry, message) : found;
    if (!turn) return;
    if (!isFromUser && !BARE_KINDS.has(kind)) noteContent(turn, firstEvent);
    addMember(turn, turns, firstEvent);
    // A list is about none of its tasks.
    if (isAboutTask(entry) && getExchangeRole(exchange) !== "other")
      this.#claim(turn, exchange, entry);
  }

  /** The turn of an entry, before it claims its task. */
  #findForNew(entry: TurnEntry, { exchange, own }: ExchangeTurns): Turn | undefined {
    const lead = own.at(-1);
    if (!lead || !isAboutTask(entry)) return lead?.turn;
    const ofTask = this.#listOfTask(exchange, entry.task).at(-1);
    if (!ofTask) return findAskingTurn(own, entry) ?? lead.turn;
    const isReport = lead.turn.kind === "follow-up" && lead.turn.exchange === exchange;
    if (isReport && ofTask.turn.kind === "look-up") return lead.turn;
    return chooseSpan(exchange, lead, ofTask)?.turn;
  }

  /** Makes a turn the newest of a task. */
  #claim(turn: Turn, exchange: Exchange, { task, firstEvent, index }: TaskPoint): void {
    const list = this.#listOfTask(exchange, task);
    const before = list.at(-1)?.turn;
    const isNewer = before && before.index > turn.index && before.kind !== "look-up";
    if (before === turn || isNewer) return;
    if (before) {
      before.followers.push({ turn, firstEvent });
      turn.predecessors.push({ turn: before, firstEvent });
    }
    if (!this.#agents.has(task)) this.#agents.set(task, exchange.open.record.hop?.target);
    list.push({ firstEntry: index, turn });
    turn.tasks.push({ task, firstEvent });
  }

  /** Adds what the user said, and returns the turn that it belongs to. */
  #addUserMessage(
    turn: Turn | undefined,
    turns: ExchangeTurns,
    entry: TurnEntry,
    message: TimelineMessage,
  ): Turn | undefined {
    const role = getExchangeRole(turns.exchange);
    const isAsked = turn?.messages[0]?.via === "request";
    const mayBegin = role === "turn" || role === "follow-up";
    if (!turn || (message.via !== "request" && (isAsked || !mayBegin))) return turn;
    const begun = Number.isNaN(turn.contentSince)
      ? turn
      : this.#beginNext(turn, turns, entry, message);
    begun.messages.push(message);
    noteContent(begun, entry.firstEvent);
    return begun;
  }

  /** Begins another turn of an exchange. */
  #beginNext(
    turn: Turn,
    { exchange, own }: ExchangeTurns,
    { index, firstEvent, time }: TurnEntry,
    { via }: TimelineMessage,
  ): Turn {
    const isHistory = via === "history" && turn.contentSince === firstEvent;
    const last = own.findLast((one) => one.turn.exchange === exchange)?.turn ?? null;
    const next = this.#begin({
      kind: "message",
      exchange,
      firstEvent,
      time,
      part: last ? last.part + 1 : 0,
      history: isHistory ? turn : null,
    });
    if (isHistory) turn.historySince = firstEvent;
    if (last) last.next = next;
    own.push({ firstEntry: index, turn: next });
    return next;
  }
}

/** Whether an entry tells what happened to its task, and not to its exchange. */
export function isAboutTask({ task, kind }: Pick<TurnEntry, "task" | "kind">): boolean {
  return task >= 0 && TASK_KINDS.has(kind);
}

/**
 * What an exchange reports of a task belongs to the newest turn: the task's, or its own. Of several
 * turns in one exchange, the one that had to do with the task last.
 */
function chooseSpan(
  exchange: Exchange,
  own: TurnSpan | undefined,
  ofTask: TurnSpan | undefined,
): TurnSpan | undefined {
  if (!ofTask || !own) return ofTask ?? own;
  if (getExchangeRole(exchange) !== "turn") return ofTask;
  const isNewer =
    ofTask.turn.exchange === exchange
      ? ofTask.firstEntry >= own.firstEntry
      : ofTask.turn.index > own.turn.index;
  return isNewer ? ofTask : own;
}

/** The turn whose message a new task responds to, where an exchange contains several. */
function findAskingTurn(
  own: readonly TurnSpan[],
  { task, firstEvent }: TurnEntry,
): Turn | undefined {
  if (own.length < 2) return undefined;
  const isAbout = ({ assignedTask }: TimelineMessage) =>
    assignedTask?.task === task && assignedTask.firstEvent <= firstEvent;
  return own.findLast(({ turn }) => turn.messages.some(isAbout))?.turn;
}

/** The newest of the spans that began by an entry. */
function findSpan(spans: readonly TurnSpan[], entry: number): TurnSpan | undefined {
  return spans[countFirst(spans.length, (i) => (spans[i]?.firstEntry ?? 0) <= entry) - 1];
}

function noteContent(turn: Turn, firstEvent: number): void {
  if (Number.isNaN(turn.contentSince)) turn.contentSince = firstEvent;
}

function addMember(turn: Turn, { exchange, joined }: ExchangeTurns, firstEvent: number): void {
  if (joined.at(-1) === turn || joined.includes(turn)) return;
  joined.push(turn);
  turn.members.push({ exchange, firstEvent });
}
