/** Client of Loupe's HTTP API, which turns error responses into `ApiClientError`. */

import type {
  ApiErrorBody,
  ConnectResponse,
  ExchangeStarted,
  ExchangesAborted,
  InboxResponse,
  LibraryState,
  OAuthResponse,
  RecordingSummary,
  ReplayState,
  SearchResult,
} from "../api/api-types.ts";
import type { ClientsState } from "../api/clients.ts";
import type { ActsFiles } from "../api/grading.ts";
import type { MessagesState } from "../api/library-search.ts";
import type { LimitsState } from "../api/limits.ts";
import type { RecordingMetadata } from "../api/recording-metadata.ts";
import type {
  ConnectRequest,
  ExchangeRequest,
  FeedRequest,
  GradeRequest,
  InboxRequest,
  LimitChange,
  LinkRequest,
  MetadataPatch,
  OAuthRequest,
  TapStartRequest,
  TelemetryChange,
  VerdictUpdate,
} from "../api/schemas/api-requests.ts";
import type { TapStep } from "../api/schemas/plan.ts";
import type { LinkResponse, StoreState } from "../api/shared-store.ts";
import type { CommandCheck, TapHolds, TapStart, TapState } from "../api/taps.ts";
import type { TelemetryState } from "../api/telemetry.ts";
import type { GradeSummary, StoredGrade } from "../conform/stored-grade.ts";
import type { SavedRequests, SavedRequestsChange } from "../requests/schemas.ts";

/** An error of Loupe's server, in words for the user. */
export class ApiClientError extends Error {
  override readonly name = "ServiceProblem";
  readonly code: string;
  readonly hint: string | null;

  constructor(code: string, message: string, hint: string | null) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** A recording of this server, or the record lines of a log. */
export type ServedLog = { readonly recording: string } | { readonly lines: Blob };

export const apiClient = {
  connect: (request: ConnectRequest) => postJson<ConnectResponse>("/api/connect", request),
  startExchange: (request: ExchangeRequest) => postJson<ExchangeStarted>("/api/exchanges", request),
  createInbox: (request: InboxRequest) => postJson<InboxResponse>("/api/inboxes", request),
  sendOAuthRequest: (request: OAuthRequest) => postJson<OAuthResponse>("/api/oauth", request),
  getLibrary: () => requestJson<LibraryState>("/api/library", {}),
  searchLibrary: (query: string, signal: AbortSignal) =>
    requestJson<SearchResult>(`/api/library/search?${new URLSearchParams({ q: query })}`, {
      signal,
    }),
  getMessages: (query: string, signal: AbortSignal) =>
    requestJson<MessagesState>(`/api/library/messages?${new URLSearchParams({ q: query })}`, {
      signal,
    }),
  getLimits: () => requestJson<LimitsState>("/api/limits", {}),
  setLimits: (change: LimitChange) => sendJson<LimitsState>("PUT", "/api/limits", change),
  getTelemetry: () => requestJson<TelemetryState>("/api/telemetry", {}),
  setTelemetry: (change: TelemetryChange) =>
    sendJson<TelemetryState>("PUT", "/api/telemetry", change),
  /** Sends what waits, now. */
  setTraceUrl: (traceUrl: string | null) =>
    sendJson<TelemetryState>("PATCH", "/api/telemetry", { traceUrl }),
  sendTelemetry: () => postJson<TelemetryState>("/api/telemetry", {}),
  getSavedRequests: () => requestJson<SavedRequests>("/api/requests", {}),
  /** Resolves to all saved requests after the changes, which are made all or not at all. */
  changeSavedRequests: (changes: readonly SavedRequestsChange[]) =>
    sendJson<SavedRequests>("PATCH", "/api/requests", { changes }),
  getMetadata: (recording: string) =>
    requestJson<RecordingMetadata>(`${getRecordingPath(recording)}/about`, {}),
  updateMetadata: (recording: string, change: MetadataPatch) =>
    sendJson<RecordingMetadata>("PATCH", `${getRecordingPath(recording)}/about`, change),
  /** Resolves to whether the verdict was saved; it is not if the log has changed meanwhile. */
  saveVerdict: (recording: string, verdict: VerdictUpdate) =>
    sendJson<{ kept: boolean }>("PUT", `${getRecordingPath(recording)}/verdict`, verdict),
  duplicate: (recording: string, name: string) =>
    postJson<RecordingSummary>(`${getRecordingPath(recording)}/copies`, { name }),
  /** Uploads what waits for the shared store, now. */
  syncStore: () => postJson<StoreState | null>("/api/store", {}),
  dismissConflicts: () => requestJson("/api/store", { method: "DELETE" }),
  createLink: (recording: string, request: LinkRequest) =>
    postJson<LinkResponse>(`${getRecordingPath(recording)}/link`, request),
  /** The bytes of a log at another address. */
  fetchLog: async (url: string) => {
    const response = await fetchFromServer("/api/logs", createJsonInit("POST", { url }));
    if (!response.ok) throw await toApiClientError(response);
    return response.blob();
  },
  /** Adds a Loupe log to the library. */
  saveRecording: (log: Blob) =>
    requestJson<RecordingSummary>("/api/recordings", { method: "POST", body: log }),
  /** The bytes of the log. */
  log: (recording: string, signal?: AbortSignal) =>
    openBytes(getRecordingPath(recording), signal ? { signal } : {}),
  /** The bytes of a feed, which ends when its recordings are gone. */
  openFeed: (request: FeedRequest, signal: AbortSignal) =>
    openBytes("/api/feed", { ...createJsonInit("POST", request), signal }),
  /** Grades an agent: the bytes of a line for each result. Closing them stops it. */
  openGrade: (request: GradeRequest, signal: AbortSignal) =>
    openBytes("/api/grades", { ...createJsonInit("POST", request), signal }),
  listClients: () => requestJson<ClientsState>("/api/clients", {}),
  /** Runs clients against a log: the bytes of a line for each result. Closing them stops it. */
  openClientRun: (log: ServedLog, query: URLSearchParams, signal: AbortSignal) => {
    if ("recording" in log) query.set("recording", log.recording);
    const body = "lines" in log ? { body: log.lines } : {};
    return openBytes(`/api/clients?${query}`, { method: "POST", ...body, signal });
  },
  listGrades: () => requestJson<GradeSummary[]>("/api/grades", {}),
  getGrade: (id: string) => requestJson<StoredGrade>(getGradePath(id), {}),
  /** Keeps a report of ACTS as a grade. */
  keepActsReport: (text: string) => postJson<StoredGrade>("/api/grades/reports", { text }),
  getActsFiles: () => requestJson<ActsFiles | null>("/api/grades/acts", {}),
  deleteGrade: (id: string) => requestJson(getGradePath(id), { method: "DELETE" }),
  abort: (recording: string, exchange: string) =>
    requestJson(`/api/exchanges/${encodeURIComponent(recording)}/${encodeURIComponent(exchange)}`, {
      method: "DELETE",
    }),
  /** Stops all exchanges of a recording. Fails with `live` if something else records it. */
  abortAll: (recording: string) =>
    requestJson<ExchangesAborted>(`/api/exchanges/${encodeURIComponent(recording)}`, {
      method: "DELETE",
    }),
  /** Serves a recording, or the record lines of a log, in place of its agent. */
  startReplay: (log: ServedLog, options: string) => {
    const query = new URLSearchParams({ options });
    if ("recording" in log) query.set("recording", log.recording);
    const body = "lines" in log ? { body: log.lines } : {};
    return requestJson<ReplayState>(`/api/replays?${query}`, { method: "POST", ...body });
  },
  listReplays: () => requestJson<ReplayState[]>("/api/replays", {}),
  stopReplay: (id: string) =>
    requestJson(`/api/replays/${encodeURIComponent(id)}`, { method: "DELETE" }),
  listTaps: () => requestJson<TapState[]>("/api/taps", {}),
  startTap: (request: TapStartRequest) => postJson<TapStart>("/api/taps", request),
  /** Ends its calls and stops it. */
  listHolds: () => requestJson<TapHolds[]>("/api/taps/holds", {}),
  addBreakpoint: (tap: string, step: TapStep) =>
    postJson<{ id: string }>(`/api/taps/${encodeURIComponent(tap)}/breakpoints`, step),
  removeBreakpoint: (tap: string, id: string) =>
    requestJson(`/api/taps/${encodeURIComponent(tap)}/breakpoints/${encodeURIComponent(id)}`, {
      method: "DELETE",
    }),
  enableBreakpoint: (tap: string, id: string, isEnabled: boolean) =>
    sendJson(
      "PATCH",
      `/api/taps/${encodeURIComponent(tap)}/breakpoints/${encodeURIComponent(id)}`,
      { isEnabled },
    ),
  resumeHeld: (tap: string, id: string, command: { readonly do: string }) =>
    postJson(`/api/taps/${encodeURIComponent(tap)}/holds/${encodeURIComponent(id)}`, command),
  checkHoldCommand: (tap: string, id: string, command: { readonly do: string }) =>
    postJson<CommandCheck>(
      `/api/taps/${encodeURIComponent(tap)}/holds/${encodeURIComponent(id)}/check`,
      command,
    ),
  stopTap: (id: string) => requestJson(`/api/taps/${encodeURIComponent(id)}`, { method: "DELETE" }),
  /** Fails with `live` while the recording grows. `keepalive`: also sent by a page that unloads. */
  deleteRecording: (recording: string) =>
    requestJson(`${getRecordingPath(recording)}?unless=live`, {
      method: "DELETE",
      keepalive: true,
    }),
};

export const getGradePath = (id: string) => `/api/grades/${encodeURIComponent(id)}`;

const getRecordingPath = (recording: string) => `/api/recordings/${encodeURIComponent(recording)}`;

const postJson = <T>(path: string, body: unknown) => sendJson<T>("POST", path, body);

const sendJson = <T>(method: string, path: string, body: unknown): Promise<T> =>
  requestJson<T>(path, createJsonInit(method, body));

const createJsonInit = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

async function openBytes(path: string, init: RequestInit): Promise<ReadableStream<Uint8Array>> {
  const response = await fetchFromServer(path, init);
  if (!response.ok || !response.body) throw await toApiClientError(response);
  return response.body;
}

async function requestJson<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetchFromServer(path, init);
  if (!response.ok) throw await toApiClientError(response);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Fetches from the server. Throws an `ApiClientError` if it cannot be reached. */
export async function fetchFromServer(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw createUnreachableError();
  }
}

/** Loads code from the server. Throws an `ApiClientError` if it cannot be reached. */
export function loadFromServer<T>(load: () => Promise<T>): Promise<T> {
  return load().catch(() => {
    throw createUnreachableError();
  });
}

function createUnreachableError(): ApiClientError {
  return new ApiClientError(
    "unreachable",
    "Loupe's server does not respond.",
    "Check that it is running, or restart it with npm start. Nothing recorded is lost.",
  );
}

export async function toApiClientError(response: Response): Promise<ApiClientError> {
  try {
    const { error } = (await response.json()) as ApiErrorBody;
    return new ApiClientError(error.code, error.message, error.hint ?? null);
  } catch {
    return new ApiClientError("http", `Loupe's server returned HTTP ${response.status}.`, null);
  }
}
