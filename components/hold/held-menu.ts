/** What can be done with a held stream or request, besides letting it go on and stepping. */
import type { AppContext } from "../app-shell/feature.ts";
import type { MenuItem } from "../ui/menu.tsx";
import { type HeldCommand, resumeHeld } from "./hold-actions.ts";
import type { HeldByTap } from "./hold-store.ts";

export function listHeldItems(app: AppContext, held: HeldByTap): MenuItem[] {
  const { tap, stream } = held;
  const createItem = (label: string, hint: string, command: HeldCommand): MenuItem => {
    return { id: label, label, hint, onSelect: () => void resumeHeld(app, command, held) };
  };
  const createForm = (label: string, act: "edit" | "insert" | "fail"): MenuItem => {
    const { openDialog } = app.dialogs.getState();
    return { id: label, label, onSelect: () => openDialog("held", { tap, stream, act }) };
  };
  const isEvent = stream.event > 0;
  const ending = [
    createItem("Cut here", "Resets the connection", { do: "cut" }),
    createItem("Close here", "Closes the connection", { do: "cut", how: "close" }),
    ...(isEvent ? [createItem("End here", "Ends the stream in order", { do: "end" })] : []),
    createForm("Fail…", "fail"),
  ];
  if (!isEvent) return ending;
  return [
    createForm("Edit…", "edit"),
    createForm("Insert an event…", "insert"),
    createItem("Repeat", "The caller gets it twice", { do: "repeat" }),
    createItem("Drop", "The caller does not get it", { do: "drop" }),
    { id: "ending", separator: true },
    ...ending,
  ];
}
