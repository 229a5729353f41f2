"use client";

// Dialog that compares two runs: choice of the runs, a summary, and the aligned rows.

import { useEffect, useState } from "react";
import type { RunDiff } from "../../lib/diff/compare-runs.ts";
import { getRecordingTitle } from "../../lib/report/recordings.ts";
import { compareRunsInSlices, loadRun, type RunReference } from "../../lib/session/load-run.ts";
import { getDialectSettings } from "../../lib/session/view.ts";
import { getErrorMessage } from "../../lib/text/error-message.ts";
import { useAppContext, useDialogParameters } from "../app-context.tsx";
import type { ComparedRuns } from "../app-shell/dialogs.ts";
import { useRecordings } from "../library/recordings-provider.tsx";
import { useRun } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Dialog, LARGE_BUTTONS } from "../ui/dialog.tsx";
import { Waiting } from "../ui/status.tsx";
import { RunDiffView } from "./run-diff-view.tsx";
import { RunPicker } from "./run-picker.tsx";

export default function DiffDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { dialogs } = useAppContext();
  const diffed = useDialogParameters("diff") ?? null;
  const [changingSide, setChangingSide] = useState<"left" | "right" | null>(null);
  const comparing = useRunDiff(diffed, open);
  const sideToChoose = changingSide ?? (diffed && !diffed.right ? "right" : null);
  const setDiffed = (runs: ComparedRuns) => dialogs.getState().setParameters("diff", runs);
  const choose = (choice: RunReference) => {
    if (diffed && sideToChoose) setDiffed({ ...diffed, [sideToChoose]: choice });
    setChangingSide(null);
  };
  const close = () => {
    setChangingSide(null);
    onClose();
  };
  const swap = () => {
    if (diffed?.right) setDiffed({ left: diffed.right, right: diffed.left });
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Compare two runs"
      width="window"
      tall
      className={LARGE_BUTTONS}
    >
      {diffed && (
        <div className="grid h-[calc(100dvh-84px)] min-w-0 grid-rows-[auto_minmax(0,1fr)] gap-2.5">
          <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2 max-phone:grid-cols-[minmax(0,1fr)_auto]">
            <SideName which="Left" choice={diffed.left} onChange={() => setChangingSide("left")} />
            <IconButton
              icon="swap"
              label="Swap sides"
              className="max-phone:col-start-2 max-phone:row-span-2 max-phone:row-start-1"
              disabled={!diffed.right}
              onClick={swap}
            />
            <SideName
              which="Right"
              choice={diffed.right}
              onChange={() => setChangingSide("right")}
            />
          </div>
          {sideToChoose ? (
            <RunPicker
              key={sideToChoose}
              which={sideToChoose}
              other={sideToChoose === "left" ? diffed.right : diffed.left}
              onChoose={choose}
              onCancel={diffed.right ? () => setChangingSide(null) : null}
            />
          ) : (
            <>
              {comparing?.kind === "reading" && <Waiting>Reading both runs…</Waiting>}
              {comparing?.kind === "failed" && (
                <Banner severity="error" who="Loupe" title="Couldn't compare the runs">
                  {boundText(comparing.reason)}
                </Banner>
              )}
              {comparing?.kind === "ready" && <RunDiffView diff={comparing.diff} onClose={close} />}
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

interface SideNameProps {
  which: "Left" | "Right";
  choice: RunReference | null;
  onChange: () => void;
}

function SideName({ which, choice, onChange }: SideNameProps) {
  const name = useRunName(choice);
  return (
    <p className="flex min-w-0 items-center gap-2 rounded-2 bg-bg-2 py-1 pr-1 pl-2.5 text-12/5 inset-ring inset-ring-line-1 forced-colors:border max-phone:col-start-1">
      <span className="text-fg-3">{which}</span>
      <b dir="auto" className="min-w-0 flex-1 truncate font-medium" title={name}>
        {boundText(name)}
      </b>
      {choice && (
        <Button size={24} aria-label={`Change the ${which.toLowerCase()} run`} onClick={onChange}>
          Change
        </Button>
      )}
    </p>
  );
}

/** A recording is called as in the library, also if it is the open run. */
function useRunName(choice: RunReference | null): string {
  const { all: list } = useRecordings();
  const openRecording = useRun(({ source, timeline }) => {
    const isOpen = choice?.kind === "read" && choice.timeline === timeline;
    return isOpen && source?.kind === "recording" ? source.id : null;
  });
  if (choice === null) return "not chosen yet";
  const recordingId = choice.kind === "recording" ? choice.id : openRecording;
  const recording = list.find(({ id }) => id === recordingId);
  if (recording) return getRecordingTitle(recording);
  if (choice.name !== "") return choice.name;
  return choice.kind === "recording" ? choice.id : "the open run";
}

export type RunDiffState =
  | { readonly kind: "reading" }
  | { readonly kind: "ready"; readonly diff: RunDiff }
  /** Which run failed, and why. */
  | { readonly kind: "failed"; readonly reason: string };

const READING_STATE: RunDiffState = { kind: "reading" };

/** `null` while only one run is chosen. */
export function useRunDiff(diffed: ComparedRuns | null, isOpen: boolean): RunDiffState | null {
  const { view } = useAppContext();
  const [found, setFound] = useState<{ of: ComparedRuns; comparing: RunDiffState } | null>(null);
  const isKnown = found?.of === diffed && found?.comparing.kind === "ready";
  useEffect(() => {
    if (!diffed?.right || !isOpen || isKnown) return;
    const { left, right } = diffed;
    const abortController = new AbortController();
    const { signal } = abortController;
    const update = (comparing: RunDiffState) => {
      if (!signal.aborted) setFound({ of: diffed, comparing });
    };
    const read = async () => {
      const timelines = await Promise.all(
        [left, right].map((choice) =>
          loadRun(choice, signal).catch((error: unknown) => {
            const reason = getErrorMessage(error);
            const name = choice.name || (choice.kind === "recording" ? choice.id : "the open run");
            throw new Error(`Couldn't read ${name}: ${reason}`);
          }),
        ),
      );
      const [one, other] = timelines;
      if (!one || !other || signal.aborted) return;
      const settings = getDialectSettings(view.getState());
      const diff = await compareRunsInSlices(one, other, settings, signal);
      if (diff) update({ kind: "ready", diff });
    };
    read().catch((error: unknown) => {
      update({ kind: "failed", reason: getErrorMessage(error) });
    });
    return () => abortController.abort();
  }, [diffed, isOpen, isKnown, view]);
  if (!diffed?.right) return null;
  return found?.of === diffed ? found.comparing : READING_STATE;
}
