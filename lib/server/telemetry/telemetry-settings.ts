/**
 * Telemetry settings: of the environment, or else those that a page has set, in `telemetry.json` of
 * the data folder.
 *
 * Guarantees: where other machines reach the server, or several users share it, only the environment
 * decides what it calls; header values are written to no response.
 */

import type { TelemetryChange } from "../../api/schemas/api-requests.ts";
import {
  isHeader,
  OTLP_PROTOCOLS,
  type TelemetryLock,
  type TelemetryState,
} from "../../api/telemetry.ts";
import { parseTraceUrl, TRACE_URL_PROBLEM } from "../../api/trace-url.ts";
import { isObject } from "../../protocol/json.ts";
import { getErrorMessage } from "../../text/error-message.ts";
import type { HeaderList } from "../../wire/record.ts";
import { ApiError } from "../http/api-error.ts";
import { JsonFile } from "../recording/json-file.ts";
import { readSettings } from "../settings.ts";
import {
  type EnvironmentVariables,
  type OtlpTarget,
  parseBaseUrl,
  readOtlpTarget,
  readResource,
} from "./otlp-environment.ts";

export interface TelemetrySettingsOptions {
  readonly environment?: EnvironmentVariables;
  /** Other machines reach this server, or several users share it. */
  readonly isShared: boolean;
}

interface StoredTelemetry extends Omit<TelemetryChange, "headers"> {
  readonly headers: HeaderList;
  readonly traceUrl: string | null;
}

const NOTHING_STORED: StoredTelemetry = {
  url: null,
  protocol: "http/protobuf",
  isCompressed: true,
  hasContent: false,
  headers: [],
  traceUrl: null,
};
const TIMEOUT_MS = 10_000;

export class TelemetrySettings {
  readonly resource: Readonly<Record<string, string>>;
  readonly #file: JsonFile;
  readonly #isShared: boolean;
  readonly #environmentTarget: OtlpTarget | null;
  readonly #hasContent: boolean;
  readonly #environmentTraceUrl: string | null;

  constructor(dataFolder: string, { environment, isShared }: TelemetrySettingsOptions) {
    const env = environment ?? process.env;
    this.#file = new JsonFile(dataFolder, "telemetry.json");
    this.#isShared = isShared;
    this.#environmentTarget = readOtlpTarget(env);
    this.#hasContent = /^(?:1|true)$/i.test(env.LOUPE_OTLP_CONTENT?.trim() ?? "");
    this.#environmentTraceUrl = readSettings(env).traceUrl;
    this.resource = readResource(env);
  }

  get isFromEnvironment(): boolean {
    return this.#environmentTarget !== null;
  }

  /** `null` if nothing is sent. */
  async getTarget(): Promise<OtlpTarget | null> {
    if (this.#environmentTarget || this.#isShared) return this.#environmentTarget;
    const { url, protocol, headers, isCompressed } = await this.#read();
    if (url === null) return null;
    return { url, protocol, headers, isCompressed, timeoutMs: TIMEOUT_MS, ca: null };
  }

  async getState(): Promise<
    Omit<TelemetryState, "unsent" | "sent" | "lastSentAt" | "lastProblem">
  > {
    const target = await this.getTarget();
    const stored = await this.#read();
    const isOwn = !this.isFromEnvironment && !this.#isShared;
    return {
      url: target?.url ?? null,
      protocol: target?.protocol ?? stored.protocol,
      isCompressed: target?.isCompressed ?? stored.isCompressed,
      headerNames: (target?.headers ?? []).map(([name]) => name),
      hasContent: isOwn ? stored.hasContent : this.#hasContent,
      locked: this.#getLock(this.isFromEnvironment),
      traceUrl: this.#environmentTraceUrl ?? (this.#isShared ? null : stored.traceUrl),
      traceUrlLocked: this.#getLock(this.#environmentTraceUrl !== null),
    };
  }

  /** A page of a shared server must not lead its other users elsewhere. */
  #getLock(isFromEnvironment: boolean): TelemetryLock | null {
    return isFromEnvironment ? "environment" : this.#isShared ? "shared" : null;
  }

  /** `null` removes it. */
  async changeTraceUrl(text: string | null): Promise<void> {
    if (this.#getLock(this.#environmentTraceUrl !== null) !== null) {
      throw new ApiError(
        "bad-request",
        "The address of traces is set where the server is started.",
        "Set LOUPE_TRACE_URL there.",
      );
    }
    const traceUrl = text === null ? null : parseTraceUrl(text);
    if (text !== null && traceUrl === null) {
      throw new ApiError("bad-request", `The address of traces ${TRACE_URL_PROBLEM}.`);
    }
    await this.#file.change(async () => ({ ...(await this.#read()), traceUrl }));
  }

  async change(change: TelemetryChange): Promise<void> {
    if (this.isFromEnvironment || this.#isShared) {
      throw new ApiError(
        "bad-request",
        "Telemetry of this Loupe is set where the server is started.",
        "Set OTEL_EXPORTER_OTLP_ENDPOINT and the other variables there.",
      );
    }
    const url = change.url === null ? null : parseAddress(change.url);
    const { headers, ...rest } = change;
    if (headers && !headers.every(isHeader)) {
      throw new ApiError("bad-request", "A header has a name or value that HTTP does not allow.");
    }
    await this.#file.change(async () => {
      const before = await this.#read();
      // Headers are credentials of one backend: another one does not get them.
      const isSameOrigin =
        before.url !== null && url !== null && getOrigin(before.url) === getOrigin(url);
      const { traceUrl } = before;
      return { ...rest, url, traceUrl, headers: headers ?? (isSameOrigin ? before.headers : []) };
    });
  }

  async #read(): Promise<StoredTelemetry> {
    const stored = await this.#file.read().catch(() => null);
    if (!isObject(stored)) return NOTHING_STORED;
    const { url, protocol, isCompressed, hasContent, headers, traceUrl } = stored;
    return {
      url: typeof url === "string" && URL.canParse(url) ? url : null,
      protocol: OTLP_PROTOCOLS.find((one) => one === protocol) ?? NOTHING_STORED.protocol,
      isCompressed: isCompressed !== false,
      hasContent: hasContent === true,
      headers: Array.isArray(headers) ? headers.filter(isStoredHeader) : [],
      traceUrl: typeof traceUrl === "string" ? parseTraceUrl(traceUrl) : null,
    };
  }
}

const getOrigin = (url: string) => new URL(url).origin;

function isStoredHeader(value: unknown): value is readonly [string, string] {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [name, text]: readonly unknown[] = value;
  return typeof name === "string" && typeof text === "string" && isHeader([name, text]);
}

function parseAddress(text: string): string {
  try {
    return parseBaseUrl(text, "The address");
  } catch (error) {
    throw new ApiError("bad-request", getErrorMessage(error));
  }
}
