"use client";
/** What a rule means, which loads when somebody first wants to know. */
import { useEffect, useState } from "react";
import type { Explanation } from "../../lib/lint/explanations/explanation.ts";

type ExplanationsByRule = ReadonlyMap<string, Explanation>;

/** Kept from then on. */
let loadedExplanations: ExplanationsByRule | null = null;

export function useExplanation(rule: string): Explanation | undefined {
  const [explained, setExplained] = useState(loadedExplanations);
  useEffect(() => {
    if (explained) return;
    void import("../../lib/lint/explanations/all.ts").then(({ EXPLANATIONS }) => {
      loadedExplanations = EXPLANATIONS;
      setExplained(EXPLANATIONS);
    });
  }, [explained]);
  return explained?.get(rule);
}
