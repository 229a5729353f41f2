"use client";
// The run as a conversation, as of the playhead: its turns one below the other. It follows the end
// until the user scrolls up.

import { useEffect, useRef, useState } from "react";
import type { RunConversation } from "../../lib/conversation/conversation.ts";
import { chooseMainView } from "../../lib/session/main-view.ts";
import { jumpToEnd, showScope } from "../../lib/session/playback.ts";
import { onUiEvent } from "../../lib/session/ui-events.ts";
import { countScopeEvents, countScopeEventsUpTo } from "../../lib/timeline/scope.ts";
import { usePlayheadEvent, useRun, useSession, useView } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { EmptyState } from "../ui/status.tsx";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import { useInterpretedRun } from "../use-interpretation.ts";
import { useProgress } from "../use-progress.ts";
import { useMainView } from "./main-view-switch.tsx";
import { TurnView } from "./turn-view.tsx";

/** An estimate until a turn is measured. */
const TURN_HEIGHT = 240;

interface ConversationPaneProps {
  /** It was chosen while another view had the focus, and loads late. */
  takesFocus: boolean;
}

export default function ConversationPane({ takesFocus }: ConversationPaneProps) {
  const { conversation } = useInterpretedRun();
  return (
    <section
      className="relative flex min-h-0 min-w-0 flex-1 flex-col bg-bg-1 low:flex-[1_0_280px] max-phone:group-data-problems/timeline:hidden"
      aria-label="Conversation"
    >
      {conversation && <TurnList conversation={conversation} takesFocus={takesFocus} />}
    </section>
  );
}

interface TurnListProps extends ConversationPaneProps {
  conversation: RunConversation;
}

function TurnList({ conversation, takesFocus }: TurnListProps) {
  const session = useSession();
  const { timeline } = conversation.interpretation;
  const live = useRun((run) => run.live);
  const progress = useProgress();
  const scope = useView((view) => view.scope);
  const task = useView(({ filter }) => filter.task);
  const selected = useView((view) => view.selected);
  const playhead = usePlayheadEvent();
  const follow = useFollow();
  const list = useRef<VirtualListHandle>(null);
  const turns = conversation.getTurnsAt(playhead, scope, task);
  const isBehind = playhead < timeline.lastEvent;
  useRevealSelection(conversation, turns, list);
  useFocus(list, takesFocus);
  if (turns.length === 0) return <NoTurns conversation={conversation} />;
  const isPartial = scope !== "all" || task !== null;
  return (
    <>
      {isPartial && (
        <p className="flex h-8 flex-none items-center gap-2 border-b border-line-1 px-4 text-12 text-fg-3">
          {`${formatCount(turns.length)} of ${formatCount(conversation.getTurnsAt(playhead, "all", null).length)} turns`}
          <Button size={24} onClick={() => showScope(session, "all")}>
            Show all turns
          </Button>
        </p>
      )}
      <VirtualList
        ref={list}
        className="flex-1"
        label="Turns"
        role="list"
        count={turns.length + (isBehind ? 1 : 0)}
        rowHeight={TURN_HEIGHT}
        measured
        overscan={2}
        resetKey={conversation}
        content={{ rows: conversation, part: null, selected }}
        rowKey={(row) => turns[row]?.index ?? "playhead"}
        // A form that is being filled in stays while it is out of view.
        active={turns.length - 1}
        following={follow.isFollowing}
        onFollowingChange={follow.setFollowing}
        renderRow={(row) => {
          const turn = turns[row];
          if (!turn) return <PlayheadLine />;
          return (
            <TurnView
              conversation={conversation}
              turn={turn}
              playhead={playhead}
              progress={progress}
              isFirst={row === 0}
            />
          );
        }}
      />
      {!follow.isFollowing && live && (
        <Button
          variant="outline"
          icon="end"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-2"
          onClick={() => jumpToEnd(session)}
        >
          Jump to the end
        </Button>
      )}
    </>
  );
}

/** Whether the list keeps to its end. Each move of the playhead shows what is new there. */
function useFollow() {
  const { view } = useSession();
  const cursor = useView((state) => state.cursor);
  const following = useView((state) => state.following);
  const [leftAt, setLeftAt] = useState<number | null>(null);
  return {
    isFollowing: cursor === null ? following : leftAt !== cursor,
    setFollowing(isFollowing: boolean) {
      if (cursor === null) view.setState({ following: isFollowing });
      else setLeftAt(isFollowing ? null : cursor);
    },
  };
}

/** Takes the focus in place of the rows, where the conversation is shown without them. */
function useFocus(list: { readonly current: VirtualListHandle | null }, takesFocus: boolean): void {
  const isAlone = useMainView() === "conversation";
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) list.current?.focus(null);
  }, []);
  useEffect(() => {
    if (!isAlone) return;
    return onUiEvent("focus-rows", () => list.current?.focus(null));
  }, [isAlone, list]);
}

/** Brings the turn of a newly selected row into view. */
function useRevealSelection(
  conversation: RunConversation,
  turns: readonly { readonly index: number }[],
  list: { readonly current: VirtualListHandle | null },
): void {
  const selected = useView((state) => state.selected);
  const latest = useRef({ conversation, turns });
  useEffect(() => {
    latest.current = { conversation, turns };
  });
  useEffect(() => {
    const { conversation, turns } = latest.current;
    const item = conversation.interpretation.items[selected ?? -1];
    const turn = item && conversation.findTurn(item);
    const row = turn ? turns.findIndex(({ index }) => index === turn.index) : -1;
    const shown = document.querySelector(`[data-item="${selected}"]`);
    if (shown) shown.scrollIntoView({ block: "nearest" });
    else if (row >= 0) list.current?.scrollToIndex(row, "nearest");
  }, [selected, list]);
}

function PlayheadLine() {
  const session = useSession();
  const timeline = useRun((run) => run.timeline);
  const scope = useView((state) => state.scope);
  const playhead = usePlayheadEvent();
  return (
    <p className="flex items-center justify-between gap-2 border-t border-accent-line px-4 py-1.5 text-12 text-accent">
      <span>
        Playhead · event {formatCount(countScopeEventsUpTo(timeline, scope, playhead))} of{" "}
        {formatCount(countScopeEvents(timeline, scope))}
      </span>
      <Button size={24} onClick={() => jumpToEnd(session)}>
        Return to end
      </Button>
    </p>
  );
}

function NoTurns({ conversation }: { conversation: RunConversation }) {
  const session = useSession();
  const playhead = usePlayheadEvent();
  const hasTurns = conversation.getTurnsAt(playhead, "all", null).length > 0;
  const showAll = () => {
    if (!hasTurns) return chooseMainView(session, "timeline");
    showScope(session, "all");
  };
  return (
    <EmptyState
      icon="message"
      title={hasTurns ? "No turns here" : "No conversation in this run"}
      action={
        <Button variant="outline" onClick={showAll}>
          {hasTurns ? "Show the whole conversation" : "Show the timeline"}
        </Button>
      }
    >
      {hasTurns
        ? "The exchange or task that is shown has no turn before the playhead."
        : "It contains only lookups, such as cards and lists of tasks."}
    </EmptyState>
  );
}
