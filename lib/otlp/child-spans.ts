/**
 * Child spans of a call: the tool calls and plans that dialects recognized in its events. They are
 * interpretations, so each names its framework, the reason and the confidence.
 */

import type { Item } from "../dialects/item.ts";
import { getPlanStepsAt, getPlanTextAt } from "../dialects/plan-history.ts";
import type { ToolCall } from "../dialects/tool-calls.ts";
import { stringifyJson } from "../json/json-stringify.ts";
import { ATTRIBUTE, OTHER_ERROR, PLAN_OPERATION, TOOL_OPERATION } from "../protocol/span-names.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { getCallPlace, type SpanPlace } from "./call-place.ts";
import { findConversationId } from "./call-span.ts";
import {
  type AttributeTable,
  createAttributes,
  type OtlpSpan,
  SPAN_KIND,
  STATUS_ERROR,
} from "./span.ts";
import { isTruncated, truncateContent } from "./span-content.ts";
import { groupByExchange, type SpanContext } from "./span-context.ts";

/** The child spans of each exchange, by its index. */
export class ChildSpans {
  readonly #context: SpanContext;
  readonly #tools: ReadonlyMap<number, readonly NumberedCall[]>;
  readonly #plans: ReadonlyMap<number, readonly Item[]>;

  constructor(context: SpanContext) {
    this.#context = context;
    const { tools, plans } = context.interpretation;
    const calls = tools.map((call, index) => ({ call, index }));
    this.#tools = groupByExchange(calls, ({ call }) => call.item.exchange);
    this.#plans = groupByExchange(plans, ({ exchange }) => exchange);
  }

  create(exchange: Exchange): OtlpSpan[] {
    const { ids, timeline, agents } = this.#context;
    const plans = this.#plans.get(exchange.index) ?? [];
    const tools = this.#tools.get(exchange.index) ?? [];
    if (plans.length + tools.length === 0) return [];
    const parent: ParentCall = {
      place: getCallPlace(ids, timeline, exchange).span,
      agent: agents.find(exchange.open.record.url)?.name ?? null,
      conversation: findConversationId(this.#context, exchange),
    };
    return [
      ...plans.map((plan) => this.#createPlan(plan, parent)),
      ...tools.map((tool) => this.#createTool(tool, parent)),
    ];
  }

  #createTool({ call, index }: NumberedCall, parent: ParentCall): OtlpSpan {
    const { timeline, clock, hasContent } = this.#context;
    const n = timeline.lastEvent;
    const { name, agent, callId, args, result } = call.fieldsAt(n);
    const state = call.stateAt(timeline, n);
    const tool = name ?? agent;
    const start = clock.getTime(call.item.time, call.firstEvent);
    const lastEvent = Math.max(call.firstEvent, getLastEvent(call, n));
    return {
      ...this.#getChildPlace(parent.place, `tool ${index}`),
      name: [TOOL_OPERATION, tool].filter(Boolean).join(" "),
      kind: SPAN_KIND.internal,
      ...this.#getTimes(start, lastEvent),
      attributes: createAttributes({
        [ATTRIBUTE.genAiOperation]: TOOL_OPERATION,
        [ATTRIBUTE.toolName]: tool,
        [ATTRIBUTE.toolCallId]: callId,
        [ATTRIBUTE.agentName]: agent ?? parent.agent,
        [ATTRIBUTE.conversationId]: parent.conversation,
        [ATTRIBUTE.errorType]: state === "failed" ? OTHER_ERROR : null,
        [ATTRIBUTE.toolState]: state,
        ...this.#describeItem(call.item, lastEvent),
        ...(hasContent && describeToolContent(args, result)),
      }),
      events: [],
      links: [],
      ...(state === "failed" && { status: { code: STATUS_ERROR } }),
    };
  }

  #createPlan(item: Item, parent: ParentCall): OtlpSpan {
    const { timeline, interpretation, clock, hasContent } = this.#context;
    const n = timeline.lastEvent;
    const detail = interpretation.details.get(item);
    const plan = detail?.kind === "plan" ? detail : null;
    const steps = plan ? getPlanStepsAt(plan, n) : [];
    const text = plan && hasContent ? getPlanTextAt(plan, n) : null;
    const items = [item, ...(plan?.history.versions.map((version) => version.item) ?? [])];
    const lastEvent = Math.max(
      item.firstEvent,
      ...items.map(({ events }) => (events.count > 0 ? events.last : item.firstEvent)),
    );
    return {
      ...this.#getChildPlace(parent.place, `plan ${item.index}`),
      name: [PLAN_OPERATION, parent.agent].filter(Boolean).join(" "),
      kind: SPAN_KIND.internal,
      ...this.#getTimes(clock.getTime(item.time, item.firstEvent), lastEvent),
      attributes: createAttributes({
        [ATTRIBUTE.genAiOperation]: PLAN_OPERATION,
        [ATTRIBUTE.agentName]: parent.agent,
        [ATTRIBUTE.planSteps]: steps.length,
        [ATTRIBUTE.planStepsDone]: steps.filter(({ status }) => status === "completed").length,
        [ATTRIBUTE.planText]: truncateContent(text),
        ...this.#describeItem(item, lastEvent),
      }),
      events: [],
      links: [],
    };
  }

  #getChildPlace({ traceId, spanId, traceState }: SpanPlace, what: string): SpanPlace {
    return {
      traceId,
      spanId: this.#context.ids.derive(what),
      ...(traceState !== undefined && { traceState }),
      parentSpanId: spanId,
    };
  }

  #getTimes(start: bigint, lastEvent: number) {
    const end = this.#context.clock.getEventTime(lastEvent);
    return {
      startTimeUnixNano: String(start),
      endTimeUnixNano: String(end > start ? end : start),
    };
  }

  #describeItem(item: Item, lastEvent: number): AttributeTable {
    const { timeline, recording } = this.#context;
    const reason = item.reasonAt(timeline.lastEvent);
    return {
      [ATTRIBUTE.dialect]: reason?.dialect,
      [ATTRIBUTE.reason]: reason?.why,
      [ATTRIBUTE.confidence]: reason?.confidence,
      [ATTRIBUTE.recording]: recording,
      [ATTRIBUTE.firstEvent]: item.firstEvent,
      [ATTRIBUTE.lastEvent]: lastEvent,
      [ATTRIBUTE.link]: this.#context.formatLink(item.firstEvent),
    };
  }
}

/** The call whose events tell of tools and plans. */
interface ParentCall {
  readonly place: SpanPlace;
  /** The name of the agent that was called. */
  readonly agent: string | null;
  readonly conversation: string | null;
}

interface NumberedCall {
  readonly call: ToolCall;
  readonly index: number;
}

/** A call that never ended lasts to its last report. */
function getLastEvent({ end, reports, firstEvent }: ToolCall, n: number): number {
  return Math.min(n, end?.firstEvent ?? reports.at(-1)?.firstEvent ?? firstEvent);
}

function describeToolContent(args: unknown, result: unknown): AttributeTable {
  const [sent, received] = [args, result].map((value) =>
    value === undefined ? null : typeof value === "string" ? value : stringifyJson(value),
  );
  return {
    [ATTRIBUTE.toolArguments]: truncateContent(sent ?? null),
    [ATTRIBUTE.toolResult]: truncateContent(received ?? null),
    [ATTRIBUTE.truncated]: isTruncated(sent ?? null) || isTruncated(received ?? null) ? true : null,
  };
}
