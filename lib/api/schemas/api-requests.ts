/**
 * Schemas of the JSON bodies that clients send to Loupe's server. The types follow from them; only
 * the server loads them, to check what it receives.
 *
 * Guarantees: unknown members are left out; texts that are stored on one line are cleaned.
 */

import * as z from "zod";
import { TAP_MODES } from "../../wire/record.ts";
import { MAX_FEED_RECORDINGS } from "../api-types.ts";
import { ACTS_CONVENTION_NAMES } from "../grading.ts";
import { mapLimits } from "../limits.ts";
import {
  MAX_CAVEATS,
  MAX_EDGES,
  MAX_NOTES,
  MAX_TAGS,
  NAME_LIMIT,
  NOTE_LIMIT,
  sanitizeLine,
  sanitizeTag,
  TAG_LIMIT,
} from "../recording-metadata.ts";
import { MAX_LINK_SECONDS } from "../shared-store.ts";
import { MAX_TAP_ROUTES } from "../taps.ts";
import { OTLP_PROTOCOLS } from "../telemetry.ts";

const TEXT = z.string();
const NON_EMPTY_TEXT = z.string().regex(/\S/, "a non-empty string");
const COUNT = z.int().min(0);
const TEXTS = z.array(TEXT).readonly();
const HEADERS = z.array(z.tuple([TEXT, TEXT]).readonly()).readonly();

/** All in PEM. Never recorded; never used for another origin than that of the URL. */
const TLS = z.object({
  /** The client certificate with its chain, and its key: both or neither. */
  certificate: TEXT.exactOptional(),
  key: TEXT.exactOptional(),
  passphrase: TEXT.exactOptional(),
  /** Certificate authorities to trust besides the system's. */
  ca: TEXT.exactOptional(),
  /** Accept any certificate of the agent. */
  acceptUntrusted: z.boolean().exactOptional(),
});
export type TlsOptions = z.infer<typeof TLS>;

/** `POST /api/exchanges`: perform one HTTP exchange and record it. */
export const EXCHANGE_REQUEST = z.object({
  /** The recording to append to; absent: a new one is created. */
  recording: TEXT.exactOptional(),
  /** A name for a new recording. */
  name: TEXT.exactOptional(),
  method: TEXT,
  url: TEXT,
  headers: HEADERS,
  body: TEXT.exactOptional(),
  /** The body's bytes in base64, where they are not text. Then there is no `body`. */
  bodyB64: TEXT.exactOptional(),
  /** `grpc` is carried by HTTP/2; absent: HTTP/1.1. */
  framing: z.enum(["sse", "json", "grpc"]).exactOptional(),
  /** TLS settings for its origin: what Loupe trusts, and the client certificate. */
  tls: TLS.exactOptional(),
  /** Idle timeout; absent: the configured limit. */
  idleTimeoutMs: z.number().positive().exactOptional(),
  /** Values inside `body` or `url` that must not be recorded. */
  secrets: TEXTS.exactOptional(),
});
export type ExchangeRequest = z.infer<typeof EXCHANGE_REQUEST>;

/** `POST /api/connect`: find the agent card for whatever the user pasted. */
export const CONNECT_REQUEST = z.object({
  address: TEXT,
  recording: TEXT.exactOptional(),
  headers: HEADERS.exactOptional(),
  tls: TLS.exactOptional(),
  /** Values that must not be written down. */
  secrets: TEXTS.exactOptional(),
});
export type ConnectRequest = z.infer<typeof CONNECT_REQUEST>;

/** `POST /api/grades`: grade an agent. The response is a line for each result, then the grade's id. */
export const GRADE_REQUEST = z.object({
  address: NON_EMPTY_TEXT,
  /** What may be sent besides queries. */
  allows: z.array(z.enum(["messages", "cancels", "pushes"])).readonly(),
  /** Messages for the states that they bring about; `any` for all other purposes. */
  prompts: z.object({
    any: NON_EMPTY_TEXT.exactOptional(),
    long: NON_EMPTY_TEXT.exactOptional(),
    "input-required": NON_EMPTY_TEXT.exactOptional(),
  }),
  headers: HEADERS.exactOptional(),
  /** Grade by the ACTS test files of the server, and not by the profile `any`. */
  acts: z
    .object({
      convention: z.enum(ACTS_CONVENTION_NAMES),
      /** The agent has every behavior that the tests ask for; otherwise such tests are not measured. */
      hasBehaviors: z.boolean(),
      /** The grade of a report: only its failed tests are run. */
      repeats: TEXT.exactOptional(),
    })
    .exactOptional(),
});
export type GradeRequest = z.infer<typeof GRADE_REQUEST>;

/** `POST /api/grades/reports`: keep a report of ACTS as a grade. */
export const ACTS_REPORT_REQUEST = z.object({ text: NON_EMPTY_TEXT });
export type ActsReportRequest = z.infer<typeof ACTS_REPORT_REQUEST>;
/**
 * `POST /api/clients`: the query of a request to run clients; the response is a line for each result.
 * Clients are named by the ids that the server lists, and never by a command.
 */
export const CLIENT_RUN_REQUEST = z.object({
  clients: z
    .string()
    .transform((names) => names.split(",").filter((name) => name !== ""))
    .refine((names) => names.length > 0, "At least one client must be named."),
  /** Also serve the same meaning in other legal bytes. */
  stress: z
    .enum(["0", "1"])
    .default("0")
    .transform((value) => value === "1"),
  /** The recording; absent: its record lines are the body. */
  recording: NON_EMPTY_TEXT.exactOptional(),
  /** The exchange to serve; absent: all. */
  exchange: z.string().max(NAME_LIMIT).exactOptional(),
});
export type ClientRunRequest = z.output<typeof CLIENT_RUN_REQUEST>;

/** `POST /api/oauth`: send a request to an authorization server. Not recorded. */
export const OAUTH_REQUEST = z.object({
  method: z.enum(["GET", "POST"]),
  url: TEXT,
  headers: HEADERS,
  /** The form-encoded body. */
  form: TEXT.exactOptional(),
  tls: TLS.exactOptional(),
});
export type OAuthRequest = z.infer<typeof OAUTH_REQUEST>;

/** `POST /api/inboxes`: a URL at which agents post notifications for one recording. */
export const INBOX_REQUEST = z.object({
  /** The recording to append to; absent: a new one is created. */
  recording: TEXT.exactOptional(),
  /** A name for a new recording. */
  name: TEXT.exactOptional(),
  /** The expected `X-A2A-Notification-Token`. Kept in memory only, and masked in the recording. */
  token: NON_EMPTY_TEXT.exactOptional(),
  /** The expected `Authorization`. Kept in memory only, and masked in the recording. */
  authentication: z.object({ scheme: NON_EMPTY_TEXT, credentials: NON_EMPTY_TEXT }).exactOptional(),
});
export type InboxRequest = z.infer<typeof INBOX_REQUEST>;

/**
 * `POST /api/feed`: one newline-delimited stream of several recordings, each once, because all
 * windows of a browser share one. A window that catches up with its recording names that alone. A
 * line that begins with `{"feed":` is a `FeedLine`; every other line is a record line of the
 * recording named by the last `recording` line, numbered from its `from`.
 */
export const FEED_REQUEST = z.object({
  subscriptions: z
    .array(z.object({ recording: TEXT, from: COUNT }))
    .min(1)
    .max(MAX_FEED_RECORDINGS)
    .refine(
      (list) => new Set(list.map(({ recording }) => recording)).size === list.length,
      "A recording is listed twice.",
    )
    .readonly(),
});
export type FeedRequest = z.infer<typeof FEED_REQUEST>;

/** As typed: a port or `HOST:PORT`; the target may be a URL. */
const TAP_ROUTE = z.object({ listen: TEXT, target: TEXT }).readonly();
export type TapRouteDraft = z.infer<typeof TAP_ROUTE>;

/** `POST /api/taps`: start a tap, with the fields as typed. */
export const TAP_REQUEST = z
  .object({
    mode: z.enum(TAP_MODES),
    /** A proxy listens at the first and forwards to all of them. */
    routes: z.array(TAP_ROUTE).min(1).max(MAX_TAP_ROUTES).readonly(),
    /** Begins new recordings when the present one is large or old. */
    rolls: z.boolean().default(true),
    /**
     * Names, besides IP addresses and localhost, by which callers may reach a tap at its own address;
     * with commas or spaces between them.
     */
    hosts: TEXT.default(""),
    /** Where notifications are received: a port or `HOST:PORT`. Empty: callbacks are not changed. */
    push: TEXT.default(""),
    /** Public keys that verify the signatures of cards. */
    keys: TEXT.default(""),
    /** Starts also before agents that cannot be reached yet. */
    startsAnyway: z.boolean(),
  })
  .readonly();
export type TapStartRequest = z.infer<typeof TAP_REQUEST>;
/** What was typed to start a tap. */
export type TapDraft = Omit<TapStartRequest, "startsAnyway">;

const EXCHANGE_ID = z.string().max(NAME_LIMIT);
const TAGS = z
  .array(z.string().max(TAG_LIMIT))
  .max(MAX_TAGS)
  .transform((tags) => tags.map(sanitizeTag).filter((tag) => tag !== ""))
  .readonly();

/** Which call a call between agents was made for; without a parent, the decision is removed. */
const EDGE_CHANGE = z.object({ x: EXCHANGE_ID, parent: EXCHANGE_ID.nullable().exactOptional() });
export type EdgeChange = z.infer<typeof EDGE_CHANGE>;

const NOTE_CHANGE = z.object({
  /** Absent: a new one. */
  id: z
    .string()
    .regex(/^n-[a-z0-9]{8}$/, "the ID of a note")
    .exactOptional(),
  x: EXCHANGE_ID,
  event: COUNT,
  /** Empty removes it. */
  text: z.string().max(NOTE_LIMIT),
});
export type NoteChange = z.infer<typeof NOTE_CHANGE>;

/** `PATCH /api/recordings/{id}/about` changes the named members. */
export const METADATA_PATCH = z.object({
  /** Empty removes it. */
  name: z
    .string()
    .max(NAME_LIMIT)
    .transform((name) => sanitizeLine(name, NAME_LIMIT))
    .exactOptional(),
  addTags: TAGS.exactOptional(),
  removeTags: TAGS.exactOptional(),
  notes: z.array(NOTE_CHANGE).max(MAX_NOTES).readonly().exactOptional(),
  edges: z.array(EDGE_CHANGE).max(MAX_EDGES).readonly().exactOptional(),
});
export type MetadataPatch = z.infer<typeof METADATA_PATCH>;

const createLine = (limit: number) => z.string().transform((text) => sanitizeLine(text, limit));

/** `PUT /api/recordings/{id}/verdict`: the verdict of an analysis of the log. */
export const VERDICT_UPDATE = z.object({
  kind: createLine(TAG_LIMIT),
  clean: z.boolean(),
  because: createLine(NAME_LIMIT),
  /** `null` if it is unknown who ended the run. */
  endedBy: createLine(TAG_LIMIT)
    .nullish()
    .transform((by) => by ?? null),
  /** The kinds of what went wrong although it ended well. */
  caveats: z.array(createLine(TAG_LIMIT)).max(MAX_CAVEATS).readonly().exactOptional(),
  /** Number of bytes of the log that were analyzed. */
  bytes: COUNT,
});
export type VerdictUpdate = z.output<typeof VERDICT_UPDATE>;

/** `POST /api/recordings/{id}/copies`. */
export const COPY_REQUEST = z.object({ name: createLine(NAME_LIMIT) });

/** `PUT /api/limits`; `null` restores the default of a limit. */
export const LIMIT_CHANGE = z.strictObject(mapLimits(() => COUNT.nullable().exactOptional()));
export type LimitChange = z.infer<typeof LIMIT_CHANGE>;

/** `PUT /api/telemetry`. */
export const TELEMETRY_CHANGE = z
  .object({
    /** A base address; `null` to send nothing. */
    url: TEXT.nullable(),
    protocol: z.enum(OTLP_PROTOCOLS),
    isCompressed: z.boolean(),
    hasContent: z.boolean(),
    /** Absent: the headers stay as they are. */
    headers: HEADERS.exactOptional(),
  })
  .readonly();
export type TelemetryChange = z.infer<typeof TELEMETRY_CHANGE>;

/** `PATCH /api/telemetry`: the address of traces; `null` removes it. */
export const TRACE_URL_CHANGE = z.object({ traceUrl: TEXT.nullable() });

/** `POST /api/recordings/{id}/link`: an address at which anyone can read the log for some time. */
export const LINK_REQUEST = z.object({ seconds: z.int().min(1).max(MAX_LINK_SECONDS) });
export type LinkRequest = z.infer<typeof LINK_REQUEST>;

/** `POST /api/logs`: the URL of a log to open. */
export const LOG_REQUEST = z.object({ url: TEXT });

/** `POST /api/taps/[id]/holds/[hold]`: what becomes of what is held, with the members of the action. */
export const HOLD_COMMAND = z.looseObject({ do: NON_EMPTY_TEXT });
export type HoldCommandRequest = z.infer<typeof HOLD_COMMAND>;

/** `POST /api/taps/[id]/breakpoints`: a step of a plan, which is checked as one. */
export const BREAKPOINT_REQUEST = z.looseObject({});

/** `PATCH /api/taps/[id]/breakpoints/[breakpoint]` */
export const BREAKPOINT_CHANGE = z.object({ isEnabled: z.boolean() });
