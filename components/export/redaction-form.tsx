"use client";
// Secrets section of the export form: findings by kind, which of them are redacted, and a summary.

import { type ReactNode, useEffect, useRef } from "react";
import type { SecretFinding } from "../../lib/redact/secret-finding.ts";
import { formatTextLocation, type SecretLocation } from "../../lib/redact/text-location.ts";
import type { RunSource } from "../../lib/session/run.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useRun } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { formatQuantity } from "../ui/format.ts";
import { CustomSecrets } from "./custom-secrets.tsx";
import { Choice, ChoiceGroup, HINT, ProgressRow } from "./form-parts.tsx";
import {
  countOccurrences,
  findExportedCredentials,
  groupFindings,
  isReplaced,
  type RedactionDraft,
  type SecretFindingGroup,
} from "./redaction-draft.ts";
import type { SecretSearchState } from "./use-secret-search.ts";

interface RedactionFormProps {
  source: RunSource | null;
  search: SecretSearchState;
  /** The last findings, kept while a new search runs. */
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
  const exported = findExportedCredentials(draft, known);
  return (
    <ChoiceGroup legend="Secrets" className="gap-1">
      <Choice
        type="checkbox"
        checked={draft.isOn}
        aria-label="Redact secrets"
        text="Redact secrets"
        hint="Replacements have the length of the original, so order, times and sizes stay exact."
        onChange={(event) => onChange({ isOn: event.target.checked })}
      />
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
      {exported.length > 0 && <ExportedCredentials findings={exported} />}
    </ChoiceGroup>
  );
}

function SecretSearchProgress({ search: { share, failed } }: { search: SecretSearchState }) {
  if (failed !== null) {
    return (
      <Banner severity="error" who="Loupe" title="Couldn't search for secrets">
        {failed}
      </Banner>
    );
  }
  if (share === null) return null;
  return <ProgressRow label="Searching for secrets" share={share} />;
}

const SUMMARY =
  "min-h-6 cursor-pointer rounded-1 px-1 py-0.75 text-fg-2 hover:text-fg-1 max-phone:min-h-9 max-phone:py-2.25";

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
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 border-t border-line-1 pt-1">
      <Choice
        ref={box}
        type="checkbox"
        checked={replaced === findings.length}
        aria-label={title}
        text={title}
        hint={`${formatQuantity(findings.length, "value")} in ${formatQuantity(count, "place")}`}
        onChange={(event) => onDecide(findings, event.target.checked)}
      />
      <details className="min-w-0 open:col-span-full">
        <summary className={SUMMARY} aria-label={`${title}: details`}>
          Details
        </summary>
        <ul className="max-h-45 overflow-y-auto pl-5.5">
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
          <p className={HINT}>
            {formatQuantity(findings.length - MAX_SHOWN, "more value")} of this kind. The checkbox
            above applies to all of them.
          </p>
        )}
      </details>
    </div>
  );
}

/** A longer list would stall the page. */
const MAX_SHOWN = 200;

/** Warning shown while a found credential is exported unredacted. */
function ExportedCredentials({ findings }: { findings: readonly SecretFinding[] }) {
  const isOne = findings.length === 1;
  return (
    <Banner
      severity="warning"
      live
      title={
        isOne
          ? "The export contains a credential"
          : `The export contains ${formatQuantity(findings.length, "credential")}`
      }
      remedy={`Redact ${isOne ? "it" : "them"}, or revoke ${isOne ? "it" : "them"} before you share the file.`}
    >
      {formatKinds(findings)}. Anyone who receives the file can use {isOne ? "it" : "them"}.
    </Banner>
  );
}

function formatKinds(
  findings: readonly SecretFinding[],
  formatTitle = (title: string) => title,
): string {
  return groupFindings(findings)
    .map(({ title, count }) => `${formatTitle(title)} in ${formatQuantity(count, "place")}`)
    .join("; ");
}

interface RedactionStatementProps {
  search: SecretSearchState;
  known: readonly SecretFinding[];
  draft: RedactionDraft;
}

/** One sentence on what is redacted and what is not. */
function RedactionStatement({ search, known, draft }: RedactionStatementProps): ReactNode {
  if (draft.isOn && search.findings === null) return null;
  const there = known.filter(({ count }) => count > 0);
  const replaced = there.filter((finding) => draft.isOn && isReplaced(draft, finding));
  const left = there.filter((finding) => !replaced.includes(finding));
  const statement =
    replaced.length === 0
      ? there.length === 0 && draft.isOn
        ? "No secrets found. Names and other private text are not detected; add them above."
        : "Nothing is redacted."
      : `${formatQuantity(replaced.length, "value")} redacted in ${formatQuantity(countOccurrences(replaced), "place")}.`;
  return (
    <p className="mt-0.5 text-fg-2" role="status">
      {statement}
      {replaced.length > 0 && left.length > 0 && (
        <>
          {" "}
          <b className="font-semibold text-fg-1">Not redacted:</b> {formatKinds(left, toLowerFirst)}
          .
        </>
      )}
    </p>
  );
}

const toLowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

interface SecretFindingRowProps {
  finding: SecretFinding;
  isIn: boolean;
  onDecide: (isIn: boolean) => void;
}

function SecretFindingRow({ finding, isIn, onDecide }: SecretFindingRowProps) {
  const timeline = useRun((run) => run.timeline);
  const { sample, count, places, everywhere } = finding;
  const shown = [...new Set(places.map((place) => formatSecretLocation(timeline, place)))];
  return (
    <li className="flex">
      <Choice
        type="checkbox"
        checked={isIn}
        aria-label={`${sample}, in ${formatQuantity(count, "place")}`}
        text={<code className="mono wrap-anywhere">{sample}</code>}
        hint={
          <>
            In {formatQuantity(count, "place")}: {shown.join("; ")}
            {count > places.length && "; …"}
            {!everywhere &&
              ". Redacted only there: too short or too common to search for elsewhere"}
          </>
        }
        onChange={(event) => onDecide(event.target.checked)}
      />
    </li>
  );
}

function formatSecretLocation(timeline: Timeline, place: SecretLocation): string {
  const event = findLocationEvent(timeline, place);
  return event < 0 ? formatTextLocation(place) : `event ${event}, ${formatTextLocation(place)}`;
}

/** The event whose frame contains the location; −1 if none does. */
function findLocationEvent(
  { exchangeById, events }: Timeline,
  { exchange, at }: SecretLocation,
): number {
  const ownEvents = exchange === null ? undefined : exchangeById.get(exchange)?.events;
  if (!ownEvents || at === null) return -1;
  for (let i = 0; i < ownEvents.count; i++) {
    const event = ownEvents.at(i);
    if (events.start.at(event) <= at && at < events.end.at(event)) return event;
  }
  return -1;
}
