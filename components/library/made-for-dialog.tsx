"use client";
// Dialog that lists the calls that a call between agents may have been made for, and connects it to one.
import { getAgentNames, getCallTitle } from "../../lib/timeline/hops/agent-names.ts";
import type { TappedCall } from "../../lib/timeline/hops/tapped-call.ts";
import { useAppContext, useDialogParameters } from "../app-context.tsx";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { boundText } from "../ui/bounded-text.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icons.tsx";
import { EmptyState } from "../ui/status.tsx";
import { useListKeys } from "../ui/use-list-keys.ts";
import { useThrottledVersion } from "../use-throttled-version.ts";
import { useDecideEdge } from "./edge-decisions.tsx";

interface MadeForDialogProps {
  open: boolean;
  onClose: () => void;
}

export default function MadeForDialog({ open, onClose }: MadeForDialogProps) {
  const parameters = useDialogParameters("made-for");
  return (
    <Dialog open={open} onClose={onClose} title="Made for…">
      {parameters && <CallList exchange={parameters.exchange} onClose={onClose} />}
    </Dialog>
  );
}

function CallList({ exchange: id, onClose }: { exchange: string; onClose: () => void }) {
  const { run } = useAppContext();
  useThrottledVersion();
  const { timeline } = run.getState();
  const { callTree, lastEvent } = timeline;
  const { time } = useEventFormatter(timeline);
  const decide = useDecideEdge();
  const { list, onListKeyDown } = useListKeys<HTMLUListElement>();
  const exchange = timeline.exchangeById.get(id);
  const call = exchange && callTree.find(exchange.index);
  if (!call) return <EmptyState icon="search" title="No such call in this run" />;
  const names = getAgentNames(timeline, lastEvent);
  const title = (one: TappedCall) => getCallTitle(one, names, lastEvent);
  const parents = callTree.listPossibleParents(call).filter((one) => !one.isDiscovery);
  const current = call.parentAt(lastEvent);
  if (parents.length === 0) {
    return <EmptyState icon="search" title="No other call was running when this one began" />;
  }
  return (
    <>
      <p className="pb-2 text-12/5 text-fg-2">
        {boundText(title(call))} began at {time(call.begin) || "an unknown time"}. These calls were
        running then:
      </p>
      <ul ref={list} aria-label="Calls that were running" onKeyDown={onListKeyDown}>
        {parents.map((parent) => (
          <li key={parent.exchange.id} className="border-t border-line-1">
            <button
              type="button"
              aria-current={parent === current || undefined}
              className="flex min-h-9 w-full items-center gap-2 px-2 py-1 text-left text-12/5 text-fg-1 hover:bg-bg-3 pointer-coarse:min-h-11"
              onClick={() => {
                onClose();
                decide({ x: id, parent: parent.exchange.id });
              }}
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate" dir="auto">
                  {boundText(title(parent))}
                </span>
                <span className="block truncate text-fg-3" dir="auto">
                  {boundText(parent.text)}
                </span>
              </span>
              <span className="mono flex-none text-fg-3">{time(parent.begin)}</span>
              {parent === current && <Icon name="check" size={14} />}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
