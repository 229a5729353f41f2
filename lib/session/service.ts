/** Asking Loupe's own server, and its refusals as errors that say who refused and why. */

import type {
  ApiErrorBody,
  ConnectRequest,
  ConnectResponse,
  ExchangeRequest,
  ExchangeStarted,
  InboxRequest,
  InboxResponse,
  LibraryState,
  MetadataPatch,
  OAuthRequest,
  OAuthResponse,
  RecordingSummary,
  ReplayState,
  VerdictUpdate,
} from "../wire/api-types.ts";
import type { LimitChange, LimitsState } from "../wire/limits.ts";
import type { RecordingMetadata } from "../wire/recording-metadata.ts";

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
  connect: (request: ConnectRequest) => post<ConnectResponse>("/api/connect", request),
  exchange: (request: ExchangeRequest) => post<ExchangeStarted>("/api/exchanges", request),
  inbox: (request: InboxRequest) => post<InboxResponse>("/api/inboxes", request),
  oauth: (request: OAuthRequest) => post<OAuthResponse>("/api/oauth", request),
  library: () => ask<LibraryState>("/api/library", {}),
  limits: () => ask<LimitsState>("/api/limits", {}),
  setLimits: (change: LimitChange) => send<LimitsState>("PUT", "/api/limits", change),
  about: (recording: string) => ask<RecordingMetadata>(`${pathOf(recording)}/about`, {}),
  say: (recording: string, change: MetadataPatch) =>
    send<RecordingMetadata>("PATCH", `${pathOf(recording)}/about`, change),
  /** Whether the verdict is kept: not where the log is another by now. */
  judge: (recording: string, told: VerdictUpdate) =>
    send<{ kept: boolean }>("PUT", `${pathOf(recording)}/verdict`, told),
  duplicate: (recording: string, name: string) =>
    post<RecordingSummary>(`${pathOf(recording)}/copies`, { name }),
  /** Takes a Loupe log into the library. */
  keep: (log: Blob) => ask<RecordingSummary>("/api/recordings", { method: "POST", body: log }),
  /** The log itself. */
  log: async (recording: string, signal?: AbortSignal) => {
    const response = await reach(pathOf(recording), signal ? { signal } : {});
    if (!response.ok || !response.body) throw await problemOf(response);
    return response.body;
  },
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
  served: () => ask<ReplayState[]>("/api/replays", {}),
  stopServing: (id: string) => ask(`/api/replays/${encodeURIComponent(id)}`, { method: "DELETE" }),
  /** Refused as `live` while something is recorded into it. Asked also by a page that is left. */
  remove: (recording: string) =>
    ask(`${pathOf(recording)}?unless=live`, { method: "DELETE", keepalive: true }),
};

const pathOf = (recording: string) => `/api/recordings/${encodeURIComponent(recording)}`;

const post = <T>(path: string, body: unknown) => send<T>("POST", path, body);

function send<T>(method: string, path: string, body: unknown): Promise<T> {
  return ask<T>(path, {
    method,
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
    const { error } = (await response.json()) as ApiErrorBody;
    return new ServiceProblem(error.code, error.message, error.hint ?? null);
  } catch {
    return new ServiceProblem("http", `Loupe's server answered ${response.status}.`, null);
  }
}
