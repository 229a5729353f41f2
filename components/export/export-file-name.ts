/** Names an exported file after its run, without characters that file systems reject. */
import { truncateToGraphemes } from "../../lib/text/graphemes.ts";

export function createExportFileName(run: string, extension: string, isPart: boolean): string {
  const plain = truncateToGraphemes(
    run
      .replace(/\p{Cc}|[\\/:*?"<>|]/gu, "-")
      .replace(/(?:\.(?:events|trace|test|jsonl?|sse|har|txt|log|gz|zip|md|sh|mjs))+$/i, "")
      .replace(/^[.\s]+|[.\s]+$/g, ""),
    80,
  );
  return `${plain === "" ? "run" : plain}${isPart ? " (part)" : ""}${extension}`;
}
