"use client";
// What a run holds that should not leave it: looked for as soon as it is asked, and told with how far it is.
import { useEffect, useMemo, useState } from "react";
import { WHOLE_RUN } from "../../lib/export/selection.ts";
import type { FieldPath } from "../../lib/redact/field-path.ts";
import { getTextError, type SecretFinding } from "../../lib/redact/secret-finding.ts";
import { findLogSecrets, getLogFile } from "../../lib/session/export-log.ts";
import type { SecretSearchJob } from "../../lib/session/redaction-job.ts";
import type { RunSource } from "../../lib/session/run.ts";

export interface SecretSearchState {
  /** `null` while it goes on, or where it was not begun. */
  readonly findings: readonly SecretFinding[] | null;
  /** How far it is, from 0 to 1; `null` where nothing is looked for. */
  readonly share: number | null;
  /** Why it broke off. */
  readonly failed: string | null;
}

const NO_SEARCH: SecretSearchState = { findings: null, share: null, failed: null };

type NamedSecretOptions = Pick<SecretSearchJob, "texts" | "isOnlyNamed"> & {
  readonly fields: readonly FieldPath[];
};

/** Everything that shows by itself, and what was named. */
export function useSecretSearch(
  source: RunSource | null,
  isOn: boolean,
  texts: readonly string[],
  fields: readonly FieldPath[],
): SecretSearchState {
  const named = useMemo(() => ({ texts, fields, isOnlyNamed: false }), [texts, fields]);
  return useSearchJob(isOn ? source : null, named, 0);
}

const TYPING_DELAY_MS = 250;
const NO_FIELDS: readonly FieldPath[] = [];

/** How often a text that is being typed stands in the run; `null` while that is not known. */
export function useMatchCount(source: RunSource | null, text: string): number | null {
  const isLookedFor = text !== "" && getTextError(text) === null;
  const named = useMemo(() => ({ texts: [text], fields: NO_FIELDS, isOnlyNamed: true }), [text]);
  const { findings } = useSearchJob(isLookedFor ? source : null, named, TYPING_DELAY_MS);
  return findings?.[0]?.count ?? null;
}

function useSearchJob(
  source: RunSource | null,
  named: NamedSecretOptions,
  delay: number,
): SecretSearchState {
  const [search, setSearch] = useState<{ of: NamedSecretOptions | null; is: SecretSearchState }>({
    of: null,
    is: NO_SEARCH,
  });
  useEffect(() => {
    if (!source) return;
    const leave = new AbortController();
    const { signal } = leave;
    const tell = (is: SecretSearchState) => {
      if (!signal.aborted) setSearch({ of: named, is });
    };
    const look = async () => {
      tell({ findings: null, share: 0, failed: null });
      try {
        const file = await getLogFile(source, WHOLE_RUN, signal);
        const share = (done: number) => tell({ findings: null, share: done, failed: null });
        const findings = await findLogSecrets({ ...named, file }, share, signal);
        tell({ findings, share: null, failed: null });
      } catch (error) {
        tell({ ...NO_SEARCH, failed: error instanceof Error ? error.message : String(error) });
      }
    };
    const timer = setTimeout(() => void look(), delay);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [source, named, delay]);
  if (!source) return NO_SEARCH;
  return search.of === named ? search.is : { findings: null, share: 0, failed: null };
}
