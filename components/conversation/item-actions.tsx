"use client";
// Actions that lead from a part of the conversation to its row and its bytes.
import { memo } from "react";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import { NO_FILTER } from "../../lib/dialects/settings.ts";
import { getRowList } from "../../lib/session/interpretation-cache.ts";
import { useAppContext } from "../app-context.tsx";
import type { AppContext } from "../app-shell/feature.ts";
import { IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { useMainView } from "./main-view-switch.tsx";

/** Shows an item in the inspector. */
export function inspectItem({ view, layout }: AppContext, item: Item): void {
  view.setState({ selected: item.index, event: null });
  layout.getState().showInspector();
}

/** Selects the row of an item in the timeline, whatever the filter hides. */
function showInTimeline({ view }: AppContext, interpretation: Interpretation, item: Item): void {
  const { scope, filter, mutes } = view.getState();
  const isShown = getRowList(interpretation, scope, filter, mutes).findRow(item.index) >= 0;
  view.setState({
    ...(!isShown && { scope: "all", filter: NO_FILTER }),
    mainView: "timeline",
    selected: item.index,
    event: null,
    following: false,
  });
}

interface ItemActionsProps {
  interpretation: Interpretation;
  item: Item;
  /** Its text as it is shown; `null` if it has none. */
  getText: (() => string) | null;
  className: string;
}

/** Memoized: the text grows many times a second, what can be done with it stays. */
export const ItemActions = memo(function ItemActions(props: ItemActionsProps) {
  const { interpretation, item, getText, className } = props;
  const app = useAppContext();
  const mainView = useMainView();
  return (
    <span className={className}>
      {getText && <CopyButton text={getText} what="the exact text" size={24} />}
      <IconButton icon="zoom" label="Inspect" size={24} onClick={() => inspectItem(app, item)} />
      {mainView === "conversation" && (
        <IconButton
          icon="plan"
          label="Show in timeline"
          size={24}
          onClick={() => showInTimeline(app, interpretation, item)}
        />
      )}
    </span>
  );
});
