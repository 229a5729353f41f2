"use client";
// Layout of the open run: rail, timeline and inspector at any window width.

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatVerdictTitle } from "../../lib/lint/verdict/verdict-words.ts";
import { getFacts } from "../../lib/report/facts/facts.ts";
import type { Progress } from "../../lib/report/facts/part.ts";
import { getInterpretation } from "../../lib/session/interpretation-cache.ts";
import { getInitialMainView } from "../../lib/session/main-view.ts";
import type { Run } from "../../lib/session/run.ts";
import { runWhenIdle } from "../../lib/session/scheduling.ts";
import { readSetting, SETTINGS, writeSetting } from "../../lib/session/settings.ts";
import { emitUiEvent, onUiEvent } from "../../lib/session/ui-events.ts";
import { getInspectedKey, type View } from "../../lib/session/view.ts";
import type { Scope } from "../../lib/timeline/scope.ts";
import { useAppContext, useLayout } from "../app-context.tsx";
import { DRAWER_QUERY, INSPECTOR_SHEET_QUERY, NARROW_QUERY } from "../app-shell/layout.ts";
import { useCardStore } from "../card/card-store.ts";
import { LoadingRows } from "../connect/loading-rows.tsx";
import { ConversationPane } from "../conversation/lazy-conversation-pane.tsx";
import { MainViewSwitch, useMainView } from "../conversation/main-view-switch.tsx";
import { isEscapeTaken } from "../free-escape.ts";
import { useHeldTitle } from "../hold/hold-slot.tsx";
import { preloadInspectedRow } from "../inspect/inspector.tsx";
import { formatExchangeTitle } from "../labels/exchange-label.ts";
import { formatProgress } from "../labels/verdict-labels.ts";
import { Rail } from "../library/rail.tsx";
import { preloadRenderer } from "../markdown/lazy-renderer.ts";
import { useServerFeatures } from "../server-features.ts";
import { useAgent, useRun, useSession, useView } from "../session.tsx";
import { TimelinePanel, TimelineRows } from "../timeline/timeline-panel.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { IconButton } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { DocumentTitle } from "../ui/document-title.tsx";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { SplitPane } from "../ui/split-pane.tsx";
import { useMedia } from "../ui/use-media.ts";
import { useModal } from "../ui/use-modal.ts";
import { useProgress } from "../use-progress.ts";
import { useRunFact } from "../use-throttled-version.ts";
import { useTopTitle } from "./document-title.tsx";
import { NarrowPanes } from "./narrow-panes.tsx";
import { PANES } from "./screen-layout.ts";
import { SidePane } from "./side-pane.tsx";

const CardPane = createLazyComponent(() => import("../card/card-pane.tsx"), {
  meanwhile: <div className="h-full bg-bg-1" aria-busy="true" />,
});
const CardValidationPane = createLazyComponent(() => import("../card/card-validation-pane.tsx"));

export default function Panes() {
  useEffect(() => runWhenIdle(preloadNextParts), []);
  const isNarrow = useMedia(NARROW_QUERY);
  if (!isNarrow) return <WidePanes />;
  return (
    <main className="relative grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] *:not-[nav,h1]:row-start-1 *:not-[nav,h1]:min-h-0">
      <PageTitle />
      <NarrowPanes center={<Center />} cardPane={<CardPane withProof />} />
    </main>
  );
}

function preloadNextParts(): void {
  preloadRenderer();
  preloadInspectedRow();
  // The first run of an agent opens as a conversation.
  if (getInitialMainView(true) !== null) ConversationPane.load();
}

function WidePanes() {
  const { view } = useAppContext();
  const [rail, setRail] = useState<number>(SETTINGS.railWidth.defaultValue);
  const [inspector, setInspector] = useState<number>(SETTINGS.inspectorWidth.defaultValue);
  useEffect(() => {
    setRail(readSetting(SETTINGS.railWidth));
    setInspector(readSetting(SETTINGS.inspectorWidth));
  }, []);
  const isDrawer = useMedia(DRAWER_QUERY);
  const isSheet = useMedia(INSPECTOR_SHEET_QUERY);
  const railOpen = useView((state) => state.railOpen);
  const inspectorOpen = useView((state) => state.inspectorOpen);
  const hasCard = useCardStore(({ page }) => page !== null);
  const isMaximized = useMaximizedInspector() && !hasCard;
  return (
    <main className={PANES}>
      <PageTitle />
      <SplitPane
        label="Resize exchanges"
        sized="first"
        size={rail}
        min={180}
        max={320}
        collapsed={isDrawer || !railOpen}
        maximized={isMaximized && !isSheet}
        defaultSize={SETTINGS.railWidth.defaultValue}
        onResize={setRail}
        onResizeEnd={(size) => writeSetting(SETTINGS.railWidth, size)}
        first={<Rail />}
        second={
          <SplitPane
            label="Resize inspector"
            sized="second"
            size={inspector}
            min={320}
            max={0.6}
            keep={420}
            collapsed={isSheet || !(inspectorOpen || hasCard)}
            maximized={isMaximized && !isSheet}
            defaultSize={SETTINGS.inspectorWidth.defaultValue}
            onResize={setInspector}
            onResizeEnd={(size) => writeSetting(SETTINGS.inspectorWidth, size)}
            first={<Middle isSheet={isSheet} />}
            second={
              <div className="flex min-h-0 min-w-0 flex-1 flex-col *:flex-1">
                {hasCard ? <CardValidationPane /> : <SidePane />}
              </div>
            }
          />
        }
      />
      {isDrawer && <Drawer />}
      {isSheet && (
        <Sheet
          isMaximized={isMaximized}
          onClose={() => view.setState({ selected: null, selectedLine: null, event: null })}
        />
      )}
    </main>
  );
}

/** What takes the focus in the timeline, which the maximized inspector covers. */
const TIMELINE_EVENTS = ["focus-filter", "focus-composer", "focus-rows"] as const;

/**
 * Whether the inspector covers the other panes. Escape, a command for the timeline, and closing the
 * selected row give them back.
 */
function useMaximizedInspector(): boolean {
  const isMaximized = useLayout(({ isInspectorMaximized }) => isInspectorMaximized);
  const restore = useLayout(({ restoreInspectorSize }) => restoreInspectorSize);
  const hasRow = useView((view) => getInspectedKey(view) !== null);
  useEffect(() => {
    if (!isMaximized) return;
    if (!hasRow) return restore();
    const stops = TIMELINE_EVENTS.map((name) =>
      onUiEvent(name, () => {
        flushSync(restore);
        emitUiEvent(name);
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [isMaximized, hasRow, restore]);
  useFreeEscape(isMaximized && hasRow, restore);
  return isMaximized && hasRow;
}

/** Acts on Escape wherever the focus is, except in what has its own use for the key. */
function useFreeEscape(isActive: boolean, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!isActive) return;
    const onKeyDown = ({ key, defaultPrevented, target }: KeyboardEvent) => {
      if (key === "Escape" && !defaultPrevented && !isEscapeTaken(target)) latest.current();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [isActive]);
}

/** The timeline or the card. The timeline stays mounted to keep the composer's input. */
function Middle({ isSheet }: { isSheet: boolean }) {
  const hasCard = useCardStore(({ page }) => page !== null);
  return (
    <>
      <div className="h-full min-h-0" hidden={hasCard}>
        <Center />
      </div>
      {hasCard && <CardPane withProof={isSheet} />}
    </>
  );
}

function Center() {
  const features = useServerFeatures();
  return (
    <div className="relative flex h-full min-h-0 min-w-0 flex-col bg-bg-1">
      <LoadingRows />
      {features && <features.UrlSuggestion />}
      <ErrorBoundary what="The timeline">
        <TimelinePanel viewSwitch={<MainViewSwitch />}>
          <MainView />
        </TimelinePanel>
      </ErrorBoundary>
      {features && (
        <ErrorBoundary what="The composer">
          <features.Talk />
        </ErrorBoundary>
      )}
    </div>
  );
}

/** The rows, the conversation, or both side by side. */
function MainView() {
  const mainView = useMainView();
  const [firstView] = useState(mainView);
  // The view that was left took the focus with it.
  const isSwitched = mainView !== firstView;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each switch
  useEffect(() => {
    if (isSwitched && document.activeElement === document.body) emitUiEvent("focus-rows");
  }, [mainView, isSwitched]);
  const [width, setWidth] = useState(() => readSetting(SETTINGS.conversationWidth));
  if (mainView === "timeline") return <TimelineRows />;
  const conversation = (
    <ErrorBoundary what="The conversation">
      <ConversationPane takesFocus={isSwitched} />
    </ErrorBoundary>
  );
  if (mainView === "conversation") return conversation;
  return (
    <div className="relative grid min-h-0 flex-1">
      <SplitPane
        label="Resize conversation"
        sized="second"
        size={width}
        min={300}
        max={0.7}
        keep={340}
        defaultSize={SETTINGS.conversationWidth.defaultValue}
        onResize={setWidth}
        onResizeEnd={(size) => writeSetting(SETTINGS.conversationWidth, size)}
        first={
          <div className="flex h-full min-h-0 min-w-0 flex-col">
            <TimelineRows />
          </div>
        }
        second={conversation}
      />
    </div>
  );
}

/** The rail as a drawer over the timeline, on screens without room for it. */
function Drawer() {
  const isOpen = useLayout(({ isDrawerOpen }) => isDrawerOpen);
  const close = useLayout(({ closeDrawer }) => closeDrawer);
  const modal = useModal(isOpen, close);
  return (
    <dialog
      {...modal}
      className="m-0 h-dvh max-h-none w-[min(300px,86vw)] border-r border-line-2 bg-bg-0 text-fg-1 backdrop:bg-backdrop open:animate-drawer-in forced-colors:border"
      aria-label="Exchanges"
      onKeyDown={(event) => event.key.toLowerCase() === "b" && close()}
    >
      {isOpen && <Rail />}
    </dialog>
  );
}

/** The inspector as a sheet over the timeline; the rows beside it stay usable. */
function Sheet({ isMaximized, onClose }: { isMaximized: boolean; onClose: () => void }) {
  const { isSheetOpen, openSheet, closeSheet } = useLayout((layout) => layout);
  const selected = useView(getInspectedKey);
  useEffect(() => {
    if (selected !== null) openSheet();
  }, [selected, openSheet]);
  const close = () => {
    closeSheet();
    onClose();
  };
  // Of a maximized sheet, Escape restores the size first.
  useFreeEscape(isSheetOpen && !isMaximized, close);
  if (!isSheetOpen) return null;
  return (
    <div
      className={cx(
        "absolute inset-y-0 right-0 z-20 flex animate-sheet-in flex-col border-l border-line-2 bg-bg-1 shadow-2 *:last:min-h-0 *:last:flex-1 forced-colors:border",
        isMaximized ? "w-full" : "w-[min(440px,100%)]",
      )}
    >
      <span className="flex flex-none justify-end px-2 pt-1">
        <IconButton icon="close" label="Close inspector" keys="I" size={24} onClick={close} />
      </span>
      <SidePane />
    </div>
  );
}

// Document title while a run or a card is open, and the page heading for screen readers.

function PageTitle() {
  const { run } = useSession();
  const runName = useRun((state) => state.name);
  const name = useServerFeatures()?.recordingTitle ?? runName;
  const agent = useAgent((state) => state.card?.name ?? "");
  const scope = useView((view) => view.scope);
  const card = useCardStore(({ page }) => page);
  const over = useTopTitle();
  const held = useHeldTitle();
  const dialects = useView((view) => view.dialects);
  const progress = useProgress();
  useRun((state) => state.phase);
  const status = useRunFact(() => getStatus(run.getState(), progress, { scope, dialects }));
  const exchangeTitle = useRunFact(() => getExchangeTitle(run.getState(), scope));
  const cardTitle = card && (card.given ? `Card ${card.given.name}` : "Agent card");
  const about = run.getState().source === null ? [agent] : [exchangeTitle, name];
  return (
    <>
      <DocumentTitle parts={[held, over ?? cardTitle ?? status, ...about]} />
      <h1 className="sr-only">{runName === "" ? "Unnamed run" : boundText(runName)}</h1>
    </>
  );
}

function getExchangeTitle({ timeline }: Run, scope: Scope): string | null {
  const exchange = scope === "all" ? undefined : timeline.exchanges[scope];
  return exchange ? formatExchangeTitle(exchange) : null;
}

/** The status of the run or of the exchange in scope, with the labels of the verdict strip. */
function getStatus(
  run: Run,
  progress: Progress,
  { scope, dialects }: Pick<View, "scope" | "dialects">,
): string | null {
  const { source, phase, timeline, live } = run;
  if (source === null) return null;
  if (phase.kind === "failed") return "Unreadable log";
  const interpretation = getInterpretation(timeline, dialects);
  const part = { scope, task: null };
  const facts = getFacts(interpretation, part, timeline.lastEvent, progress);
  if (facts.outcome === null) return formatProgress(facts, live);
  return timeline.exchanges.length === 0 ? null : formatVerdictTitle(facts.outcome);
}
