/** Formats token counts. */
import type { TokenCounts } from "../../lib/dialects/token-usage.ts";
import { formatCount } from "../ui/format.ts";

/** `1,000 prompt, 234 output` */
export function formatTokenSplit({ prompt, output }: TokenCounts): string {
  return `${formatCount(prompt)} prompt, ${formatCount(output)} output`;
}
