/**
 * Response with a JSON line for each result of a task that takes long.
 *
 * **Guarantees:** the signal is aborted when the page closes the response; an error is the last line.
 */

interface LineStreamOptions<Line extends object> {
  perform(write: (line: Line) => void, signal: AbortSignal): Promise<void>;
  /** The last line if it fails. */
  describeFailure(error: unknown): Line;
}

export function createLineStream<Line extends object>({
  perform,
  describeFailure,
}: LineStreamOptions<Line>): ReadableStream<Uint8Array> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      const write = (line: Line) => {
        if (!signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      perform(write, signal)
        .catch((error: unknown) => write(describeFailure(error)))
        .finally(() => {
          if (!signal.aborted) controller.close();
        })
        // Whoever closed the response reads nothing more.
        .catch(() => undefined);
    },
    cancel() {
      stopping.abort();
    },
  });
}

export const createLineResponse = (lines: ReadableStream<Uint8Array>): Response =>
  new Response(lines, {
    headers: {
      "content-type": "application/x-ndjson",
      // Without no-transform, Next.js compresses the response and so delays its lines.
      "cache-control": "no-cache, no-transform",
    },
  });
