// Rows that the user pinned, above the others and in the same columns. A click leads to the row's place.
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { MutedRules } from "../../lib/lint/active-problems.ts";
import type { ColumnId } from "../../lib/session/columns.ts";
import { showItem } from "../../lib/session/playback.ts";
import { togglePin } from "../../lib/session/view.ts";
import { useSession, useView } from "../session.tsx";
import { IconButton } from "../ui/button.tsx";
import { TimelineRow } from "./timeline-row.tsx";
import type { Axis } from "./use-axis.ts";

interface PinnedRowsProps {
  interpretation: Interpretation;
  axis: Axis | null;
  columns: ReadonlySet<ColumnId>;
  playhead: number;
  muted: MutedRules;
  /** The class of a row. */
  rowClass: string;
}

export function PinnedRows(props: PinnedRowsProps) {
  const { interpretation, axis, columns, playhead, muted, rowClass } = props;
  const session = useSession();
  const pinned = useView((state) => state.pinned);
  const items = pinned.flatMap((index) => interpretation.items[index] ?? []);
  if (items.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: its rows are those of the list
    <div
      role="grid"
      aria-label="Pinned rows"
      className="max-h-[30%] flex-none overflow-y-auto border-b-2 border-line-2 bg-bg-2 phone:[scrollbar-gutter:stable]"
    >
      {items.map((item) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div
          key={item.index}
          role="row"
          tabIndex={0}
          className={`${rowClass} relative focus-visible:-outline-offset-2`}
          data-kind={item.kindAt(Math.max(playhead, item.firstEvent))}
          data-future={item.firstEvent > playhead || undefined}
          onClick={() => showItem(session, item)}
          onKeyDown={(event) => {
            if (event.target !== event.currentTarget) return;
            if (event.key === "Enter") showItem(session, item);
            else if (event.key === "Delete") togglePin(session.view, item.index);
            else return;
            event.preventDefault();
          }}
        >
          <TimelineRow
            interpretation={interpretation}
            item={item}
            depth={0}
            axis={axis}
            columns={columns}
            playhead={playhead}
            running={false}
            pattern={null}
            muted={muted}
            expanded={null}
            onToggle={doNothing}
            menu={
              // biome-ignore lint/a11y/useSemanticElements: as above
              // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
              <span
                role="gridcell"
                className="absolute top-0.5 right-1 rounded-2 bg-bg-2 max-phone:top-auto max-phone:bottom-0"
              >
                <IconButton
                  icon="pin"
                  label="Unpin row"
                  size={24}
                  iconSize={14}
                  onClick={(event) => {
                    event.stopPropagation();
                    togglePin(session.view, item.index);
                  }}
                />
              </span>
            }
          />
        </div>
      ))}
    </div>
  );
}

const doNothing = () => undefined;
