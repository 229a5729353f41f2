"use client";
// Facets of the library: a menu for each, which adds filters to the query and removes them. Values and
// counts are of the recordings that match the rest of the query.
import { type ReactNode, useMemo } from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { capitalize } from "../../lib/lint/verdict/verdict-words.ts";
import {
  ANY_FAILURE,
  countFacets,
  FACETS,
  type Facet,
  type FacetCount,
  type FacetFilter,
  parseRecordingQuery,
  toggleFilter,
} from "../../lib/report/recording-query.ts";
import { foldCase } from "../../lib/text/search-terms.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { MenuButton, type MenuItem } from "../ui/menu.tsx";

const FACET_LABELS: Readonly<Record<Facet, string>> = {
  verdict: "Verdict",
  agent: "Agent",
  tag: "Tag",
  dialect: "Dialect",
  version: "A2A version",
  time: "Time",
};

const TIME_LABELS: Readonly<Record<string, string>> = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

interface FacetBarProps {
  /** The recordings that match the words of the query. */
  list: readonly RecordingSummary[];
  query: string;
  onQuery: (query: string) => void;
  /** The list is all of the library, so that counts are true. */
  isWhole: boolean;
  /** Beside the facets. */
  children: ReactNode;
}

export function FacetBar({ list, query, onQuery, isWhole, children }: FacetBarProps) {
  const parsed = useMemo(() => parseRecordingQuery(query), [query]);
  const counts = useMemo(() => countFacets(list, parsed, Date.now()), [list, parsed]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> is for forms
    <div role="group" aria-label="Filters" className="-mx-1 flex flex-wrap gap-x-1">
      {FACETS.map((facet) => {
        const wanted = parsed.filters.filter((one) => one.facet === facet);
        const values = addMissing(counts[facet], wanted);
        if (values.length === 0) return null;
        return (
          <FacetMenu
            key={facet}
            facet={facet}
            values={values}
            wanted={wanted}
            isCounted={isWhole}
            onToggle={(value) => onQuery(toggleFilter(query, facet, value))}
          />
        );
      })}
      {parsed.filters.length > 0 && (
        <Button size={24} icon="close" onClick={() => onQuery(parsed.words)}>
          Clear filters
        </Button>
      )}
      <span className="ml-auto">{children}</span>
    </div>
  );
}

/** A filter that finds nothing can still be removed. */
function addMissing(
  found: readonly FacetCount[],
  wanted: readonly FacetFilter[],
): readonly FacetCount[] {
  const known = new Set(found.map(({ value }) => foldCase(value)));
  const missing = wanted.filter(({ value }) => !known.has(value));
  return [...found, ...missing.map(({ value }) => ({ value, count: 0 }))];
}

interface FacetMenuProps {
  facet: Facet;
  values: readonly FacetCount[];
  wanted: readonly FacetFilter[];
  isCounted: boolean;
  onToggle: (value: string) => void;
}

function FacetMenu({ facet, values, wanted, isCounted, onToggle }: FacetMenuProps) {
  const label = FACET_LABELS[facet];
  const chosen = new Set(wanted.map(({ value }) => value));
  const items = values.map(
    ({ value, count }): MenuItem => ({
      id: value,
      label: formatValue(facet, value),
      isToggle: true,
      checked: chosen.has(foldCase(value)),
      ...(isCounted && { detail: formatCount(count) }),
      onSelect: () => onToggle(value),
    }),
  );
  const [first] = wanted;
  const shown = first
    ? `: ${formatChosen(facet, first.value)}${wanted.length > 1 ? ` +${wanted.length - 1}` : ""}`
    : "";
  return (
    <MenuButton
      label={label}
      items={items}
      size={24}
      className={first ? "bg-accent-bg text-accent" : "text-fg-2"}
    >
      <span className="max-w-50 truncate">
        {label}
        {boundText(shown)}
      </span>
    </MenuButton>
  );
}

function formatValue(facet: Facet, value: string): string {
  if (facet === "time") return TIME_LABELS[value] ?? value;
  if (facet !== "verdict") return value;
  return value === ANY_FAILURE ? "Any failure" : capitalize(value);
}

const formatChosen = (facet: Facet, value: string) => formatValue(facet, value).toLowerCase();
