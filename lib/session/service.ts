/** Asking Loupe's own server, and its refusals as errors that say who refused and why. */

import type {
  ConnectAnswer,
  ConnectRequest,
  ExchangeRequest,
  ExchangeStarted,
  InboxAnswer,
  InboxRequest,
  OAuthAnswer,
  OAuthRequest,
  RecordingSummary,
  ReplayState,
  ServiceError,
} from "../wire/service.ts";

/** A refusal or failure of Loupe's server, in words for the user. */
export class ServiceProblem extends Error {
  override readonly name = "ServiceProblem";
  readonly code: string;
  readonly hint: string | null;

  constructor(code: string, message: string, hint: string | null) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

export const service = {
  connect: (request: ConnectRequest) => post<ConnectAnswer>("/api/connect", request),
  exchange: (request: ExchangeRequest) => post<ExchangeStarted>("/api/exchanges", request),
  inbox: (request: InboxRequest) => post<InboxAnswer>("/api/inboxes", request),
  oauth: (request: OAuthRequest) => post<OAuthAnswer>("/api/oauth", request),
  recordings: () => ask<RecordingSummary[]>("/api/recordings", {}),
  abort: (recording: string, exchange: string) =>
    ask(`/api/exchanges/${encodeURIComponent(recording)}/${encodeURIComponent(exchange)}`, {
      method: "DELETE",
    }),
  /** Serves a recording, or a log's record lines, in the place of its agent. */
  serve: (log: { readonly recording: string } | { readonly lines: Blob }, options: string) => {
    const query = new URLSearchParams({ options });
    if ("recording" in log) query.set("recording", log.recording);
    const body = "lines" in log ? { body: log.lines } : {};
    return ask<ReplayState>(`/api/replays?${query}`, { method: "POST", ...body });
  },
  served: (id: string) => ask<ReplayState>(`/api/replays/${encodeURIComponent(id)}`, {}),
  stopServing: (id: string) => ask(`/api/replays/${encodeURIComponent(id)}`, { method: "DELETE" }),
  remove: (recording: string) =>
    ask(`/api/recordings/${encodeURIComponent(recording)}`, { method: "DELETE" }),
};

function post<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const response = await reach(path, init);
  if (!response.ok) throw await problemOf(response);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Fetches from the server; not reaching it at all is a problem of its own. */
export async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ServiceProblem(
      "unreachable",
      "Loupe's own server does not answer.",
      "Is it still running? Start it again with npm start; nothing recorded is lost.",
    );
  }
}

export async function problemOf(response: Response): Promise<ServiceProblem> {
  try {
    const { error } = (await response.json()) as ServiceError;
    return new ServiceProblem(error.code, error.message, error.hint ?? null);
  } catch {
    return new ServiceProblem("http", `Loupe's server answered ${response.status}.`, null);
  }
}
