"use client";
// One message or artifact of a turn as a client shows it: its text, files, data and questions. A click
// selects its row.

import {
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
} from "react";
import { getNonTextPartsAt } from "../../lib/conversation/turn-content.ts";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import {
  getItemTextAt,
  getItemTextLengthAt,
  getItemTitleAt,
} from "../../lib/dialects/item-content.ts";
import type { Part } from "../../lib/protocol/model.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext } from "../app-context.tsx";
import { isNarrowScreen } from "../app-shell/layout.ts";
import { DETAILS, DETAILS_SUMMARY } from "../content/attachment-details.tsx";
import { Attachments } from "../content/attachments.tsx";
import { FilePart } from "../content/file-part.tsx";
import type { InspectedItem } from "../content/inspected-item.ts";
import { ShowMore } from "../content/show-more.tsx";
import { getAttachmentsAt } from "../content/sorted-attachments.ts";
import { JsonBox } from "../content/value-view.tsx";
import { ITEM_KIND_META } from "../labels/item-kind-meta.ts";
import { getTaskColor } from "../labels/task-color.ts";
import { Markdown, MarkdownEnd } from "../markdown/markdown.tsx";
import { describeItemProblems } from "../problems/item-problems.ts";
import { useMutedRules } from "../problems/use-muted-rules.ts";
import { useView } from "../session.tsx";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { formatCount } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { ItemActions, inspectItem } from "./item-actions.tsx";

interface TurnItemProps {
  interpretation: Interpretation;
  item: Item;
  playhead: number;
  /** The last event of the turn: an artifact may go on in the next one. */
  end: number;
  look: "user" | "agent";
  /** Of a turn with several tasks, it says of which it is. */
  namesTask?: boolean;
  /** Its text is still being streamed. */
  isGrowing?: boolean;
}

/** The last block of a text has a margin of its own. */
const FRAME =
  "group/item relative min-w-0 rounded-4 px-3 py-2 forced-colors:border [&_.markdown]:-mb-2";
const LOOKS = {
  user: "max-w-[85%] justify-self-end bg-accent-bg",
  agent: "",
} as const;
const SELECTED = "inset-ring inset-ring-accent";
const UNSELECTED = {
  user: "hover:inset-ring hover:inset-ring-accent-line",
  agent: "hover:inset-ring hover:inset-ring-line-2",
} as const;
/** Over the edge of the item; on touch screens below its content, where nothing can hover. */
const ACTIONS =
  "absolute -top-3.5 right-2 z-1 flex items-center gap-0.5 rounded-2 bg-bg-2 p-0.5 opacity-0 shadow-1 inset-ring inset-ring-line-2 group-focus-within/item:opacity-100 group-hover/item:opacity-100 group-data-selected/item:opacity-100 touch:static touch:mt-1 touch:ml-auto touch:w-fit touch:opacity-100";

/** Memoized: of a message, nothing changes while the answer to it grows. */
export const TurnItem = memo(function TurnItem(props: TurnItemProps) {
  const { interpretation, item, playhead, end, look, namesTask = false, isGrowing = false } = props;
  const app = useAppContext();
  const isSelected = useView(({ selected }) => selected === item.index);
  const { timeline } = interpretation;
  const { entry } = item;
  const inspected: InspectedItem = {
    timeline,
    interpretation,
    item,
    entry,
    playhead,
    ordinal: null,
  };
  const { questions, others } = getAttachmentsAt(item, playhead);
  // The arguments of a tool are part of its question.
  const parts =
    item.kindAt(playhead) === "tool" ? [] : getNonTextPartsAt(interpretation, item, end);
  const length = getItemTextLengthAt(interpretation, item, end);
  const isEmpty = length === 0 && questions.length + others.length + parts.length === 0;
  const latestEnd = useRef(end);
  useEffect(() => {
    latestEnd.current = end;
  });
  const getText = useCallback(
    () => getItemTextAt(interpretation, item, latestEnd.current),
    [interpretation, item],
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button “Inspect” does the same
    <article
      data-item={item.index}
      data-selected={isSelected || undefined}
      aria-label={look === "user" ? "You" : getLabel(interpretation, item, playhead)}
      className={cx(FRAME, LOOKS[look], isSelected ? SELECTED : UNSELECTED[look])}
      onClick={(event) => isPlainClick(event) && inspectItem(app, item)}
    >
      {namesTask && <TaskName timeline={timeline} task={item.taskAt(playhead)} />}
      {entry.kind === "artifact" && !item.isNested && (
        <ArtifactTitle interpretation={interpretation} item={item} playhead={playhead} />
      )}
      <div className="grid min-w-0 grid-cols-1 gap-2">
        {length > 0 && (
          <ItemText
            interpretation={interpretation}
            item={item}
            end={end}
            length={length}
            isGrowing={isGrowing}
            onInspect={() => inspectItem(app, item)}
          />
        )}
        {isEmpty && (
          <p className="text-12 text-fg-3">{isGrowing ? "Nothing yet" : "Empty message"}</p>
        )}
        {parts.length > 0 && (
          <Parts parts={parts} isAlone={length === 0 && questions.length + others.length === 0} />
        )}
        {questions.length > 0 && <Attachments inspected={inspected} attachments={questions} />}
        {others.length > 0 && <Attachments inspected={inspected} attachments={others} />}
        <ItemProblem item={item} end={end} />
      </div>
      <ItemActions
        interpretation={interpretation}
        item={item}
        getText={length > 0 ? getText : null}
        className={ACTIONS}
      />
    </article>
  );
});

function getLabel(interpretation: Interpretation, item: Item, n: number): string {
  if (item.entry.kind === "message") return "Agent";
  return boundText(getItemTitleAt(interpretation, item, n));
}

/** A click beside controls and links that selects no text. A narrow screen would leave the page. */
function isPlainClick({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (isNarrowScreen()) return false;
  const isText = getSelection()?.isCollapsed === false;
  const controls = "a, button, input, textarea, select, label, summary, [role=tree], [tabindex]";
  const control = target instanceof Element ? target.closest(controls) : null;
  // The list around the item can be focused too.
  return !isText && (control === null || control.contains(currentTarget));
}

function TaskName({ timeline, task }: { timeline: Timeline; task: number }): ReactNode {
  const lane = timeline.tasks[task];
  if (!lane || lane.id === "") return null;
  return (
    <p className="mono flex min-w-0 items-center gap-1.5 text-11/5 text-fg-3" data-part="task">
      <span
        className="size-2 flex-none rounded-1 forced-color-adjust-none"
        style={{ background: getTaskColor(task) }}
      />
      <span className="truncate" title={boundText(lane.id)}>
        task {boundText(lane.id)}
      </span>
    </p>
  );
}

/** The worst problem of the item and the number of others, as its row has them. */
function ItemProblem({ item, end }: { item: Item; end: number }): ReactNode {
  const problems = describeItemProblems(item, end, useMutedRules());
  if (problems === null) return null;
  return (
    <p title={boundText(problems.title)}>
      <Tag hue={problems.hue} icon="warning">
        {problems.label}
      </Tag>
    </p>
  );
}

interface ArtifactTitleProps {
  interpretation: Interpretation;
  item: Item;
  playhead: number;
}

function ArtifactTitle({ interpretation, item, playhead }: ArtifactTitleProps): ReactNode {
  const { icon, hue } = ITEM_KIND_META[item.kindAt(playhead)];
  return (
    <p className="mb-1 flex min-w-0 items-center gap-1.5 text-12 text-fg-3" data-hue={hue}>
      <Icon name={icon} size={14} className="text-hue" />
      <span className="mono truncate" dir="auto">
        {boundText(getItemTitleAt(interpretation, item, playhead))}
      </span>
    </p>
  );
}

/** How much is shown of a text while it grows: two screens full. */
const MAX_GROWING_LENGTH = 3_000;

interface ItemTextProps {
  interpretation: Interpretation;
  item: Item;
  end: number;
  length: number;
  isGrowing: boolean;
  onInspect: () => void;
}

/** Text that is too long for a page without virtual scrolling shows its beginning, or its end while
 *  it grows. */
function ItemText(props: ItemTextProps) {
  const { interpretation, item, end, length, onInspect } = props;
  // Of an answer that ends, the last words come first, then all of it.
  const isGrowing = useDeferredValue(props.isGrowing);
  const renderHidden = (characters: number) => (
    <p className="flex items-center gap-2 text-12 text-fg-3">
      {formatCount(characters)} {isGrowing ? "characters before" : "more characters"}
      <Button size={24} onClick={onInspect}>
        Show all in the inspector
      </Button>
    </p>
  );
  if (isGrowing) {
    return (
      <MarkdownEnd
        text={getItemTextAt(interpretation, item, end)}
        least={MAX_GROWING_LENGTH}
        renderHidden={renderHidden}
      />
    );
  }
  return (
    <>
      <Markdown text={getItemTextAt(interpretation, item, end, MAX_TEXT_LENGTH)} />
      {length > MAX_TEXT_LENGTH && renderHidden(length - MAX_TEXT_LENGTH)}
    </>
  );
}

/** Files as previews; data folded, unless there is nothing else. */
function Parts({ parts, isAlone }: { parts: readonly Part[]; isAlone: boolean }) {
  return (
    <ShowMore
      items={parts}
      renderList={(items) => items}
      renderItem={(part, i) => {
        if (part.kind === "file") return <FilePart key={String(i)} part={part} />;
        const isData = part.kind === "data";
        const label = isData ? "Data" : "Unrecognized part";
        const value = isData ? part.data : part;
        return (
          <details key={String(i)} className={DETAILS} open={isAlone && parts.length === 1}>
            <summary className={DETAILS_SUMMARY}>{label}</summary>
            <JsonBox label={label} value={value} />
          </details>
        );
      }}
    />
  );
}
