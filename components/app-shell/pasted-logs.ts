// Logs that come as text: pasted where nothing is written, or taken from the clipboard.
import { useEffect } from "react";

export function createTextFile(text: string, name: string): File {
  return new File([text], name, { type: "text/plain" });
}

/** What a field for an address would spoil: a log, or the JSON of anything. */
const LOG_TEXT = /[\r\n]|^(?:[[{]|data:|event:|HTTP\/)/;

function isPastedLog(target: EventTarget | null, text: string): boolean {
  const field = target instanceof HTMLElement ? target.closest("input, textarea") : null;
  if (field) return field.matches("[data-takes=address]") && LOG_TEXT.test(text);
  return LOG_TEXT.test(text) || text.includes("{");
}

/** Opens what is pasted on the page: the text of a log, or a file that was copied. */
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

/** Why there is nothing to be had from the clipboard, in words. */
export function getClipboardError(error: unknown): string {
  const why = error instanceof Error && error.message !== "" ? ` (${error.message})` : "";
  return `The browser did not let Loupe read the clipboard${why}. On the start page, paste the log instead.`;
}
