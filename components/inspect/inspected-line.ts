"use client";
// Hooks for the selected line that is no row: a span, or the header of a call between agents.
import { parseSpanKey } from "../../lib/dialects/span-key.ts";
import type { JoinedCall, JoinedSpan } from "../../lib/otlp/joined-trace.ts";
import type { TappedCall } from "../../lib/timeline/hops/tapped-call.ts";
import { useView } from "../session.tsx";
import { useInterpretedRun } from "../use-interpretation.ts";

export interface InspectedSpan {
  readonly call: JoinedCall;
  readonly joined: JoinedSpan;
}

/** `null` if no span is selected. */
export function useInspectedSpan(): InspectedSpan | null {
  const { trace } = useInterpretedRun();
  const key = useView(({ selected, selectedLine }) => (selected === null ? selectedLine : null));
  const named = key === null ? null : parseSpanKey(key);
  const call = named && trace?.calls.find(({ exchange }) => exchange === named.exchange);
  const joined = named && call?.spans[named.span];
  return call && joined ? { call, joined } : null;
}

/** `null` if the header of no call is selected. */
export function useInspectedCall(): TappedCall | null {
  const { outline, interpretation } = useInterpretedRun();
  const key = useView(({ selected, selectedLine }) => (selected === null ? selectedLine : null));
  const { callTree } = interpretation.timeline;
  if (key === null || callTree.calls.length === 0) return null;
  const group = outline.groups.find((one) => one.key === key);
  return (group && callTree.find(group.exchange.index)) ?? null;
}
