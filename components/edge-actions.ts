/** Actions that change which call a call between agents was made for. */

import { getCallTitle } from "../lib/timeline/hops/agent-names.ts";
import type { TappedCall } from "../lib/timeline/hops/tapped-call.ts";
import type { EdgeEditor } from "./server-features.ts";
import type { IconName } from "./ui/icons.tsx";

interface EdgeAction {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** The call that it is about. */
  readonly hint?: string;
  readonly disabled: boolean;
  readonly onSelect: () => void;
}

/** As of event `n`. `names`: those of agents, by target. */
export function listEdgeActions(
  editor: EdgeEditor,
  call: TappedCall,
  names: ReadonlyMap<string, string>,
  n: number,
): EdgeAction[] {
  const { id } = call.exchange;
  const parent = call.parentAt(n);
  return [
    {
      id: "edge-cut",
      label: "Not made for this call",
      icon: "close",
      ...(parent && { hint: getCallTitle(parent, names, n) }),
      disabled: parent === null,
      onSelect: () => editor.cut(id),
    },
    {
      id: "edge-choose",
      label: "Made for…",
      icon: "link",
      disabled: false,
      onSelect: () => editor.choose(id),
    },
    {
      id: "edge-restore",
      label: "As recorded",
      icon: "recovered",
      disabled: !call.isDecided,
      onSelect: () => editor.restore(id),
    },
  ];
}
