"use client";
// The recordings of the library: filters, the table of those that match, and actions on the selected.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  type FormEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import type { MatchingLine } from "../../lib/api/library-search.ts";
import { CONFORMANCE_TAG, isOfGrade, TAG_LIMIT } from "../../lib/api/recording-metadata.ts";
import { countGrades, createLibraryRows, formatGrades } from "../../lib/report/recording-grades.ts";
import {
  asksForGrades,
  createFilterTest,
  filterRecordings,
  parseRecordingQuery,
  toggleFilter,
} from "../../lib/report/recording-query.ts";
import { NEWEST_FIRST, type RecordingOrder, sortRecordings } from "../../lib/report/recordings.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { LIBRARY_KEY } from "../server-state.ts";
import { announce } from "../ui/announce.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { formatBytes, formatCount, formatQuantity } from "../ui/format.ts";
import { EmptyState } from "../ui/status.tsx";
import { showFailureToast, showToast } from "../ui/toast.tsx";
import { FacetBar } from "./facet-bar.tsx";
import { LibraryTable, type LibraryTableHandle, useEditedField } from "./library-table.tsx";
import { useChangeLabels } from "./metadata-mutations.ts";
import { getVerdictText } from "./recording-verdict.tsx";
import { useRecordings } from "./recordings-provider.tsx";
import { type RowPlace, useRecordingActions } from "./use-recording-actions.tsx";

/** What keys in the search field do. */
export interface RecordingsHandle {
  focusEdge(edge: "first" | "last"): void;
  openFirst(): void;
}

interface RecordingsViewProps {
  ref: Ref<RecordingsHandle>;
  query: string;
  onQuery: (query: string) => void;
  onStatus: (status: string) => void;
  onClose: () => void;
  /** Moves the focus back to the search field. */
  onLeave: () => void;
}

const NOTHING_SELECTED: ReadonlySet<string> = new Set();

/** What comes and goes above or below takes its room from the table, so nothing else moves. */
export function RecordingsView(props: RecordingsViewProps) {
  const { ref, query, onQuery, onStatus, onClose, onLeave } = props;
  const { all: list, unlisted, isServerLost } = useRecordings();
  const [order, setOrder] = useState<RecordingOrder>(NEWEST_FIRST);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(NOTHING_SELECTED);
  const actions = useRecordingActions();
  const table = useRef<LibraryTableHandle>(null);
  const search = useLibrarySearch(list, query);
  const shown = useMemo(
    () => sortRecordings(search.shown, order, getVerdictText),
    [search.shown, order],
  );
  const [toggledGrades, setToggledGrades] = useState<ReadonlySet<string>>(NOTHING_SELECTED);
  const rows = useMemo(
    // What is searched for is shown wherever it is.
    () => createLibraryRows(shown, (grade) => search.hasWords !== toggledGrades.has(grade)),
    [shown, toggledGrades, search.hasWords],
  );
  useUnlistedWarning(list, unlisted > 0);
  // Only visible rows count as selected.
  const selected = shown.filter(({ id }) => selectedIds.has(id));
  const toggle = (ids: readonly string[]) => {
    const next = new Set(selectedIds);
    const areSelected = ids.every((id) => next.has(id));
    for (const id of ids) {
      if (areSelected) next.delete(id);
      else next.add(id);
    }
    setSelectedIds(next);
  };
  const toggleGrade = (grade: string) => {
    const next = new Set(toggledGrades);
    if (!next.delete(grade)) next.add(grade);
    setToggledGrades(next);
  };
  const deleteAll = async (recordings: readonly RecordingSummary[]) => {
    actions.deleteAll(await actions.findDeletable(recordings));
    setSelectedIds(NOTHING_SELECTED);
  };
  const open = (recording: RecordingSummary, place?: RowPlace) => {
    onClose();
    actions.open(recording, place);
  };
  useImperativeHandle(ref, () => ({
    focusEdge: (edge) => table.current?.focusRow(edge === "first" ? 0 : rows.length - 1),
    openFirst() {
      const [first] = shown;
      if (first) open(first, search.lines.get(first.id)?.[0]);
    },
  }));
  const ofGrades = list.filter(isOfGrade);
  const isHidingGrades = query.trim() !== "" && !asksForGrades(parseRecordingQuery(query));
  const status = formatSearchStatus(search, list.length - ofGrades.length + unlisted, query);
  useEffect(() => onStatus(status), [status, onStatus]);
  return (
    <>
      {list.length > 0 && (
        <FacetBar
          list={search.unfiltered}
          query={query}
          onQuery={onQuery}
          isWhole={unlisted === 0 && search.pending === 0}
        >
          {isHidingGrades && <HiddenGrades ofGrades={ofGrades} query={query} onQuery={onQuery} />}
        </FacetBar>
      )}
      {selected.length > 0 && (
        <LibrarySelection
          selected={selected}
          onDelete={() => void deleteAll(selected)}
          onClear={() => setSelectedIds(NOTHING_SELECTED)}
        />
      )}
      {shown.length > 0 ? (
        <LibraryTable
          ref={table}
          rows={rows}
          list={shown}
          lines={search.hasWords ? search.lines : null}
          order={order}
          onOrder={setOrder}
          selectedIds={selectedIds}
          onToggle={toggle}
          onToggleGrade={toggleGrade}
          onSelectAll={() => setSelectedIds(new Set(shown.map(({ id }) => id)))}
          actions={actions}
          onDelete={(these) =>
            void deleteAll(these.every((one) => selected.includes(one)) ? selected : these)
          }
          onOpen={open}
          onLeave={onLeave}
        />
      ) : (
        <NoRecordings search={search} hasAny={list.length > 0} isServerLost={isServerLost} />
      )}
    </>
  );
}

interface HiddenGradesProps extends Pick<RecordingsViewProps, "query" | "onQuery"> {
  ofGrades: readonly RecordingSummary[];
}

/** A search for failures would find those that a grade provoked. */
function HiddenGrades({ ofGrades, query, onQuery }: HiddenGradesProps) {
  if (ofGrades.length === 0) return null;
  return (
    <Button size={24} onClick={() => onQuery(toggleFilter(query, "tag", CONFORMANCE_TAG))}>
      Search {formatGrades(ofGrades)}
    </Button>
  );
}

function formatSearchStatus(
  { shown, isSearching, pending, isFailed }: LibrarySearch,
  count: number,
  query: string,
): string {
  const running = shown.filter(({ live }) => live).length;
  const grades = countGrades(shown);
  const all = [
    formatQuantity(count, "recording"),
    grades > 0 && formatQuantity(grades, "grade"),
    running > 0 && `${formatCount(running)} running`,
  ]
    .filter(Boolean)
    .join(", ");
  const own = shown.filter((one) => !isOfGrade(one)).length;
  if (query.trim() === "") return count > own ? `${formatCount(own)} newest of ${all}` : all;
  const found = `${formatCount(own)} of ${all}`;
  if (isFailed) return `${found}. The texts could not be searched`;
  if (isSearching) return `${found}, searching…`;
  return pending === 0 ? found : `${found}, ${formatCount(pending)} not analyzed yet`;
}

/** Edits of recordings that the library does not list. */
function useUnlistedWarning(list: readonly RecordingSummary[], isPart: boolean): void {
  const [editing, setEdited] = useEditedField();
  const isUnlisted =
    editing !== null && !isPart && list.length > 0 && !list.some(({ id }) => id === editing.id);
  useEffect(() => {
    if (!isUnlisted) return;
    setEdited(null);
    showToast({ text: "Failed card lookups are not in the library. Add a note to include one." });
  }, [isUnlisted, setEdited]);
}

interface NoRecordingsProps {
  search: LibrarySearch;
  hasAny: boolean;
  isServerLost: boolean;
}

function NoRecordings({ search, hasAny, isServerLost }: NoRecordingsProps) {
  const [title, text] = !hasAny
    ? isServerLost
      ? ["No response", "Loupe's server is not responding."]
      : [
          "No recordings yet",
          "Requests to agents are recorded automatically. Logs from files can be saved here.",
        ]
    : search.isSearching
      ? ["Searching…", "In everything that was said, answered, called or failed."]
      : ["No recordings match", "Every word must occur in the recording or in its name or tags."];
  return (
    <div className="min-h-32 flex-1">
      <EmptyState icon="library" title={title}>
        {text}
      </EmptyState>
    </div>
  );
}

/** A search starts when the user pauses. */
const PAUSE_MS = 150;
/** While recordings are analyzed, more may match. */
const PENDING_MS = 1000;

interface LibrarySearch {
  readonly shown: readonly RecordingSummary[];
  /** Those that match the words of the query, whatever its filters. */
  readonly unfiltered: readonly RecordingSummary[];
  /** Something other than filters is searched. */
  readonly hasWords: boolean;
  /** By recording. */
  readonly lines: ReadonlyMap<string, readonly MatchingLine[]>;
  /** The server has not answered for this query. */
  readonly isSearching: boolean;
  /** Recordings that cannot be searched yet. */
  readonly pending: number;
  readonly isFailed: boolean;
}

const NO_LINES: LibrarySearch["lines"] = new Map();

/**
 * Searches the texts of all recordings on the server. What the list itself says is found at once, without
 * waiting for the server.
 */
function useLibrarySearch(list: readonly RecordingSummary[], query: string): LibrarySearch {
  const wanted = query.trim();
  const settled = useSettled(wanted);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: [...LIBRARY_KEY, "search", settled],
    queryFn: ({ signal }) => apiClient.searchLibrary(settled, signal),
    enabled: settled !== "",
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pending ? PENDING_MS : false),
    retry: 1,
  });
  const found = wanted === "" ? undefined : data;
  const lines = useMemo(
    () => (found ? new Map(found.hits.map(({ id, lines }) => [id, lines])) : NO_LINES),
    [found],
  );
  const parsed = useMemo(() => parseRecordingQuery(wanted), [wanted]);
  const unfiltered = useMemo(() => {
    const hasGrades = asksForGrades(parsed);
    const listed = new Set(filterRecordings(list, parsed.words, Date.now()).map(({ id }) => id));
    const isFound = ({ id }: RecordingSummary) => listed.has(id) || lines.has(id);
    return list.filter((one) => isFound(one) || (hasGrades && isOfGrade(one)));
  }, [list, parsed, lines]);
  const shown = useMemo(() => {
    // Without a query, each grade is a row.
    if (wanted === "") return list;
    const isWanted = createFilterTest(parsed, Date.now());
    return [...unfiltered, ...(found?.unlisted ?? [])].filter(isWanted);
  }, [list, wanted, unfiltered, parsed, found]);
  const isCurrent = settled === wanted && !isPlaceholderData && data !== undefined;
  return {
    shown,
    unfiltered,
    hasWords: parsed.words !== "",
    lines,
    isSearching: wanted !== "" && !isCurrent && !isError,
    pending: found?.pending ?? 0,
    isFailed: isError && wanted !== "",
  };
}

/** The value after a pause; at once if it is empty. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

interface LibrarySelectionProps {
  selected: readonly RecordingSummary[];
  onDelete: () => void;
  onClear: () => void;
}

/** Toolbar to tag or delete the selected recordings. */
function LibrarySelection({ selected, onDelete, onClear }: LibrarySelectionProps) {
  const [tag, setTag] = useState("");
  const { mutateAsync: changeLabels } = useChangeLabels();
  const size = selected.reduce((sum, { bytes }) => sum + bytes, 0);
  const tagAll = async (event: FormEvent) => {
    event.preventDefault();
    const newTag = tag.trim();
    if (newTag === "") return;
    try {
      await changeLabels({ ids: selected.map(({ id }) => id), patch: { addTags: [newTag] } });
      setTag("");
      announce(`Tagged ${formatQuantity(selected.length, "recording")}`);
    } catch (error) {
      showFailureToast(error);
    }
  };
  return (
    <section
      className="flex flex-wrap items-center gap-2 rounded-2 bg-accent-bg px-2.5 py-1.25"
      aria-label="Selected recordings"
    >
      <span role="status" className="mr-auto">
        <b>{formatCount(selected.length)}</b> selected, {formatBytes(size)}
      </span>
      <form className="flex flex-wrap items-center gap-2" onSubmit={(event) => void tagAll(event)}>
        <TextField
          size={26}
          icon="tag"
          label="Tag for all selected"
          placeholder="Add a tag"
          className="w-37.5"
          value={tag}
          maxLength={TAG_LIMIT}
          onChange={setTag}
        />
        <Button size={24} type="submit" disabled={tag.trim() === ""}>
          Tag
        </Button>
      </form>
      <Button size={24} variant="danger" icon="close" onClick={onDelete}>
        Delete
      </Button>
      <Button size={24} onClick={onClear}>
        Clear selection
      </Button>
    </section>
  );
}
