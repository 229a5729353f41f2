"use client";
// What a run holds that should not leave it: looked for as soon as it is asked, and told with how far it is.
import { useEffect, useMemo, useState } from "react";
import { WHOLE } from "../../lib/export/selection.ts";
import type { FieldPath } from "../../lib/redact/field-path.ts";
import { type Finding, whyNotText } from "../../lib/redact/finding.ts";
import { findInThread, logOf } from "../../lib/session/hand-on.ts";
import type { FindJob } from "../../lib/session/redaction-job.ts";
import type { RunSource } from "../../lib/session/run.ts";

export interface Search {
  /** `null` while it goes on, or where it was not begun. */
  readonly findings: readonly Finding[] | null;
  /** How far it is, from 0 to 1; `null` where nothing is looked for. */
  readonly share: number | null;
  /** Why it broke off. */
  readonly failed: string | null;
}

const NOTHING: Search = { findings: null, share: null, failed: null };

type Named = Pick<FindJob, "texts" | "isOnlyNamed"> & { readonly fields: readonly FieldPath[] };

/** Everything that shows by itself, and what was named. */
export function useSecrets(
  source: RunSource | null,
  isOn: boolean,
  texts: readonly string[],
  fields: readonly FieldPath[],
): Search {
  const named = useMemo(() => ({ texts, fields, isOnlyNamed: false }), [texts, fields]);
  return useSearch(isOn ? source : null, named, 0);
}

const TYPING_MS = 250;
const NO_FIELDS: readonly FieldPath[] = [];

/** How often a text that is being typed stands in the run; `null` while that is not known. */
export function useMatches(source: RunSource | null, text: string): number | null {
  const isLookedFor = text !== "" && whyNotText(text) === null;
  const named = useMemo(() => ({ texts: [text], fields: NO_FIELDS, isOnlyNamed: true }), [text]);
  const { findings } = useSearch(isLookedFor ? source : null, named, TYPING_MS);
  return findings?.[0]?.count ?? null;
}

function useSearch(source: RunSource | null, named: Named, delay: number): Search {
  const [search, setSearch] = useState<{ of: Named | null; is: Search }>({ of: null, is: NOTHING });
  useEffect(() => {
    if (!source) return;
    const leave = new AbortController();
    const { signal } = leave;
    const tell = (is: Search) => {
      if (!signal.aborted) setSearch({ of: named, is });
    };
    const look = async () => {
      tell({ findings: null, share: 0, failed: null });
      try {
        const file = await logOf(source, WHOLE, signal);
        const share = (done: number) => tell({ findings: null, share: done, failed: null });
        const findings = await findInThread({ ...named, file }, share, signal);
        tell({ findings, share: null, failed: null });
      } catch (error) {
        tell({ ...NOTHING, failed: error instanceof Error ? error.message : String(error) });
      }
    };
    const timer = setTimeout(() => void look(), delay);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [source, named, delay]);
  if (!source) return NOTHING;
  return search.of === named ? search.is : { findings: null, share: 0, failed: null };
}
