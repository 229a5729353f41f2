/** What a file is called that is made of a run: after the run, with nothing that a disk refuses. */
export function fileName(run: string, extension: string, isPart: boolean): string {
  const plain = run
    .replace(/\p{Cc}|[\\/:*?"<>|]/gu, "-")
    .replace(/(?:\.(?:events|trace|test|jsonl?|sse|har|txt|log|gz|zip|md|sh|mjs))+$/i, "")
    .replace(/^[.\s]+|[.\s]+$/g, "")
    .slice(0, 80);
  return `${plain === "" ? "run" : plain}${isPart ? " (part)" : ""}${extension}`;
}
