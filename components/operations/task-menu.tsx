"use client";
// What can be done to one task, wherever it is named.
import type { Call } from "../../lib/protocol/call.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { shortenId } from "../ui/copy.tsx";
import { MenuButton, type MenuItem } from "../ui/menu.tsx";
import { continueTask, sendOperation } from "./send-operation.ts";

export interface TaskMenuProps {
  taskId: string;
  /** Called when something was chosen. */
  onChosen?: () => void;
  tabIndex?: number;
}

export function TaskMenu({ taskId, onChosen, tabIndex }: TaskMenuProps) {
  const isConnected = useAgent((agent) => agent.endpoint !== null);
  const desk = useAppContext();
  if (!isConnected || taskId === "") return null;
  const chosen = (act: () => unknown) => () => {
    onChosen?.();
    act();
  };
  const asks = (operation: "get" | "subscribe" | "cancel") =>
    chosen(() => sendOperation(desk, { operation, taskId } satisfies Call));
  const items: MenuItem[] = [
    { id: "get", label: "Get", hint: "The task as it is stored", onSelect: asks("get") },
    {
      id: "subscribe",
      label: "Subscribe",
      hint: "Its stream again, from now on",
      onSelect: asks("subscribe"),
    },
    {
      id: "compare",
      label: "Compare",
      hint: "What is stored with what was delivered",
      onSelect: chosen(() => desk.screen.compareStoredTask(taskId)),
    },
    {
      id: "continue",
      label: "Continue",
      hint: "Write the next message to it",
      onSelect: chosen(() => continueTask(desk, taskId)),
    },
    { separator: true, id: "before-cancel" },
    { id: "cancel", label: "Cancel", hint: "Tells the agent to stop", onSelect: asks("cancel") },
    {
      id: "more",
      label: "More operations…",
      onSelect: chosen(() => desk.screen.openOperations("get", taskId)),
    },
  ];
  return (
    // A row around it has keys and clicks of its own.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps them to itself
    <span
      className="task-menu"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <MenuButton
        label={`Operations on task ${shortenId(taskId, 8)}`}
        icon="more"
        size={24}
        align="end"
        items={items}
        {...(tabIndex !== undefined && { tabIndex })}
      />
    </span>
  );
}
