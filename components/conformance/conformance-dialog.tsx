"use client";
// Dialog that grades an agent: what may be sent, its progress, the results, and earlier grades. A report
// of another runner is shown as a grade, too.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ActsFiles } from "../../lib/api/grading.ts";
import type { ConformResult } from "../../lib/conform/grade.ts";
import type { GradeSummary, StoredGrade } from "../../lib/conform/stored-grade.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { getConnectCredentials } from "../../lib/session/connect-agent.ts";
import { parsePageQuery } from "../../lib/session/page-address.ts";
import { useAppContext, useDialogParameters } from "../app-context.tsx";
import { ACTS_FILES_KEY, GRADES_KEY, getGradeKey } from "../server-state.ts";
import { useAgent, useSession } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Dialog, LARGE_BUTTONS } from "../ui/dialog.tsx";
import { ProgressLine } from "../ui/status.tsx";
import { EMPTY_GRADE_DRAFT, GradeForm, type GradeProfile, toGradeRequest } from "./grade-form.tsx";
import { formatTime, GradeView } from "./grade-view.tsx";
import { ResultTable } from "./result-table.tsx";
import { type Grading, useGrading } from "./use-grading.ts";

/** What was typed, and the grade that runs, survive closing the dialog. */
export default function ConformanceDialog({
  open,
  onClose,
}: {
  open: boolean;
  onClose: () => void;
}) {
  const { run, agent, view, layout, dialogs, actions } = useAppContext();
  const { credentials } = useSession();
  const connected = useAgent(({ phase }) => ("address" in phase ? phase.address : ""));
  const { grade: shownId = null, problem } = useDialogParameters("conformance") ?? {};
  const show = (id: string | null) =>
    dialogs.getState().setParameters("conformance", id === null ? {} : { grade: id });
  const [typed, setTyped] = useState(EMPTY_GRADE_DRAFT);
  const [address, setAddress] = useState<string | null>(null);
  const [profile, setProfile] = useState<GradeProfile | null>(null);
  // The repetition of a report is shown beside what it repeats.
  const { grading, start, stop } = useGrading(({ id, repeats }) => show(repeats ?? id));
  const { data: grades = [] } = useQuery({
    queryKey: GRADES_KEY,
    queryFn: apiClient.listGrades,
    enabled: open,
  });
  const { data: grade = null, error } = useQuery({
    queryKey: getGradeKey(shownId),
    queryFn: () => apiClient.getGrade(shownId ?? ""),
    enabled: open && shownId !== null,
  });
  const { data: actsFiles } = useQuery({
    queryKey: ACTS_FILES_KEY,
    queryFn: apiClient.getActsFiles,
    enabled: open,
  });
  const profiles = listProfiles(actsFiles ?? null, grade);
  const draft = {
    ...typed,
    address: address ?? connected,
    profile:
      profiles.find((one) => one === profile) ?? profiles.at(grade?.report ? -1 : 0) ?? "any",
  };
  const openResult = ({ recording, link, title }: ConformResult) => {
    if (recording === null) return;
    onClose();
    actions.closeCard();
    agent.disconnect();
    run.openRecording(recording, title);
    const { scope, event } = parsePageQuery(link?.split("?")[1] ?? "").view;
    view.setState({ scope, event });
    layout.getState().showTimeline();
  };
  const startGrade = () => {
    if (draft.profile !== "failed-tests") show(null);
    // Opening a result disconnects the agent, whose address stays.
    setAddress(draft.address);
    const { headers } = getConnectCredentials(draft.address, credentials);
    void start({ ...toGradeRequest(draft, shownId), ...(headers && { headers }) });
  };
  const isRunning = grading.kind === "running";
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Conformance"
      width="large"
      tall
      className={LARGE_BUTTONS}
    >
      <div className="@container/conformance grid min-w-0 gap-4 text-12">
        <p className="max-w-[72ch] text-fg-2">
          Grades the agent against the text of the specification that it speaks, over every
          interface of its card. Each result is a recording.
        </p>
        <GradeForm
          draft={draft}
          profiles={profiles}
          onChange={({ address: changed, profile: chosen, ...others }) => {
            setAddress(changed);
            if (chosen !== draft.profile) setProfile(chosen);
            setTyped(others);
          }}
          onStart={startGrade}
          isRunning={isRunning}
          onStop={stop}
        />
        {actsFiles !== undefined && <ActsState files={actsFiles} grade={grade} />}
        <GradingState grading={grading} onOpen={openResult} />
        {problem !== undefined && (
          <Banner severity="error" who="Loupe" title="Couldn't open the report">
            {problem}
          </Banner>
        )}
        {error && (
          <Banner severity="error" who="Loupe" title="Couldn't read the grade">
            {error.message}
          </Banner>
        )}
        {grade && !isRunning && (
          <GradeView key={grade.id} grade={grade} grades={grades} onOpen={openResult} />
        )}
        {!isRunning && (
          <EarlierGrades
            grades={grades.filter(({ id }) => id !== shownId)}
            onShow={({ id }) => show(id)}
          />
        )}
      </div>
    </Dialog>
  );
}

/** The failed tests of a report come last. */
function listProfiles(files: ActsFiles | null, grade: StoredGrade | null): readonly GradeProfile[] {
  if (!files || "problem" in files) return ["any"];
  return grade?.report ? ["any", "acts", "failed-tests"] : ["any", "acts"];
}

/** What keeps the failed tests of a report from being repeated, or ACTS files from being read. */
function ActsState({ files, grade }: { files: ActsFiles | null; grade: StoredGrade | null }) {
  if (files && "problem" in files) {
    return (
      <Banner severity="warning" who="Loupe" title="Couldn't read the ACTS test files">
        {files.problem}
      </Banner>
    );
  }
  if (files || !grade?.report) return null;
  return (
    <p className="max-w-[72ch] text-fg-2">
      To repeat the failed tests of the report, start Loupe with <code>LOUPE_ACTS</code>, the folder
      of the ACTS test files.
    </p>
  );
}

interface GradingStateProps {
  grading: Grading;
  onOpen: (result: ConformResult) => void;
}

function GradingState({ grading, onOpen }: GradingStateProps) {
  if (grading.kind === "stopped") return <p className="text-fg-2">The grade was stopped.</p>;
  if (grading.kind === "failed") {
    return (
      <Banner severity="error" who="Loupe" title="Couldn't grade this agent">
        {grading.message}
      </Banner>
    );
  }
  if (grading.kind === "none") return null;
  const { results, done, all } = grading;
  const failed = results.filter(({ status }) => status === "fail" || status === "warning");
  const newest = results.at(-1);
  return (
    <section className="grid gap-2" aria-label="Progress" aria-live="off">
      <ProgressLine label="Checks done" value={all === 0 ? 0 : done / all} />
      <p className="text-fg-2">
        {all === 0 ? "Looking for the card…" : `${done} of ${all} checks`}
        {newest && <span className="mono text-fg-3"> {newest.id}</span>}
      </p>
      <ResultTable results={failed} onOpen={onOpen} />
    </section>
  );
}

interface EarlierGradesProps {
  grades: readonly GradeSummary[];
  onShow: (grade: GradeSummary) => void;
}

function EarlierGrades({ grades, onShow }: EarlierGradesProps) {
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: ({ id }: GradeSummary) => apiClient.deleteGrade(id),
    onSettled: () => queries.invalidateQueries({ queryKey: GRADES_KEY }),
  });
  if (grades.length === 0) return null;
  return (
    <section className="grid gap-1" aria-label="Earlier grades">
      <h3 className="font-semibold">Earlier grades</h3>
      <ul className="grid">
        {grades.map((grade) => (
          <li
            key={grade.id}
            className="flex min-w-0 items-center gap-2 border-t border-line-2 py-1"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              {boundText(grade.agent)}{" "}
              <span className="text-fg-3">
                {`${formatTime(grade.at)} · A2A ${grade.text} · ${grade.score.passed} of ${grade.score.all} passed`}
                {grade.counts.fail > 0 && ` · ${grade.counts.fail} failed`}
              </span>
            </span>
            <Button
              size={24}
              aria-label={`Show the grade of ${formatTime(grade.at)}`}
              onClick={() => onShow(grade)}
            >
              Show
            </Button>
            <IconButton
              icon="delete"
              label={`Delete the grade of ${formatTime(grade.at)}`}
              disabled={deleting.isPending}
              onClick={() => deleting.mutate(grade)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
