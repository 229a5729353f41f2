/** Actions that change which call a call between agents was made for. */

import type { TappedCall } from "../lib/timeline/hops/tapped-call.ts";
import type { EdgeEditor } from "./server-features.ts";
import type { IconName } from "./ui/icons.tsx";

export interface EdgeAction {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly disabled: boolean;
  readonly onSelect: () => void;
}

/** As of event `n`. */
export function listEdgeActions(editor: EdgeEditor, call: TappedCall, n: number): EdgeAction[] {
  const { id } = call.exchange;
  return [
    {
      id: "edge-cut",
      label: "Not made for this call",
      icon: "close",
      disabled: call.parentAt(n) === null,
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
