"use client";
// What should not leave: what was found, by kinds, what is replaced of it, and what leaves then.
import { type ReactNode, useEffect, useRef } from "react";
import type { SecretFinding } from "../../lib/redact/secret-finding.ts";
import type { RunSource } from "../../lib/session/run.ts";
import { Banner } from "../ui/banner.tsx";
import { formatQuantity } from "../ui/format.ts";
import { ProgressLine } from "../ui/status.tsx";
import { CustomSecrets } from "./custom-secrets.tsx";
import {
  countOccurrences,
  findExportedCredentials,
  groupFindings,
  isReplaced,
  type RedactionDraft,
  type SecretFindingGroup,
} from "./redaction-draft.ts";
import { SecretFindingRow } from "./secret-finding-row.tsx";
import type { SecretSearchState } from "./use-secret-search.ts";

interface RedactionFormProps {
  source: RunSource | null;
  search: SecretSearchState;
  /** What was found last, while it is looked again. */
  known: readonly SecretFinding[];
  draft: RedactionDraft;
  onChange: (part: Partial<RedactionDraft>) => void;
}

export function RedactionForm({ source, search, known, draft, onChange }: RedactionFormProps) {
  const decide = (findings: readonly SecretFinding[], isIn: boolean) => {
    const decided = new Map(draft.decided);
    for (const { secret } of findings) decided.set(secret, isIn);
    onChange({ decided });
  };
  const leaving = findExportedCredentials(draft, known);
  return (
    <fieldset className="hand-on-choice hand-on-secrets">
      <legend>Secrets</legend>
      <label>
        <input
          type="checkbox"
          checked={draft.isOn}
          aria-label="Replace what should not leave"
          onChange={(event) => onChange({ isOn: event.target.checked })}
        />
        <span>
          Replace what should not leave
          <span className="hand-on-hint">
            Each replacement is as long as what it replaces, so order, times and sizes stay true.
          </span>
        </span>
      </label>
      {draft.isOn && (
        <>
          <SecretSearchProgress search={search} />
          {groupFindings(known).map((group) => (
            <GroupChoice key={group.rule} group={group} draft={draft} onDecide={decide} />
          ))}
          <CustomSecrets source={source} draft={draft} onChange={onChange} />
        </>
      )}
      <RedactionStatement search={search} known={known} draft={draft} />
      {leaving.length > 0 && <ExportedCredentials findings={leaving} />}
    </fieldset>
  );
}

function SecretSearchProgress({ search: { share, failed } }: { search: SecretSearchState }) {
  if (failed !== null) {
    return (
      <Banner severity="error" who="Loupe" title="Secrets could not be looked for">
        {failed}
      </Banner>
    );
  }
  if (share === null) return null;
  return (
    <div className="hand-on-making">
      <ProgressLine value={share} label="Looking for secrets" />
      <span className="tabular-nums">Looking for secrets: {Math.floor(share * 100)} %</span>
    </div>
  );
}

interface GroupChoiceProps {
  group: SecretFindingGroup;
  draft: RedactionDraft;
  onDecide: (findings: readonly SecretFinding[], isIn: boolean) => void;
}

function GroupChoice({ group, draft, onDecide }: GroupChoiceProps) {
  const { title, findings, count } = group;
  const box = useRef<HTMLInputElement>(null);
  const replaced = findings.filter((finding) => isReplaced(draft, finding)).length;
  const isMixed = replaced > 0 && replaced < findings.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <div className="secret-group">
      <label>
        <input
          ref={box}
          type="checkbox"
          checked={replaced === findings.length}
          aria-label={title}
          onChange={(event) => onDecide(findings, event.target.checked)}
        />
        <span>
          {title}
          <span className="hand-on-hint">
            {formatQuantity(findings.length, "text")} in {formatQuantity(count, "place")}
          </span>
        </span>
      </label>
      <details>
        <summary aria-label={`${title}: which and where`}>Which and where</summary>
        <ul>
          {findings.slice(0, MAX_SHOWN).map((finding) => (
            <SecretFindingRow
              key={finding.secret}
              finding={finding}
              isIn={isReplaced(draft, finding)}
              onDecide={(isIn) => onDecide([finding], isIn)}
            />
          ))}
        </ul>
        {findings.length > MAX_SHOWN && (
          <p className="hand-on-hint">
            {formatQuantity(findings.length - MAX_SHOWN, "more text")} of this kind: the box above
            decides for all of them.
          </p>
        )}
      </details>
    </div>
  );
}

/** A list of tens of thousands would stall the page. */
const MAX_SHOWN = 200;

/** Said as soon as somebody leaves one in. */
function ExportedCredentials({ findings }: { findings: readonly SecretFinding[] }) {
  const isOne = findings.length === 1;
  return (
    <Banner
      severity="warning"
      live
      title={
        isOne ? "A credential leaves" : `${formatQuantity(findings.length, "credential")} leave`
      }
      remedy={`Replace ${isOne ? "it" : "them"}, or make sure that nobody can use ${isOne ? "it" : "them"} any more.`}
    >
      {formatKinds(findings)}. Whoever is given this run can use what it was good for.
    </Banner>
  );
}

function formatKinds(findings: readonly SecretFinding[], cased = (words: string) => words): string {
  return groupFindings(findings)
    .map(({ title, count }) => `${cased(title)} in ${formatQuantity(count, "place")}`)
    .join("; ");
}

interface RedactionStatementProps {
  search: SecretSearchState;
  known: readonly SecretFinding[];
  draft: RedactionDraft;
}

/** In one sentence, what leaves. */
function RedactionStatement({ search, known, draft }: RedactionStatementProps): ReactNode {
  if (draft.isOn && search.findings === null) return null;
  const there = known.filter(({ count }) => count > 0);
  const replaced = there.filter((finding) => draft.isOn && isReplaced(draft, finding));
  const left = there.filter((finding) => !replaced.includes(finding));
  const words =
    replaced.length === 0
      ? there.length === 0 && draft.isOn
        ? "Nothing was found that should not leave. Names of people, and what else shows neither by its place nor by its shape, have to be named."
        : "Everything leaves as it is."
      : `It leaves with ${formatQuantity(replaced.length, "text")} replaced in ${formatQuantity(countOccurrences(replaced), "place")}.`;
  return (
    <p className="hand-on-lost" role="status">
      {words}
      {replaced.length > 0 && left.length > 0 && (
        <>
          {" "}
          <b>Left in:</b> {formatKinds(left, toLowerFirst)}.
        </>
      )}
    </p>
  );
}

const toLowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);
