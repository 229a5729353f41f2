// Logs pasted outside of text fields or read from the clipboard.
import { useEffect } from "react";

export function createTextFile(text: string, name: string): File {
  return new File([text], name, { type: "text/plain" });
}

/** Text that is a log or JSON, not an address. */
const LOG_TEXT = /[\r\n]|^(?:[[{]|data:|event:|HTTP\/)/;

function isPastedLog(target: EventTarget | null, text: string): boolean {
  const field = target instanceof HTMLElement ? target.closest("input, textarea") : null;
  if (field) return field.matches("[data-takes=address]") && LOG_TEXT.test(text);
  return LOG_TEXT.test(text) || text.includes("{");
}

/** Opens log text or a copied file pasted on the page. */
export function usePastedLogs(open: ((file: File) => unknown) | null): void {
  useEffect(() => {
    if (!open) return;
    const onPaste = (event: ClipboardEvent) => {
      if (event.defaultPrevented) return;
      const { target, clipboardData } = event;
      const text = clipboardData?.getData("text/plain") ?? "";
      const [copied] = clipboardData?.files ?? [];
      const pasted = isPastedLog(target, text.trim()) ? createTextFile(text, "Pasted log") : copied;
      if (!pasted) return;
      event.preventDefault();
      open(pasted);
    };
    addEventListener("paste", onPaste);
    return () => removeEventListener("paste", onPaste);
  }, [open]);
}

/** The message for a clipboard that could not be read. */
export function getClipboardError(error: unknown): string {
  const detail = error instanceof Error && error.message !== "" ? ` (${error.message})` : "";
  return `The browser blocked access to the clipboard${detail}. Paste the log on the start page instead.`;
}
