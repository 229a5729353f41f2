"use client";
// The switch before the verdict: timeline, conversation, or both on wide screens.
import { chooseMainView } from "../../lib/session/main-view.ts";
import type { MainView } from "../../lib/session/settings.ts";
import { SIDE_BY_SIDE_QUERY } from "../app-shell/layout.ts";
import { useSession, useView } from "../session.tsx";
import { Icon, type IconName } from "../ui/icons.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { useMedia } from "../ui/use-media.ts";

/** What the main pane shows: without room for both views, the conversation. */
export function useMainView(): MainView {
  const chosen = useView(({ mainView }) => mainView) ?? "timeline";
  const hasRoom = useMedia(SIDE_BY_SIDE_QUERY);
  return chosen === "both" && !hasRoom ? "conversation" : chosen;
}

const LABELS: readonly (readonly [MainView, IconName, string])[] = [
  ["timeline", "plan", "Timeline"],
  ["conversation", "message", "Conversation"],
  ["both", "columns", "Both"],
];

const OPTIONS = LABELS.map(([value, icon, label]) => ({
  value,
  label: (
    <span className="inline-flex items-center gap-1.5 px-1 align-top" title={label}>
      <Icon name={icon} size={12} className="my-1" />
      <span className="@max-[760px]/bars:sr-only">{label}</span>
    </span>
  ),
}));

export function MainViewSwitch() {
  const session = useSession();
  const hasRoom = useMedia(SIDE_BY_SIDE_QUERY);
  const mainView = useMainView();
  return (
    <SegmentedControl
      label="View of the run"
      options={hasRoom ? OPTIONS : OPTIONS.slice(0, 2)}
      value={mainView}
      onChange={(value) => chooseMainView(session, value)}
    />
  );
}
