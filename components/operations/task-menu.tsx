"use client";
// The operations on one task, for menus, and a menu of them alone.
import { memo } from "react";
import type { Call } from "../../lib/protocol/call.ts";
import { continueTask, sendOperation } from "../../lib/session/send-operation.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { MenuButton, type MenuItem } from "../ui/menu.tsx";
import { abbreviateId } from "../ui/short-id.tsx";
import { openOperations } from "./open-operations.ts";

/** The operations on a task; none without a connected agent. `onChosen` is called with the choice. */
export function useTaskItems(taskId: string, onChosen?: () => void): MenuItem[] {
  const isConnected = useAgent((agent) => agent.endpoint !== null);
  const app = useAppContext();
  if (!isConnected || taskId === "") return [];
  const choose = (action: () => unknown) => () => {
    onChosen?.();
    action();
  };
  const send = (operation: "get" | "subscribe" | "cancel") =>
    choose(() => sendOperation(app, { operation, taskId } satisfies Call));
  return [
    { id: "get", label: "Get", hint: "Fetch the stored task", onSelect: send("get") },
    {
      id: "subscribe",
      label: "Subscribe",
      hint: "Reopen its stream from now on",
      onSelect: send("subscribe"),
    },
    {
      id: "compare",
      label: "Compare",
      hint: "Stored task against what was delivered",
      onSelect: choose(() => app.actions.compareStoredTask(taskId)),
    },
    {
      id: "continue",
      label: "Continue",
      hint: "Send the next message to it",
      onSelect: choose(() => continueTask(app, taskId)),
    },
    { separator: true, id: "before-cancel" },
    { id: "cancel", label: "Cancel", hint: "Tell the agent to stop", onSelect: send("cancel") },
    {
      id: "more",
      label: "More operations…",
      onSelect: choose(() => openOperations(app, "get", taskId)),
    },
  ];
}

interface TaskMenuProps {
  taskId: string;
  /** Called when an item was chosen. */
  onChosen?: () => void;
  tabIndex?: number;
}

export const TaskMenu = memo(function TaskMenu({ taskId, onChosen, tabIndex }: TaskMenuProps) {
  const items = useTaskItems(taskId, onChosen);
  if (items.length === 0) return null;
  return (
    // The row around the menu handles keys and clicks itself.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops their propagation
    <span
      className="inline-flex flex-none"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <MenuButton
        label={`Operations on task ${abbreviateId(taskId, 8)}`}
        icon="more"
        size={24}
        align="end"
        items={items}
        {...(tabIndex !== undefined && { tabIndex })}
      />
    </span>
  );
});
