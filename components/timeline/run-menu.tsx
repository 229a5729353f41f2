"use client";
// Menu beside the verdict: the IDs of the newest task and its context, and the operations on the task.
import { memo } from "react";
import { useTaskItems } from "../operations/task-menu.tsx";
import { announce } from "../ui/announce.ts";
import { copyText } from "../ui/copy.tsx";
import { MenuButton, type MenuItem } from "../ui/menu.tsx";

interface RunMenuProps {
  taskId: string | null;
  contextId: string | null;
}

export const RunMenu = memo(function RunMenu({ taskId, contextId }: RunMenuProps) {
  const operations = useTaskItems(taskId ?? "");
  const ids = [createIdItem("task", taskId), createIdItem("context", contextId)].flat();
  if (ids.length === 0) return null;
  const items: MenuItem[] = [
    ...ids,
    ...(operations.length > 0 ? [{ id: "line", separator: true } as const] : []),
    ...operations,
  ];
  return <MenuButton label="IDs and operations" icon="more" size={24} align="end" items={items} />;
});

/** Shows an ID, and copies it. */
function createIdItem(what: "task" | "context", id: string | null): MenuItem[] {
  if (!id) return [];
  const copy = async () =>
    announce((await copyText(id)) ? `Copied ${what} ID` : `Couldn't copy ${what} ID`);
  return [
    {
      id: `copy-${what}`,
      label: `Copy ${what} ID`,
      hint: id,
      icon: "copy",
      onSelect: () => void copy(),
    },
  ];
}
