/**
 * ACTS files: declarative conformance tests, as the A2A project publishes them.
 *
 * Guarantee: a file with a word that is not listed here is refused. An assertion that Loupe does not
 * know and skips would count as passed.
 */

import { z } from "zod";

export const ACTS_LEVELS = ["must", "should", "may"] as const;
export type ActsLevel = (typeof ACTS_LEVELS)[number];

/** The bindings, by the names that ACTS has for them. */
export const ACTS_TRANSPORTS = ["jsonrpc", "grpc", "rest"] as const;
export type ActsTransport = (typeof ACTS_TRANSPORTS)[number];

export const ACTS_OPERATIONS = [
  "send_message",
  "send_streaming_message",
  "get_task",
  "list_tasks",
  "cancel_task",
  "subscribe_to_task",
  "get_agent_card",
  "get_extended_agent_card",
  "create_push_config",
  "get_push_config",
  "list_push_configs",
  "delete_push_config",
] as const;
export type ActsOperation = (typeof ACTS_OPERATIONS)[number];

/** The errors of ACTS, and what A2A calls them. */
export const ACTS_ERRORS = {
  TaskNotFoundError: "TaskNotFound",
  TaskNotCancelableError: "TaskNotCancelable",
  UnsupportedOperationError: "UnsupportedOperation",
  ContentTypeNotSupportedError: "ContentTypeNotSupported",
  InvalidParamsError: "InvalidParams",
  VersionNotSupportedError: "VersionNotSupported",
  PushNotificationNotSupportedError: "PushNotificationNotSupported",
  // 1.0 has no such error: an agent without streams answers with this one (§3.3.4).
  StreamingNotSupportedError: "UnsupportedOperation",
  ExtensionSupportRequiredError: "ExtensionSupportRequired",
  ExtendedCardNotSupportedError: "ExtendedAgentCardNotConfigured",
  JSONParseError: "ParseError",
  MethodNotFoundError: "MethodNotFound",
  InternalError: "InternalError",
} as const;
export type ActsError = keyof typeof ACTS_ERRORS;
export const ACTS_ERROR_NAMES = Object.keys(ACTS_ERRORS) as ActsError[];

/** What a runner needs besides the protocol. */
export const RUNNER_REQUIREMENTS = [
  "webhook_endpoint",
  "concurrent_streams",
  "stream_disconnect",
  "auth_credentials",
  "header_inspection",
] as const;

const text = z.string().min(1);
const texts = z.array(text);
/** An assertion, or a tree of them that mirrors a response. Only its evaluation tells them apart. */
const tree = z.record(z.string(), z.unknown());
const count = z.number().int().min(0);
const transports = z.array(z.enum(ACTS_TRANSPORTS)).min(1);

const collectionMatch = z.strictObject({ path: text, match: tree });

const QUANTIFIERS = ["any", "all", "none"] as const;
export type Quantifier = (typeof QUANTIFIERS)[number];

const quantified = {
  any: collectionMatch.optional(),
  all: collectionMatch.optional(),
  none: collectionMatch.optional(),
};

const named = z
  .strictObject({
    id: text.optional(),
    description: text.optional(),
    source: text,
    path: text.optional(),
    match: z.unknown().optional(),
    ...quantified,
  })
  .refine((one) => countPresent(one, ["match", ...QUANTIFIERS]) === 1, {
    error: `needs one of match, ${QUANTIFIERS.join(", ")}`,
  });
export type NamedAssertion = z.infer<typeof named>;

const streamAssertions = {
  min_count: count.optional(),
  max_count: count.optional(),
  ordering: z.literal("monotonic_state").optional(),
  events: z
    .array(
      z.looseObject({
        description: text.optional(),
        match: z.enum(["exact_position", "any_position"]).optional(),
        index: count.optional(),
      }),
    )
    .optional(),
  final_event: tree.optional(),
  each_event: tree.optional(),
};

const expectStream = z.strictObject({
  ...streamAssertions,
  timeout_ms: count.optional(),
  streams: z
    .array(
      z.strictObject({
        ...streamAssertions,
        description: text.optional(),
        disconnect_after: count.min(1).optional(),
      }),
    )
    .min(1)
    .optional(),
});
export type ExpectStream = z.infer<typeof expectStream>;
export type StreamAssertions = Omit<ExpectStream, "timeout_ms" | "streams">;

const expectError = z.strictObject({
  error_type: z.union([z.enum(ACTS_ERROR_NAMES), tree]).optional(),
  message: z.unknown().optional(),
  details: z.unknown().optional(),
  data: z.unknown().optional(),
});
export type ExpectError = z.infer<typeof expectError>;

const expectWebhook = z.strictObject({
  task_id: text,
  min_count: count.min(1).default(1),
  timeout_ms: count.default(10_000),
  each_event: tree.optional(),
  final_event: tree.optional(),
  headers: tree.optional(),
  token: z.unknown().optional(),
});
export type ExpectWebhook = z.infer<typeof expectWebhook>;

const raw = z
  .strictObject({
    method: z.enum(["GET", "POST", "PUT", "DELETE"]),
    path: text,
    headers: z.record(z.string(), z.string()).optional(),
    body: z.unknown().optional(),
    body_raw: z.string().optional(),
  })
  .refine((one) => countPresent(one, ["body", "body_raw"]) < 2, {
    error: "has body and body_raw",
  });

const STEP_KINDS = ["operation", "raw", "client_response", "expect_webhook", "assertion"] as const;

const step = z
  .strictObject({
    id: text,
    description: text.optional(),
    operation: z.enum(ACTS_OPERATIONS).optional(),
    params: tree.optional(),
    raw: raw.optional(),
    client_response: z
      .strictObject({ operation: z.enum(ACTS_OPERATIONS), wire_payload: z.unknown() })
      .optional(),
    expect_webhook: expectWebhook.optional(),
    assertion: z.strictObject({ source: text, ...quantified }).optional(),
    expect: z
      .strictObject({
        status: z.unknown().optional(),
        headers: tree.optional(),
        body: tree.optional(),
      })
      .optional(),
    expect_error: expectError.optional(),
    expect_stream: expectStream.optional(),
    expect_parsed: tree.optional(),
    capture: z.record(z.string(), z.string()).optional(),
    assertions: z.array(named).optional(),
    repeat: z
      .strictObject({
        until: text,
        max_attempts: count.min(1).default(10),
        delay_ms: count.default(1000),
        backoff: z.enum(["none", "linear", "exponential"]).default("none"),
      })
      .optional(),
    delay_ms: count.optional(),
  })
  .refine((one) => countPresent(one, STEP_KINDS) === 1, {
    error: `needs one of ${STEP_KINDS.join(", ")}`,
  })
  .refine((one) => one.params === undefined || one.operation !== undefined, {
    error: "has params, but no operation",
  })
  .refine((one) => (one.expect_parsed === undefined) === (one.client_response === undefined), {
    error: "needs client_response and expect_parsed together",
  })
  .refine((one) => countPresent(one, ["expect_error", "expect_stream"]) < 2, {
    error: "has expect_error and expect_stream",
  })
  .refine((one) => one.repeat === undefined || one.operation !== undefined, {
    error: "repeats something that is no operation",
  });
export type ActsStep = z.infer<typeof step>;

const test = z
  .strictObject({
    id: text,
    name: text,
    description: text.optional(),
    spec_ref: text.optional(),
    level: z.enum(ACTS_LEVELS),
    tags: texts.optional(),
    transport: transports.optional(),
    preconditions: z
      .strictObject({
        capabilities: tree.optional(),
        authentication: z.boolean().optional(),
        skills: z.array(z.looseObject({ id: text })).optional(),
        transport: transports.optional(),
        extensions: texts.optional(),
        description: text.optional(),
      })
      .optional(),
    requires_behaviors: texts.optional(),
    runner_requirements: z.array(z.enum(RUNNER_REQUIREMENTS)).optional(),
    origin: text.optional(),
    steps: z.array(step).min(1),
    assertions: z.array(named).optional(),
  })
  .refine(({ steps }) => new Set(steps.map(({ id }) => id)).size === steps.length, {
    error: "has two steps with the same id",
  })
  .refine(({ steps, transport }) => transport || steps.some((one) => !one.raw), {
    error: "consists of raw steps, but names no transport",
  });
export type ActsTest = z.infer<typeof test>;

const actsFile = z
  .strictObject({
    acts_version: z.string().regex(/^1(?:\.|$)/, { error: "is not a version of ACTS 1" }),
    spec_version: text,
    spec_ref: text.optional(),
    metadata: z
      .strictObject({
        title: text.optional(),
        description: text.optional(),
        authors: texts.optional(),
        license: text.optional(),
      })
      .optional(),
    variables: z.record(z.string(), z.string()).optional(),
    include: texts.optional(),
    suites: z
      .array(
        z.strictObject({
          id: text,
          name: text,
          description: text.optional(),
          tags: texts.optional(),
          tests: z.array(test).min(1),
        }),
      )
      .optional(),
  })
  .refine((one) => one.include || one.suites, { error: "needs include or suites" });
export type ActsDocument = z.infer<typeof actsFile>;

const behaviors = z.strictObject({
  acts_version: text,
  behaviors: z.array(z.looseObject({ prefix: text })).min(1),
});

/** Returns the document, or what is wrong with it. */
export const parseActsDocument = (value: unknown): ActsDocument | string =>
  parseBy(actsFile, value);

/** The prefixes of messages that an agent declares to understand, or what is wrong with the file. */
export function parseActsBehaviors(value: unknown): ReadonlySet<string> | string {
  const parsed = parseBy(behaviors, value);
  if (typeof parsed === "string") return parsed;
  return new Set(parsed.behaviors.map(({ prefix }) => prefix));
}

/** Returns the value as the schema describes it, or the first thing that is wrong with it. */
export function parseBy<T>(schema: z.ZodType<T>, value: unknown): T | string {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  if (!issue) return "it cannot be read";
  const place = issue.path.map((one) => (typeof one === "number" ? `[${one}]` : `.${String(one)}`));
  const where = place.join("").replace(/^\./, "") || "the file";
  if (issue.code === "unrecognized_keys") {
    return `${where}: unknown word ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
  }
  return `${where}: ${issue.message}`;
}

const countPresent = (value: object, names: readonly string[]): number =>
  names.filter((name) => (value as Record<string, unknown>)[name] !== undefined).length;
