// Saves a file part through the browser.
import { downloadFile } from "../ui/choose-files.ts";

/** Saved as plain bytes whatever its type, so that no browser opens it. */
export function savePart(content: Uint8Array<ArrayBuffer>, name: string | undefined): void {
  const safe = (name || "file").replace(/[^\p{L}\p{N}._ -]/gu, "_").slice(0, 100);
  downloadFile(new File([content], safe, { type: "application/octet-stream" }));
}
