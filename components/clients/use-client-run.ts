"use client";
/** Hook for the clients that run: what is known of them so far, and how to start and stop them. */

import { useState } from "react";
import type {
  ClientProgress,
  ClientStreamLine,
  SkippedClient,
} from "../../lib/clients/client-line.ts";
import type { ClientResult } from "../../lib/clients/client-result.ts";
import type { StressResult } from "../../lib/clients/stress-result.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import type { RunSource } from "../../lib/session/run.ts";
import { getServedLog } from "../../lib/session/served-log.ts";
import { announce } from "../ui/announce.ts";
import { useLineStream } from "../use-line-stream.ts";

/** What is asked for. */
export interface ClientChoice {
  readonly source: RunSource;
  /** The ids of the clients, as the server lists them. */
  readonly clients: readonly string[];
  readonly isStressed: boolean;
  /** The exchange to serve; `null` for all. */
  readonly exchange: string | null;
}

export interface ClientFindings {
  readonly progress: ClientProgress | null;
  readonly clients: readonly ClientResult[];
  readonly stress: readonly StressResult[];
  readonly skipped: readonly SkippedClient[];
  /** What of the log was not served. */
  readonly left: readonly string[];
  /** The logs of variants that broke a client, by client and check. */
  readonly logs: ReadonlyMap<string, string>;
}

const NO_FINDINGS: ClientFindings = {
  progress: null,
  clients: [],
  stress: [],
  skipped: [],
  left: [],
  logs: new Map(),
};

export const getLogKey = (client: string, check: string): string => `${client} ${check}`;

export function useClientRun() {
  const [findings, setFindings] = useState(NO_FINDINGS);
  const stream = useLineStream<ClientStreamLine>(
    (line) => setFindings((before) => addLine(before, line)),
    ({ kind }) => kind === "done",
  );

  const start = async ({ source, clients, isStressed, exchange }: ClientChoice) => {
    setFindings(NO_FINDINGS);
    const query = new URLSearchParams({
      clients: clients.join(","),
      stress: isStressed ? "1" : "0",
      ...(exchange !== null && { exchange }),
    });
    await stream.start(async (signal) =>
      apiClient.openClientRun(await getServedLog(source), query, signal),
    );
    announce("The clients have run");
  };

  return { phase: stream.phase, findings, start, stop: stream.stop };
}

function addLine(findings: ClientFindings, line: ClientStreamLine): ClientFindings {
  switch (line.kind) {
    case "progress":
      return { ...findings, progress: line.progress };
    case "client":
      return { ...findings, clients: [...findings.clients, line.result] };
    case "stress":
      return { ...findings, stress: [...findings.stress, line.result] };
    case "skipped":
      return { ...findings, skipped: [...findings.skipped, line.client] };
    case "left":
      return { ...findings, left: line.left };
    case "log": {
      const key = getLogKey(line.client, line.check);
      return { ...findings, logs: new Map([...findings.logs, [key, line.text]]) };
    }
    default:
      return findings;
  }
}
