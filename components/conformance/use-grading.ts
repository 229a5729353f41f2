"use client";
/** Hook for the grade that is being made: its results so far, and how to start and stop it. */

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { GradeRequest } from "../../lib/api/schemas/api-requests.ts";
import type { ConformResult, Grade } from "../../lib/conform/grade.ts";
import type { GradeLine } from "../../lib/conform/stored-grade.ts";
import { readGrade } from "../../lib/session/grade-reader.ts";
import { GRADES_KEY, getGradeKey, LIBRARY_KEY } from "../server-state.ts";
import { announce } from "../ui/announce.ts";

export type Grading =
  | { readonly kind: "none" }
  | {
      readonly kind: "running";
      readonly results: readonly ConformResult[];
      readonly done: number;
      /** 0 until the first result. */
      readonly all: number;
    }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly message: string };

export function useGrading(onGrade: (grade: Grade) => void) {
  const queries = useQueryClient();
  const [grading, setGrading] = useState<Grading>({ kind: "none" });
  const stopping = useRef<AbortController | null>(null);

  const readLine = (line: GradeLine) => {
    if (line.kind === "failed") setGrading({ kind: "failed", message: line.message });
    if (line.kind === "grade") {
      const { grade } = line;
      queries.setQueryData(getGradeKey(grade.id), grade);
      void queries.invalidateQueries({ queryKey: GRADES_KEY });
      setGrading({ kind: "none" });
      announce("The agent is graded");
      onGrade(grade);
    }
    if (line.kind !== "result") return;
    const { result, done, all } = line;
    setGrading((before) => {
      const results = before.kind === "running" ? before.results : [];
      return { kind: "running", results: [...results, result], done, all };
    });
  };

  const start = async (request: GradeRequest) => {
    const controller = new AbortController();
    stopping.current = controller;
    setGrading({ kind: "running", results: [], done: 0, all: 0 });
    try {
      await readGrade(request, controller.signal, readLine);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      setGrading(controller.signal.aborted ? { kind: "stopped" } : { kind: "failed", message });
    }
    void queries.invalidateQueries({ queryKey: LIBRARY_KEY });
  };

  return { grading, start, stop: () => stopping.current?.abort() };
}
