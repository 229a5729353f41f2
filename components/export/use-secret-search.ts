"use client";
import { useEffect, useMemo, useState } from "react";
import { WHOLE_RUN } from "../../lib/export/selection.ts";
import type { FieldPath } from "../../lib/redact/field-path.ts";
import { getTextError, type SecretFinding } from "../../lib/redact/secret-finding.ts";
import { findLogSecrets, getLogFile } from "../../lib/session/export-log.ts";
import type { SecretSearchJob } from "../../lib/session/redaction-job.ts";
import type { RunSource } from "../../lib/session/run.ts";
// Hook that searches a run for secrets, with progress.
import { getErrorMessage } from "../../lib/text/error-message.ts";

export interface SecretSearchState {
  /** `null` while the search runs or if it was not started. */
  readonly findings: readonly SecretFinding[] | null;
  /** Progress from 0 to 1; `null` if no search runs. */
  readonly share: number | null;
  /** Why the search failed. */
  readonly failed: string | null;
}

const NO_SEARCH: SecretSearchState = { findings: null, share: null, failed: null };

type NamedSecretOptions = Pick<SecretSearchJob, "texts" | "isOnlyNamed"> & {
  readonly fields: readonly FieldPath[];
};

/** Searches for detectable secrets and for those that the user named. */
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

/** Counts the matches of a text that is being typed; `null` while unknown. */
export function useMatchCount(source: RunSource | null, text: string): number | null {
  const isSearched = text !== "" && getTextError(text) === null;
  const named = useMemo(() => ({ texts: [text], fields: NO_FIELDS, isOnlyNamed: true }), [text]);
  const { findings } = useSearchJob(isSearched ? source : null, named, TYPING_DELAY_MS);
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
    const abortController = new AbortController();
    const { signal } = abortController;
    const report = (is: SecretSearchState) => {
      if (!signal.aborted) setSearch({ of: named, is });
    };
    const runSearch = async () => {
      report({ findings: null, share: 0, failed: null });
      try {
        const file = await getLogFile(source, WHOLE_RUN, signal);
        const share = (done: number) => report({ findings: null, share: done, failed: null });
        const findings = await findLogSecrets({ ...named, file }, share, signal);
        report({ findings, share: null, failed: null });
      } catch (error) {
        report({ ...NO_SEARCH, failed: getErrorMessage(error) });
      }
    };
    const timer = setTimeout(() => void runSearch(), delay);
    return () => {
      clearTimeout(timer);
      abortController.abort();
    };
  }, [source, named, delay]);
  if (!source) return NO_SEARCH;
  return search.of === named ? search.is : { findings: null, share: 0, failed: null };
}
