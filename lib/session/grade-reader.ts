/** Reads the lines of a grade while it is made. */

import type { GradeRequest } from "../api/schemas/api-requests.ts";
import type { GradeLine } from "../conform/stored-grade.ts";
import { LineSplitter } from "../text/line-splitter.ts";
import { apiClient } from "./api-client.ts";

/** Resolves when the response has ended. Rejects if it is aborted, or cannot be read. */
export async function readGrade(
  request: GradeRequest,
  signal: AbortSignal,
  onLine: (line: GradeLine) => void,
): Promise<void> {
  const body = await apiClient.openGrade(request, signal);
  const decoder = new TextDecoder();
  const lines = new LineSplitter((line) => {
    if (line !== "") onLine(JSON.parse(line) as GradeLine);
  });
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    lines.push(decoder.decode(value, { stream: true }));
  }
}
