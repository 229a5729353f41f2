"use client";
/** Hooks for the interpretation of the open run, separate from the session so that they load with the panes. */
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import type { Interpretation } from "../lib/dialects/interpretation.ts";
import { getInterpretedRun, type InterpretedRun } from "../lib/session/interpreted-run.ts";
import { hasTurns, showsConversation } from "../lib/session/main-view.ts";
import { usePlayheadEvent, useSession, useView } from "./session.tsx";
import { useThrottledVersion } from "./use-throttled-version.ts";

/** What is derived from the run: a new object for each version, to depend on. */
export function useInterpretedRun(): InterpretedRun {
  return useInterpretedPart((interpreted) => interpreted);
}

/** A part of it. Renders only when it is another one; what grows in place does not tell. */
export function useInterpretedPart<T>(getPart: (interpreted: InterpretedRun) => T): T {
  const session = useSession();
  const [store] = useState(() => getInterpretedRun(session));
  return useStore(store, (interpreted) => {
    if (interpreted.error !== null) throw interpreted.error;
    return getPart(interpreted);
  });
}

export type ThrottledRun = Pick<InterpretedRun, "version" | "interpretation" | "trace">;

/** The same at the pace of the throttled version, for what need not follow every frame. */
export function useThrottledRun(): ThrottledRun {
  const version = useThrottledVersion();
  const interpretation = useInterpretedPart((interpreted) => interpreted.interpretation);
  const trace = useInterpretedPart((interpreted) => interpreted.trace);
  return useMemo(() => ({ version, interpretation, trace }), [version, interpretation, trace]);
}

/** The interpretation of everything received so far, which grows in place. */
export function useInterpretation(): Interpretation {
  return useInterpretedRun().interpretation;
}

/** Whether the conversation is shown, with turns of the part in view. */
export function useShowsTurns(): boolean {
  const isTalk = useView(showsConversation);
  const scope = useView((view) => view.scope);
  const task = useView(({ filter }) => filter.task);
  const playhead = usePlayheadEvent();
  return useInterpretedPart(
    ({ conversation }) => isTalk && hasTurns(conversation, { scope, task }, playhead),
  );
}
