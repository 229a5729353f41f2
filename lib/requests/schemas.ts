/**
 * Schemas of saved requests, collections, environments and the changes to them, as they are stored,
 * sent to the server and written to files. The types follow from them.
 */

import * as z from "zod";
import {
  MAX_CHANGES,
  MAX_CONTENT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PARTS,
  MAX_VALUE_LENGTH,
  MAX_VARIABLES,
} from "./request-limits.ts";

/** Ids are made by clients, and are the same in files and on the server. */
const ID = z.string().regex(/^[\w-]{1,64}$/, "a valid ID");
const NAME = z
  .string()
  .refine(
    (name) => name.trim() !== "" && name.length <= MAX_NAME_LENGTH,
    `The name must have 1 to ${MAX_NAME_LENGTH} characters.`,
  )
  .transform((name) => name.trim());
const TEXT = z.string().default("");
/** The origin of an agent; `null` for any agent. */
const AGENT = z.string().nullable().default(null);

/** A file or data that goes with a message besides its text. */
const PART = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("data"), json: z.string() }).readonly(),
    z
      .object({
        kind: z.literal("file"),
        name: TEXT,
        mediaType: TEXT,
        /** In bytes; `null` if the agent is to fetch the file. */
        size: z.number().nullable().default(null),
        /** Base64, or the URL of the file. */
        source: z
          .object({ bytes: z.string().exactOptional(), uri: z.string().exactOptional() })
          .transform(({ bytes, uri }, context) => {
            if (bytes !== undefined) return { bytes };
            if (uri !== undefined) return { uri };
            context.addIssue("A file has no content.");
            return z.NEVER;
          }),
      })
      .readonly(),
  ])
  .readonly();
export type SavedPart = z.output<typeof PART>;

/** A message without what belongs to one run: ids, the task it continues, the tasks it refers to. */
const MESSAGE = z
  .object({
    kind: z.literal("message"),
    text: TEXT,
    operation: z.enum(["stream", "send"]).default("stream"),
    parts: z.array(PART).max(MAX_PARTS).readonly().default([]),
    /** JSON as typed; empty for none. */
    metadata: TEXT,
    requestMetadata: TEXT,
    acceptedOutputModes: z.array(z.string()).readonly().default([]),
    /** As typed; empty for the agent's default. */
    historyLength: TEXT,
    returnImmediately: z.boolean().default(false),
  })
  .readonly();
export type SavedMessage = z.output<typeof MESSAGE>;

/** A request as text. The ids in it are renewed each time it is sent. */
const EXACT_REQUEST = z
  .object({
    kind: z.literal("request"),
    method: z.string(),
    url: z.string(),
    /** One header per line. */
    headers: TEXT,
    /** Of a gRPC request, the message as JSON. */
    body: TEXT,
    isGrpc: z.boolean().default(false),
  })
  .readonly();
export type ExactRequest = z.output<typeof EXACT_REQUEST>;

const CONTENT = z.discriminatedUnion("kind", [MESSAGE, EXACT_REQUEST]);
export type RequestContent = z.output<typeof CONTENT>;

const isSmall = (content: unknown) => (JSON.stringify(content) ?? "").length <= MAX_CONTENT_LENGTH;

/** A message that is encoded when it is sent, or a request that is sent as written. */
const SAVED_REQUEST = z
  .object({
    id: ID,
    name: NAME,
    content: z
      .unknown()
      .refine(isSmall, {
        error: `It is too large: a saved request may have ${MAX_CONTENT_LENGTH / 1000} KB, with its files.`,
        abort: true,
      })
      .pipe(CONTENT),
  })
  .readonly();
export type SavedRequest = z.output<typeof SAVED_REQUEST>;

const COLLECTION_HEAD = z.object({ id: ID, name: NAME, agent: AGENT }).readonly();
export type CollectionHead = z.output<typeof COLLECTION_HEAD>;

const COLLECTION = z
  .object({ id: ID, name: NAME, agent: AGENT, requests: z.array(SAVED_REQUEST).readonly() })
  .readonly();
export type RequestCollection = z.output<typeof COLLECTION>;

const VARIABLE = z
  .object({
    name: z
      .string()
      .refine(
        (name) => /^[A-Za-z_][\w.-]{0,63}$/.test(name),
        "The name of a variable must start with a letter and have only letters, digits, “_”, “-” and “.”.",
      ),
    value: z.string().exactOptional(),
    /** The name of a placeholder for a credential, such as `A2A_TOKEN`. */
    credential: z.string().exactOptional(),
  })
  .transform(({ name, value, credential }, context) => {
    if (credential !== undefined) {
      if (/^A2A_[A-Z0-9_]{1,80}$/.test(credential)) return { name, credential };
      context.addIssue(`Choose a credential for “${name}”.`);
    } else if (value === undefined) context.addIssue(`“${name}” has no value.`);
    else if (value.length <= MAX_VALUE_LENGTH) return { name, value };
    else context.addIssue(`The value of “${name}” is too long.`);
    return z.NEVER;
  })
  .readonly();
export type EnvironmentVariable = z.output<typeof VARIABLE>;

export const ENVIRONMENT = z
  .object({
    id: ID,
    name: NAME,
    agent: AGENT,
    isActive: z.boolean().default(false),
    variables: z
      .array(VARIABLE)
      .max(MAX_VARIABLES)
      .superRefine((variables, context) => {
        const names = variables.map(({ name }) => name);
        const twice = names.find((name, i) => names.indexOf(name) !== i);
        if (twice !== undefined) context.addIssue(`“${twice}” is listed twice.`);
      })
      .readonly(),
  })
  .readonly();
export type Environment = z.output<typeof ENVIRONMENT>;

const AT = z.int().min(0).exactOptional();

const CHANGE = z.discriminatedUnion("kind", [
  /** Adds a collection, or renames or moves it. */
  z.object({ kind: z.literal("collection"), collection: COLLECTION_HEAD, at: AT }).readonly(),
  z.object({ kind: z.literal("remove-collection"), id: ID }).readonly(),
  /** Adds a request to a collection, or replaces or moves it. */
  z
    .object({ kind: z.literal("request"), collection: ID, request: SAVED_REQUEST, at: AT })
    .readonly(),
  z.object({ kind: z.literal("remove-request"), id: ID }).readonly(),
  z.object({ kind: z.literal("environment"), environment: ENVIRONMENT, at: AT }).readonly(),
  z.object({ kind: z.literal("remove-environment"), id: ID }).readonly(),
]);
export type SavedRequestsChange = z.output<typeof CHANGE>;

/** `PATCH /api/requests`. */
export const CHANGES_REQUEST = z.object({ changes: z.array(CHANGE).max(MAX_CHANGES).readonly() });

/** The file in the data folder. */
export const SAVED_REQUESTS = z
  .object({
    collections: z.array(COLLECTION).readonly(),
    environments: z.array(ENVIRONMENT).readonly(),
  })
  .readonly();
export type SavedRequests = z.output<typeof SAVED_REQUESTS>;

/** What a file of a collection contains, once everything has an ID. */
export const COLLECTION_FILE = z
  .object({ collection: COLLECTION, environments: z.array(ENVIRONMENT).readonly() })
  .readonly();
export type CollectionFile = z.output<typeof COLLECTION_FILE>;
