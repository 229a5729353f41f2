"use client";

// What the user decided about the calls between agents of the open recording: the run follows it, and so
// do other tabs within seconds.

import { useEffect, useMemo } from "react";
import type { EdgeChange } from "../../lib/api/schemas/api-requests.ts";
import { applyEdgeDecisions } from "../../lib/session/edge-decisions.ts";
import { useAppContext } from "../app-context.tsx";
import type { AppContext } from "../app-shell/feature.ts";
import type { EdgeEditor } from "../server-features.ts";
import { useRun } from "../session.tsx";
import { showFailureToast, showToast } from "../ui/toast.tsx";
import { useOpenMetadata } from "../use-open-metadata.ts";
import { useChangeEdge } from "./metadata-mutations.ts";
import { saveOpenLog } from "./save-actions.ts";

/** Applies the decisions to the open run. */
export function EdgeDecisions(): null {
  const { run } = useAppContext();
  const timeline = useRun((state) => state.timeline);
  const edges = useOpenMetadata()?.edges;
  useEffect(() => {
    if (edges && run.getState().timeline === timeline) applyEdgeDecisions(run, edges);
  }, [run, timeline, edges]);
  return null;
}

/** Function that saves a decision, and offers to undo it. */
export function useDecideEdge(): (change: EdgeChange) => void {
  const app = useAppContext();
  const { mutateAsync: changeEdge } = useChangeEdge();
  return useMemo(() => {
    const save = async (recording: string, change: EdgeChange, undoes?: EdgeChange) => {
      try {
        await changeEdge({ recording, change });
        if (!undoes) return;
        const undo = () => void save(recording, undoes);
        showToast({ text: describeChange(change), action: { label: "Undo", run: undo } });
      } catch (error) {
        showFailureToast(error);
      }
    };
    return (change) => {
      const { source, timeline } = app.run.getState();
      if (source?.kind === "recording") {
        const before = timeline.callTree.decisions?.get(change.x);
        const undoes = { x: change.x, ...(before !== undefined && { parent: before }) };
        return void save(source.id, change, undoes);
      }
      askToSave(app);
    };
  }, [app, changeEdge]);
}

function askToSave(app: AppContext): void {
  showToast({
    text: "To change what a call was made for, save this log to the library first",
    action: { label: "Save", run: () => saveOpenLog(app) },
  });
}

function describeChange({ parent }: EdgeChange): string {
  if (parent === undefined) return "The call is as recorded";
  return parent === null ? "Call cut by hand" : "Call connected by hand";
}

export function useEdgeEditor(): EdgeEditor {
  const app = useAppContext();
  const decide = useDecideEdge();
  return useMemo(
    () => ({
      cut: (x) => decide({ x, parent: null }),
      choose(exchange) {
        if (app.run.getState().source?.kind !== "recording") return askToSave(app);
        app.dialogs.getState().openDialog("made-for", { exchange });
      },
      restore: (x) => decide({ x }),
    }),
    [app, decide],
  );
}
