"use client";
// Cells of a grade in the library: one row for all its recordings, which opens to them.
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { formatGrades } from "../../lib/report/recording-grades.ts";
import { getAgentName } from "../../lib/report/recordings.ts";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatBytes } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { MeasureCell, MenuCell, SelectCell, TimeCell } from "./library-cells.tsx";
import type { LibraryColumn } from "./library-columns.ts";

interface GradeCellsProps {
  recordings: readonly RecordingSummary[];
  /** Between the checkbox and the menu. */
  columns: readonly LibraryColumn[];
  isOpen: boolean;
  onToggle: () => void;
  /** Whether all are selected. */
  isSelected: boolean;
  onSelect: () => void;
  onDelete: () => void;
}

export function GradeCells(props: GradeCellsProps) {
  const { recordings, columns, isOpen, onToggle, isSelected, onSelect, onDelete } = props;
  const named = recordings.find(({ facts }) => facts?.agent) ?? recordings[0];
  const agent = named ? getAgentName(named) : "";
  const title = formatGrades(recordings);
  const newest = recordings.reduce((one, other) => (other.changedAt > one.changedAt ? other : one));
  return (
    <>
      <SelectCell title={title} isSelected={isSelected} onSelect={onSelect} />
      {columns.map((column) => {
        switch (column) {
          case "name":
            return (
              <span
                key={column}
                role="gridcell"
                className="flex min-w-0 items-center text-fg-1 max-phone:col-span-3"
              >
                <button
                  type="button"
                  tabIndex={-1}
                  aria-expanded={isOpen}
                  className="flex min-w-0 items-center gap-1.5"
                  onClick={onToggle}
                >
                  <Icon
                    name="chevron-down"
                    size={14}
                    className={cx("flex-none text-fg-3", !isOpen && "-rotate-90")}
                  />
                  <span data-part="name" className="truncate" title={title}>
                    {title}
                  </span>
                </button>
              </span>
            );
          case "agent":
            return (
              <span key={column} role="gridcell" className="mono truncate text-fg-3" title={agent}>
                {boundText(agent)}
              </span>
            );
          case "when":
            return <TimeCell key={column} recording={newest} editing={null} />;
          case "size":
            return (
              <MeasureCell
                key={column}
                text={formatBytes(recordings.reduce((sum, { bytes }) => sum + bytes, 0))}
              />
            );
          default:
            return <span key={column} role="gridcell" className="max-phone:hidden" />;
        }
      })}
      <MenuCell
        title={title}
        items={[
          {
            id: "open",
            label: isOpen ? "Hide recordings" : "Show recordings",
            onSelect: onToggle,
          },
          { id: "delete", label: "Delete all", icon: "delete", onSelect: onDelete },
        ]}
      />
    </>
  );
}
