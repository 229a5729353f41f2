"use client";
// One turn of the conversation as of the playhead: what the user asked, the work, the answer and how
// it ended.

import { type ReactNode, useState } from "react";
import type { ConversationTurn, RunConversation } from "../../lib/conversation/conversation.ts";
import { getTurnContentAt, type TurnContent } from "../../lib/conversation/turn-content.ts";
import { getTurnOutcomeAt, type TurnOutcome } from "../../lib/conversation/turn-outcome.ts";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import type { Progress } from "../../lib/report/facts/part.ts";
import { ShowMore } from "../content/show-more.tsx";
import { getTaskColor } from "../labels/task-color.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { useAgent, useSession, useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatCount, formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { abbreviateId } from "../ui/short-id.tsx";
import { OutcomeView } from "./outcome-view.tsx";
import { TurnItem } from "./turn-item.tsx";
import { TurnWork } from "./turn-work.tsx";

interface TurnViewProps {
  conversation: RunConversation;
  turn: ConversationTurn;
  playhead: number;
  progress: Progress;
  isFirst: boolean;
}

export function TurnView({ conversation, turn, playhead, progress, isFirst }: TurnViewProps) {
  const { interpretation } = conversation;
  const content = getTurnContentAt(conversation, turn, playhead);
  const outcome = getTurnOutcomeAt(interpretation, turn, playhead, progress);
  const label = getTurnLabel(conversation, turn, playhead);
  return (
    <section
      aria-label={label}
      aria-busy={outcome.isInProgress || undefined}
      className={cx("px-4 py-4 max-phone:px-3", !isFirst && "border-t border-line-1")}
    >
      <div className="mx-auto grid max-w-190 grid-cols-1 gap-3">
        <TurnHead label={label} turn={turn} outcome={outcome} interpretation={interpretation} />
        <EarlierMessages
          interpretation={interpretation}
          items={content.earlier}
          playhead={playhead}
        />
        {content.asks.map((item) => {
          // What the user asked is as of its own last event, so that it need not follow the answer.
          const last = item.events.lastAt(playhead) ?? playhead;
          return (
            <TurnItem
              key={item.index}
              interpretation={interpretation}
              item={item}
              playhead={last}
              end={last}
              look="user"
            />
          );
        })}
        <Answer
          interpretation={interpretation}
          content={content}
          outcome={outcome}
          playhead={playhead}
          end={turn.turn.getEndAt(playhead)}
        />
      </div>
    </section>
  );
}

function getTurnLabel(conversation: RunConversation, turn: ConversationTurn, n: number): string {
  const number = conversation.getTurnNumberAt(turn, n);
  if (number !== null) return `Turn ${formatCount(number)}`;
  return conversation.isOfOthersAt(turn, n) ? "Call of another program" : "Earlier turn";
}

interface TurnHeadProps {
  label: string;
  turn: ConversationTurn;
  outcome: TurnOutcome;
  interpretation: Interpretation;
}

/** The number and time of the turn, and its task and context where there are several. */
function TurnHead({ label, turn, outcome, interpretation }: TurnHeadProps) {
  const { view } = useSession();
  const { timeline } = interpretation;
  const { time } = useEventFormatter(timeline);
  const filter = useView((state) => state.filter);
  const { task, contextId } = outcome;
  const showsTask = task !== null && task.id !== "" && timeline.tasks.length > 1;
  const showsContext = contextId !== null && timeline.contexts.length > 1;
  return (
    <header className="flex min-h-5 min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-11/5 text-fg-3">
      <h2 className="font-semibold text-fg-2">{label}</h2>
      <span className="tabular-nums">{time(turn.turn.time)}</span>
      {showsTask && (
        <Button
          size={20}
          className="mono max-w-60 overflow-hidden"
          title={`Show only the turns of task ${boundText(task.id)}`}
          disabled={filter.task === task.index}
          onClick={() => view.setState({ filter: { ...filter, task: task.index } })}
        >
          <span
            className="size-2 flex-none rounded-1"
            style={{ background: getTaskColor(task.index) }}
          />
          task {abbreviateId(task.id, 6)}
        </Button>
      )}
      {showsContext && (
        <span className="mono max-w-60 truncate" title={boundText(contextId)}>
          context {abbreviateId(contextId, 6)}
        </span>
      )}
    </header>
  );
}

interface ItemsProps {
  interpretation: Interpretation;
  items: readonly Item[];
  playhead: number;
}

/** What the agent sent of the task's history that is older than the turn. */
function EarlierMessages({ interpretation, items, playhead }: ItemsProps) {
  const [isOpen, setOpen] = useState(false);
  if (items.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-2 rounded-3 border border-dashed border-line-2 px-3 py-1.5">
      <Button
        size={24}
        className="justify-self-start"
        icon={isOpen ? "chevron-down" : "chevron-right"}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {formatQuantity(items.length, "earlier message")} of the task
      </Button>
      {isOpen && (
        <ShowMore
          items={items}
          renderList={(list) => list}
          renderItem={(item) => (
            <TurnItem
              key={item.index}
              interpretation={interpretation}
              item={item}
              playhead={playhead}
              end={playhead}
              look={isFromUser(item) ? "user" : "agent"}
            />
          )}
        />
      )}
    </div>
  );
}

const isFromUser = ({ entry }: Item) =>
  entry.kind === "message" && entry.message.message.role === "user";

interface AnswerProps {
  interpretation: Interpretation;
  content: TurnContent;
  outcome: TurnOutcome;
  playhead: number;
  /** The last event of the turn. */
  end: number;
}

function Answer({ interpretation, content, outcome, playhead, end }: AnswerProps): ReactNode {
  const name = useAgent(({ card }) => card?.name ?? "");
  const { plans, steps, answer } = content;
  const namesTasks = new Set(answer.map((item) => item.taskAt(playhead))).size > 1;
  const isRunning = outcome.isInProgress;
  const last = answer[answer.length - 1];
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="flex items-center gap-1.5 text-12 font-semibold text-fg-2">
        <Icon name="agent" size={14} className="text-fg-3" />
        <span className="truncate">{name === "" ? "Agent" : boundText(name)}</span>
      </h3>
      {plans.length + steps.length > 0 && (
        <TurnWork
          interpretation={interpretation}
          plans={plans}
          steps={steps}
          playhead={playhead}
          isRunning={isRunning}
        />
      )}
      <ShowMore
        items={answer}
        renderList={(items) => items}
        renderItem={(item) => (
          <TurnItem
            key={item.index}
            interpretation={interpretation}
            item={item}
            playhead={playhead}
            end={end}
            look="agent"
            namesTask={namesTasks}
            isGrowing={isRunning && item === last}
          />
        )}
      />
      <OutcomeView
        interpretation={interpretation}
        outcome={outcome}
        answer={answer}
        errors={content.errors}
        playhead={playhead}
      />
    </div>
  );
}
