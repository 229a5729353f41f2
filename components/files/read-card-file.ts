// Detects agent cards among opened files by their content.
import { looksLikeCardText } from "../../lib/protocol/card/detect-card.ts";

/** Larger files are not cards. */
const MAX_BYTES = 4 << 20;

/** The text of the card; `null` if the file is not a card. */
export async function readCardFile(file: File): Promise<string | null> {
  if (file.size > MAX_BYTES) return null;
  const text = await file.text();
  return looksLikeCardText(text) ? text : null;
}
