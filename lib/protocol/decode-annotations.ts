/**
 * Annotations on values in a frame's JSON that Loupe read differently from how they are written,
 * with the reason. They are located from the bits that the decoder set.
 */

import { DecodeIssue, VersionEvidence } from "./decode-flags.ts";
import { isArray, isObject } from "./json.ts";
import {
  type AnnotationKind,
  type Annotator,
  describeEnumNumber,
  describeOddPart,
  describeOddRole,
  describeStateSpelling,
  describeUnknownState,
  describeWrongType,
  type FrameValue,
} from "./value-annotations.ts";

export type { AnnotationKind };

export interface DecodeAnnotation {
  readonly path: readonly (string | number)[];
  readonly kind: AnnotationKind;
  readonly note: string;
}

interface ReadonlyDecodeFlags {
  readonly evidence: number;
  readonly decodeIssues: number;
}

/** Values searched at most, whatever an agent sends. */
const VALUES_LIMIT = 20_000;
/** The protocol has no deeper values; this bounds the length of paths. */
const DEPTH_LIMIT = 64;

/** The annotations of a frame's value, in document order. */
export function findDecodeAnnotations(
  value: unknown,
  { evidence, decodeIssues }: ReadonlyDecodeFlags,
): DecodeAnnotation[] {
  const noted = [
    ...ISSUE_ANNOTATORS.filter(([bit]) => decodeIssues & bit),
    ...EVIDENCE_ANNOTATORS.filter(([bit]) => evidence & bit),
  ].map(([, reader]) => reader);
  if (noted.length === 0) return [];
  const shown = new Set<Annotator>();
  const marks: DecodeAnnotation[] = [];
  for (const frameValue of walkValues(value)) {
    for (const reader of noted) {
      const note = reader.annotate(frameValue);
      if (note === undefined) continue;
      shown.add(reader);
      marks.push({ path: frameValue.path, kind: reader.kind, note });
    }
  }
  for (const reader of noted) {
    if (!shown.has(reader)) marks.unshift({ path: [], kind: reader.kind, note: reader.note });
  }
  return marks;
}

function* walkValues(value: unknown): Generator<FrameValue> {
  const queue: FrameValue[] = [{ path: [], key: "", value, owner: undefined }];
  for (let i = 0; i < queue.length && i < VALUES_LIMIT; i++) {
    const frameValue = queue[i];
    if (!frameValue) return;
    yield frameValue;
    const { path } = frameValue;
    if (path.length >= DEPTH_LIMIT) continue;
    // Metadata and data parts belong to the agent and are not decoded.
    if (
      frameValue.key === "metadata" ||
      (frameValue.key === "data" && typeof path[path.length - 2] === "number")
    )
      continue;
    for (const [key, inner] of getMembers(frameValue.value)) {
      if (queue.length >= VALUES_LIMIT) break;
      queue.push({ path: [...path, key], key, value: inner, owner: frameValue.value });
    }
  }
}

function getMembers(value: unknown): (readonly [string | number, unknown])[] {
  if (isArray(value)) return value.map((item, i) => [i, item] as const);
  return isObject(value) ? Object.entries(value) : [];
}

const WRAPPERS = ["statusUpdate", "status_update", "artifactUpdate", "artifact_update", "task"];
const COLLECTORS = ["data", "payload", "body", "message", "msg", "log", "event", "line", "root"];
const FLAGS = ["append", "lastChunk", "last_chunk"];

const ifRoot = ({ path }: FrameValue, note: string) => (path.length === 0 ? note : undefined);
const ifKey = ({ key }: FrameValue, keys: readonly string[], note: string) =>
  keys.includes(String(key)) ? note : undefined;
const toCamelCase = (name: string) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function createRootAnnotator(note: string): Annotator {
  return { kind: "irregular", note, annotate: (frameValue) => ifRoot(frameValue, note) };
}

function createKeyAnnotator(note: string, keys: readonly string[]): Annotator {
  return { kind: "irregular", note, annotate: (frameValue) => ifKey(frameValue, keys, note) };
}

/** Annotators for each bit set by the decoder: find the value in the frame and explain it. */
const ISSUE_ANNOTATORS: readonly (readonly [bit: number, reader: Annotator])[] = [
  [DecodeIssue.NotJson, createRootAnnotator("Not JSON, or cut off: shown as plain text.")],
  [
    DecodeIssue.DoubleEncoded,
    createRootAnnotator("A JSON string that contains JSON: its content is read."),
  ],
  [
    DecodeIssue.NoJsonRpc,
    createRootAnnotator('Lacks jsonrpc: "2.0"; still read as a JSON-RPC response.'),
  ],
  [
    DecodeIssue.BadJsonRpc,
    createKeyAnnotator('Not "2.0"; still read as a JSON-RPC response.', ["jsonrpc"]),
  ],
  [
    DecodeIssue.ResultAndError,
    createKeyAnnotator("Both result and error: both are shown.", ["result", "error"]),
  ],
  [
    DecodeIssue.WrongId,
    {
      kind: "irregular",
      note: "Not the id of the request this responds to.",
      annotate: ({ path }) =>
        path.length === 1 && path[0] === "id"
          ? "Not the id of the request this responds to."
          : undefined,
    },
  ],
  [
    DecodeIssue.SnakeCase,
    {
      kind: "mapped",
      note: "Field names in snake_case.",
      annotate: ({ key }) =>
        typeof key === "string" &&
        /^[a-z]+(?:_[a-z]+)+$/.test(key) &&
        KNOWN_NAMES.has(toCamelCase(key))
          ? `snake_case: read as ${toCamelCase(key)}.`
          : undefined,
    },
  ],
  [
    DecodeIssue.Shorthand,
    createKeyAnnotator("Shorthand: placed on the event itself.", ["text", "name", "state"]),
  ],
  [
    DecodeIssue.StateSpelling,
    { kind: "mapped", note: "A state in another spelling.", annotate: describeStateSpelling },
  ],
  [
    DecodeIssue.UnknownState,
    { kind: "irregular", note: "No version has this state.", annotate: describeUnknownState },
  ],
  [
    DecodeIssue.EnumNumber,
    { kind: "mapped", note: "An enum as a number.", annotate: describeEnumNumber },
  ],
  [
    DecodeIssue.Role,
    { kind: "irregular", note: "No version has this role.", annotate: describeOddRole },
  ],
  [
    DecodeIssue.SeveralWrappers,
    createKeyAnnotator("One of several payloads in one event.", [...WRAPPERS, "message"]),
  ],
  [
    DecodeIssue.FlagsInside,
    {
      kind: "irregular",
      note: "Flags inside the artifact.",
      annotate: ({ path, key }) =>
        FLAGS.includes(String(key)) && path[path.length - 2] === "artifact"
          ? "Inside the artifact, which only 0.1 allows; still read."
          : undefined,
    },
  ],
  [
    DecodeIssue.OddFlag,
    {
      kind: "mapped",
      note: "A flag that is not a boolean.",
      annotate: ({ key, value }) =>
        FLAGS.includes(String(key)) && typeof value !== "boolean" && value !== null
          ? `Not a boolean: read as ${value === "true" || value === 1}.`
          : undefined,
    },
  ],
  [
    DecodeIssue.OddPart,
    { kind: "irregular", note: "Not a valid part.", annotate: describeOddPart },
  ],
  [
    DecodeIssue.StringStatus,
    {
      kind: "mapped",
      note: "A status that is a bare string.",
      annotate: ({ key, value }) =>
        key === "status" && typeof value === "string"
          ? "A bare string: read as the state."
          : undefined,
    },
  ],
  [
    DecodeIssue.WrongType,
    { kind: "irregular", note: "A field of the wrong type.", annotate: describeWrongType },
  ],
  [
    DecodeIssue.LogWrapper,
    {
      kind: "inferred",
      note: "A log collector's object that contains the event.",
      annotate: ({ path, key }) =>
        path.length === 1 && COLLECTORS.includes(String(key))
          ? "Read as the event inside a log collector's object."
          : undefined,
    },
  ],
  [DecodeIssue.Batch, createRootAnnotator("A batch: each member is a separate event.")],
  [
    DecodeIssue.DoubleEnvelope,
    {
      kind: "irregular",
      note: "An envelope inside an envelope.",
      annotate: ({ key, value }) =>
        key === "result" &&
        isObject(value) &&
        (value.jsonrpc !== undefined || value.result !== undefined)
          ? "An envelope inside an envelope: the inner one is read."
          : undefined,
    },
  ],
  [DecodeIssue.ErrorEvent, createRootAnnotator("Sent as event: error.")],
  [DecodeIssue.Unclassified, createRootAnnotator("Nothing identifies it as an A2A object.")],
  [
    DecodeIssue.Unterminated,
    createRootAnnotator("Cut off by the end of the body: the SSE standard would drop it."),
  ],
  [DecodeIssue.Stray, createRootAnnotator("Not a frame in this body's format.")],
  [
    DecodeIssue.InvalidUtf8,
    createRootAnnotator("Contains bytes that are not UTF-8, shown as \uFFFD."),
  ],
  [DecodeIssue.Separator, createRootAnnotator("A record separator (U+001E) precedes the JSON.")],
  [
    DecodeIssue.UnknownField,
    createRootAnnotator("Has fields that this version does not define, shown by number."),
  ],
  [
    DecodeIssue.BrokenMessage,
    createRootAnnotator("Malformed from some byte on: read up to there."),
  ],
  [DecodeIssue.Compressed, createRootAnnotator("Compressed: not read.")],
  [DecodeIssue.Done, createRootAnnotator("An end marker from other protocols.")],
];

const EVIDENCE_ANNOTATORS: readonly (readonly [bit: number, reader: Annotator])[] = [
  [
    VersionEvidence.PartType | VersionEvidence.BlogType,
    {
      kind: "mapped",
      note: "type is read as kind.",
      annotate: ({ key, value }) =>
        key === "type" && typeof value === "string" ? "type: read as the later kind." : undefined,
    },
  ],
  [
    VersionEvidence.Session,
    {
      kind: "mapped",
      note: "sessionId is read as contextId.",
      annotate: ({ key }) => (key === "sessionId" ? "The 0.1 name: read as contextId." : undefined),
    },
  ],
  [
    VersionEvidence.IdAsTaskId,
    {
      kind: "mapped",
      note: "id is read as taskId.",
      annotate: ({ key, owner }) =>
        key === "id" && isObject(owner) && owner.jsonrpc === undefined && owner.taskId === undefined
          ? "The 0.1 name: read as taskId."
          : undefined,
    },
  ],
];

const KNOWN_NAMES: ReadonlySet<string> = new Set([
  "statusUpdate",
  "artifactUpdate",
  "artifactId",
  "taskId",
  "contextId",
  "messageId",
  "lastChunk",
  "referenceTaskIds",
  "fileWithBytes",
  "fileWithUri",
  "mimeType",
  "mediaType",
]);
