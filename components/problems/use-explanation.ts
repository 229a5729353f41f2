"use client";
/** The explanation of a rule. The explanations are loaded on first use. */
import { useEffect, useState } from "react";
import type { Explanation } from "../../lib/lint/explanations/explanation.ts";

type ExplanationsByRule = ReadonlyMap<string, Explanation>;

/** Cached after the first load. */
let loadedExplanations: ExplanationsByRule | null = null;

export function useExplanation(rule: string): Explanation | undefined {
  const [explanations, setExplanations] = useState(loadedExplanations);
  useEffect(() => {
    if (explanations) return;
    void import("../../lib/lint/explanations/all.ts").then(({ EXPLANATIONS }) => {
      loadedExplanations = EXPLANATIONS;
      setExplanations(EXPLANATIONS);
    });
  }, [explanations]);
  return explanations?.get(rule);
}
