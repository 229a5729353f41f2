/** Opens logs and agent cards from files and from the clipboard. */
import type { AppContext } from "../app-shell/feature.ts";
import { getCardStore } from "../card/card-store.ts";
import { chooseFile } from "../ui/choose-files.ts";
import { showToast } from "../ui/toast.tsx";
import { createTextFile, getClipboardError } from "./pasted-logs.ts";

/** A file that is not a card is a log. */
export async function openFile(app: AppContext, file: File): Promise<void> {
  const card = getCardStore(app);
  const { readCardFile } = await import("./read-card-file.ts");
  const text = await readCardFile(file);
  if (text !== null) return card.getState().openGiven(file.name, text);
  const isConnected = app.agent.getState().phase.kind === "connected";
  const keepsOpen = isConnected || card.getState().page !== null;
  void app.run.openFile(file, { keepsOpen });
}

export function chooseAndOpenFile(app: AppContext): void {
  app.run.preloadFileReader();
  chooseFile((file) => void openFile(app, file));
}

/** The open run stays if the clipboard cannot be read. */
export async function openClipboard(app: AppContext): Promise<void> {
  const { run } = app;
  const text = await navigator.clipboard.readText().catch((error: unknown) => {
    const clipboardError = getClipboardError(error);
    if (run.getState().source === null) run.showUnreadableLog("Clipboard", clipboardError);
    else showToast({ text: clipboardError });
    return null;
  });
  if (text !== null) await openFile(app, createTextFile(text, "Clipboard"));
}
