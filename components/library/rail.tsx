"use client";
// Rail: the exchanges of the run by context and task, and the saved recordings.

import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { getExchangeVerdict } from "../../lib/lint/verdict/exchange-verdict.ts";
import { showScope } from "../../lib/session/playback.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { findCardInScope, getExchangeCard } from "../../lib/timeline/cards.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import type { Scope } from "../../lib/timeline/scope.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext } from "../app-context.tsx";
import { defineStore } from "../app-shell/define-store.ts";
import { useCardStore } from "../card/card-store.ts";
import { leaveField } from "../leave-field.ts";
import { openOperations } from "../operations/open-operations.ts";
import { useServerFeatures } from "../server-features.ts";
import { useAgent, useRun, useView } from "../session.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { TextField } from "../ui/field.tsx";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";
import { groupExchanges, searchGroups } from "./exchange-groups.ts";
import { getIndent, RailItem, railRowClass } from "./rail-item.tsx";
import { createRailRows, findParentRow, getRailLevel, type RailRow } from "./rail-rows.ts";

export function Rail() {
  const features = useServerFeatures();
  const isConnected = useAgent((agent) => agent.endpoint !== null);
  const app = useAppContext();
  return (
    <nav className="flex h-full min-h-0 flex-col bg-bg-0" aria-label="Exchanges">
      <RailHeader title="Exchanges">
        {isConnected && (
          <>
            <Button size={24} title="Operations on tasks" onClick={() => openOperations(app)}>
              Tasks
            </Button>
            <IconButton
              icon="plus"
              label="New conversation"
              size={24}
              iconSize={14}
              onClick={() => emitUiEvent("new-conversation")}
            />
          </>
        )}
      </RailHeader>
      <ErrorBoundary what="The list of exchanges">
        <ExchangeTree />
      </ErrorBoundary>
      {features && (
        <ErrorBoundary what="The list of recordings">
          <features.SavedLogs />
        </ErrorBoundary>
      )}
    </nav>
  );
}

/** A shorter list is searched by looking at it. */
const MIN_SEARCHABLE = 10;

function ExchangeTree() {
  const { view } = useAppContext();
  const timeline = useRun((run) => run.timeline);
  const isReady = useRun((run) => run.phase.kind === "ready");
  const seen = useThrottledVersion();
  const scope = useView((state) => state.scope);
  const task = useView((state) => state.filter.task);
  const { toggled, toggle, query, setQuery } = useRailStore((rail) => rail);
  const groups = useMemo(() => groupExchanges(seen.timeline), [seen]);
  const isSearching = query.trim() !== "";
  const rows = useMemo(() => {
    const keepsLookups = groups.discovery.some(
      (exchange) => exchange.index === scope || hasFailed(seen.timeline, exchange),
    );
    const open = { toggled, areAllOpen: isSearching, keepsLookups };
    return createRailRows(searchGroups(groups, query), open);
  }, [seen, groups, toggled, query, isSearching, scope]);
  const [focused, setFocused] = useState("");
  const list = useRef<VirtualListHandle>(null);
  const { page, showAgentCard, showTimeline } = useCardStore((store) => store);
  const card = page?.given === null ? findCardInScope(timeline, scope) : null;
  const isCurrent = (row: RailRow) => {
    if (card) return row.kind === "exchange" && row.exchange === card.exchange;
    return isInView(row);
  };
  const isInView = (row: RailRow) =>
    (row.kind === "all" && scope === "all" && task === null) ||
    (row.kind === "exchange" && scope === row.exchange.index) ||
    (row.kind === "task" && task === row.task.index);
  const byFocus = rows.findIndex(({ key }) => key === focused);
  const active = byFocus >= 0 ? byFocus : Math.max(0, rows.findIndex(isCurrent));

  const show = (next: Scope, onlyTask: number | null) => {
    showScope({ view }, next, onlyTask);
    showTimeline();
  };
  const showExchange = (exchange: Exchange) => {
    show(exchange.index, null);
    // The result of a card lookup is shown as a card.
    const isCard = isDiscovery(exchange) && getExchangeCard(timeline, exchange) !== null;
    if (isCard) showAgentCard();
  };
  const choose = (row: RailRow | undefined) => {
    if (row?.kind === "all") show("all", null);
    else if (row?.kind === "exchange") showExchange(row.exchange);
    else if (row?.kind === "task") show("all", task === row.task.index ? null : row.task.index);
    else if (row?.kind === "group") toggle(row.key);
  };
  const onRowKeyDown = (event: KeyboardEvent, index: number) => {
    const row = rows[index];
    if (event.key === "Enter" || event.key === " ") choose(row);
    else if (event.key === "ArrowRight" && row?.kind === "group") row.open || toggle(row.key);
    else if (event.key === "ArrowLeft" && row?.kind === "group") row.open && toggle(row.key);
    else if (event.key === "ArrowLeft") list.current?.focusRow(findParentRow(rows, index));
    else return;
    event.preventDefault();
  };
  const canSearch = seen.timeline.exchanges.length >= MIN_SEARCHABLE || isSearching;
  const search = canSearch && <RailSearch query={query} onChange={setQuery} />;
  if (rows.length === 0) {
    return (
      <>
        {search}
        <p className={cx(RAIL_HINT, "flex-1")}>
          {isSearching ? "No exchanges match." : isReady && "No requests yet."}
        </p>
      </>
    );
  }
  return (
    <>
      {search}
      <VirtualList
        ref={list}
        className="flex-1"
        label="Exchanges by context and task"
        role="tree"
        count={rows.length}
        rowHeight={40}
        measured
        resetKey={timeline}
        rowKey={(index) => rows[index]?.key ?? index}
        active={active}
        onActiveChange={(index) => setFocused(rows[index]?.key ?? "")}
        onRowKeyDown={onRowKeyDown}
        rowProps={(index) => {
          const row = rows[index];
          if (!row) return {};
          return {
            className: railRowClass(row.kind, isCurrent(row)),
            style: getIndent(row),
            "data-kind": row.kind,
            "aria-level": getRailLevel(row),
            "aria-selected": isCurrent(row),
            ...(row.kind === "group" && { "aria-expanded": row.open }),
            onClick: () => choose(row),
          };
        }}
        renderRow={(index) => {
          const row = rows[index];
          return row ? <RailItem row={row} timeline={timeline} /> : null;
        }}
      />
    </>
  );
}

const hasFailed = (timeline: Timeline, exchange: Exchange) =>
  !getExchangeVerdict(timeline, exchange, timeline.lastEvent).clean;

interface RailSearchProps {
  query: string;
  onChange: (query: string) => void;
}

function RailSearch({ query, onChange }: RailSearchProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Escape") return;
    if (query === "") leaveField(event);
    else onChange("");
  };
  return (
    <TextField
      size={26}
      icon="search"
      label="Find tasks and exchanges"
      placeholder="Find"
      className="mx-3 mb-2 flex-none"
      value={query}
      onChange={onChange}
      onKeyDown={onKeyDown}
    />
  );
}

interface RailState {
  /** The keys of the groups that the user opened or closed. */
  readonly toggled: ReadonlySet<string>;
  /** What the exchanges are searched for; may be empty. */
  readonly query: string;
  toggle(key: string): void;
  setQuery(query: string): void;
}

const getRailStore = defineStore(
  (): StoreApi<RailState> =>
    createStore((set, get) => ({
      toggled: new Set(),
      query: "",
      setQuery: (query) => set({ query }),
      toggle(key) {
        const toggled = new Set(get().toggled);
        if (!toggled.delete(key)) toggled.add(key);
        set({ toggled });
      },
    })),
);

function useRailStore<T>(select: (rail: RailState) => T): T {
  return useStore(getRailStore(useAppContext()), select);
}

export const RAIL_HINT = "px-3 pt-1 pb-3 text-12/5 text-fg-3";

export function RailHeader({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="flex h-9 flex-none items-center justify-between pr-1.5 pl-3 pointer-coarse:h-11">
      <h2 className="text-11/5 font-semibold text-fg-2">{title}</h2>
      <span className="flex pointer-coarse:**:[button]:min-h-11 pointer-coarse:**:[button]:min-w-11">
        {children}
      </span>
    </header>
  );
}
