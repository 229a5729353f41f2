"use client";
/**
 * Hook for something that runs on the server and says a line for each result: how it is started and
 * stopped, and how it ended.
 */

import { useRef, useState } from "react";
import { readJsonLines } from "../lib/session/json-lines.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";

export type StreamPhase =
  | { readonly kind: "none" }
  | { readonly kind: "running" }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly message: string };

type StreamLine = { readonly kind: string; readonly message?: string };

const ENDED_EARLY = "The server ended before it was done.";

/** `isLast`: whether nothing follows a line; `onLine` is not called with lines that say a failure. */
export function useLineStream<Line extends StreamLine>(
  onLine: (line: Line) => void,
  isLast: (line: Line) => boolean,
) {
  const [phase, setPhase] = useState<StreamPhase>({ kind: "none" });
  const stopping = useRef<AbortController | null>(null);

  /** `open` starts it. Resolves when it has ended in any way. */
  const start = async (open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>) => {
    const controller = new AbortController();
    const { signal } = controller;
    stopping.current = controller;
    let end: StreamPhase = { kind: "failed", message: ENDED_EARLY };
    setPhase({ kind: "running" });
    try {
      await readJsonLines<Line>(await open(signal), (line) => {
        if (line.kind === "failed") end = { kind: "failed", message: line.message ?? "" };
        else {
          if (isLast(line)) end = { kind: "none" };
          onLine(line);
        }
      });
    } catch (error) {
      end = { kind: "failed", message: getErrorMessage(error) };
    }
    setPhase(signal.aborted ? { kind: "stopped" } : end);
  };

  return { phase, start, stop: () => stopping.current?.abort() };
}
