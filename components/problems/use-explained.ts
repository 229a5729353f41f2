"use client";
/** What a rule means, which loads when somebody first wants to know. */
import { useEffect, useState } from "react";
import type { Explanation } from "../../lib/lint/explanations/explanation.ts";

type Explained = ReadonlyMap<string, Explanation>;

/** Kept from then on. */
let loaded: Explained | null = null;

export function useExplained(rule: string): Explanation | undefined {
  const [explained, setExplained] = useState(loaded);
  useEffect(() => {
    if (explained) return;
    void import("../../lib/lint/explanations/all.ts").then(({ EXPLANATIONS }) => {
      loaded = EXPLANATIONS;
      setExplained(EXPLANATIONS);
    });
  }, [explained]);
  return explained?.get(rule);
}
