// A file that is an agent card, told from the logs by what is in it.
import { looksLikeCardText } from "../../lib/protocol/card/detect-card.ts";

/** No card is longer, and a log may be. */
const MAX_BYTES = 4 << 20;

/** The text of the card; `null` where it is anything else. */
export async function readCardFile(file: File): Promise<string | null> {
  if (file.size > MAX_BYTES) return null;
  const text = await file.text();
  return looksLikeCardText(text) ? text : null;
}
