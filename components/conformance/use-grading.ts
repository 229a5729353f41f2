"use client";
/** Hook for the grade that is being made: its results so far, and how to start and stop it. */

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { GradeRequest } from "../../lib/api/schemas/api-requests.ts";
import type { ConformResult, Grade } from "../../lib/conform/grade.ts";
import type { GradeLine } from "../../lib/conform/stored-grade.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { GRADES_KEY, getGradeKey, LIBRARY_KEY } from "../server-state.ts";
import { announce } from "../ui/announce.ts";
import { type StreamPhase, useLineStream } from "../use-line-stream.ts";

interface GradeProgress {
  readonly results: readonly ConformResult[];
  readonly done: number;
  /** 0 until the first result. */
  readonly all: number;
}

export type Grading =
  | Exclude<StreamPhase, { kind: "running" }>
  | ({ readonly kind: "running" } & GradeProgress);

const NO_PROGRESS: GradeProgress = { results: [], done: 0, all: 0 };

export function useGrading(onGrade: (grade: Grade) => void) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState(NO_PROGRESS);

  const readLine = (line: GradeLine) => {
    if (line.kind === "grade") {
      const { grade } = line;
      queries.setQueryData(getGradeKey(grade.id), grade);
      void queries.invalidateQueries({ queryKey: GRADES_KEY });
      announce("The agent is graded");
      onGrade(grade);
    }
    if (line.kind !== "result") return;
    const { result, done, all } = line;
    setProgress(({ results }) => ({ results: [...results, result], done, all }));
  };
  const stream = useLineStream<GradeLine>(readLine, ({ kind }) => kind === "grade");

  const start = async (request: GradeRequest) => {
    setProgress(NO_PROGRESS);
    await stream.start((signal) => apiClient.openGrade(request, signal));
    void queries.invalidateQueries({ queryKey: LIBRARY_KEY });
  };

  const { phase } = stream;
  const grading: Grading = phase.kind === "running" ? { ...phase, ...progress } : phase;
  return { grading, start, stop: stream.stop };
}
