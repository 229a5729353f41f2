"use client";
// Menu of the operations on one task.
import type { Call } from "../../lib/protocol/call.ts";
import { continueTask, sendOperation } from "../../lib/session/send-operation.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { MenuButton, type MenuItem } from "../ui/menu.tsx";
import { abbreviateId } from "../ui/short-id.tsx";
import { openOperations } from "./open-operations.ts";

interface TaskMenuProps {
  taskId: string;
  /** Called when an item was chosen. */
  onChosen?: () => void;
  tabIndex?: number;
}

export function TaskMenu({ taskId, onChosen, tabIndex }: TaskMenuProps) {
  const isConnected = useAgent((agent) => agent.endpoint !== null);
  const app = useAppContext();
  if (!isConnected || taskId === "") return null;
  const choose = (action: () => unknown) => () => {
    onChosen?.();
    action();
  };
  const send = (operation: "get" | "subscribe" | "cancel") =>
    choose(() => sendOperation(app, { operation, taskId } satisfies Call));
  const items: MenuItem[] = [
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
}
