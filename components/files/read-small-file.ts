// Detects agent cards and reports of ACTS among opened files by their content.
import {
  looksLikeActsReport,
  MAX_ACTS_REPORT_BYTES,
} from "../../lib/conform/acts/detect-report.ts";
import { looksLikeCardText } from "../../lib/protocol/card/detect-card.ts";

export interface SmallFile {
  readonly kind: "card" | "acts-report";
  readonly text: string;
}

/** Larger files are not cards. */
const MAX_CARD_BYTES = 4 << 20;

/** `null` if the file is neither. */
export async function readSmallFile(file: File): Promise<SmallFile | null> {
  if (file.size > MAX_ACTS_REPORT_BYTES) return null;
  const text = await file.text();
  if (looksLikeActsReport(text)) return { kind: "acts-report", text };
  return file.size <= MAX_CARD_BYTES && looksLikeCardText(text) ? { kind: "card", text } : null;
}
