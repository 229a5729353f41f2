/**
 * Decoder findings as bits, so that a million events can each carry them, and the readers of fields
 * that add some.
 *
 * `VersionEvidence` indicates a version or dialect; `DecodeIssue` marks what no version allows.
 */

export const VersionEvidence = {
  /** `statusUpdate`, `artifactUpdate`, `task`, `message` as the key around the payload. */
  Wrapper: 1 << 0,
  /** `kind` on the event. */
  Kind: 1 << 1,
  /** `TASK_STATE_…`. */
  ProtoState: 1 << 2,
  /** `input-required` and the like: lower case. */
  KebabState: 1 << 3,
  /** `kind` in a part. */
  PartKind: 1 << 4,
  /** `final` on a status update. */
  Final: 1 << 5,
  /**
   * ProtoJSON of 0.3: `content`, `file.fileWithUri`, `TASK_STATE_CANCELLED`, `data.data`, or
   * `final` inside a wrapper key.
   */
  Rest03: 1 << 6,
  /** `type` in a part. */
  PartType: 1 << 7,
  /** `sessionId`. */
  Session: 1 << 8,
  /** `index` in an artifact, or `append` inside it. */
  ArtifactIndex: 1 << 9,
  /** `artifactId`. */
  ArtifactId: 1 << 10,
  /** `type: taskStatusUpdate` around a bare event. */
  BlogType: 1 << 11,
  /** `ROLE_USER`, `ROLE_AGENT`. */
  ProtoRole: 1 << 12,
  /** `generation`, from the 1.1 draft. */
  Generation: 1 << 13,
  /** `id` where later versions have `taskId`. */
  IdAsTaskId: 1 << 14,
  /** A part whose kind follows from its members alone. */
  BarePart: 1 << 15,
  /** A numeric enum, as ProtoJSON readers accept. */
  EnumNumber: 1 << 16,
  /** A JSON-RPC envelope. */
  Rpc: 1 << 17,
  /** `kind` or kebab states inside wrapper keys: 0.3 REST read literally. */
  RestLiteral: 1 << 18,
  /** Parts unlike the ProtoJSON of 0.3: `raw`, `url`, `mediaType`, or `parts` beside a `ROLE_…`. */
  Part1: 1 << 19,
  /** A push configuration with task id and URL at the same level. */
  PushFlat: 1 << 20,
  /** A push configuration inside an object with the task id. */
  PushNested: 1 << 21,
} as const;

export const DecodeIssue = {
  /** Not JSON, or cut off. */
  NotJson: 1 << 0,
  /** A JSON string that contains JSON. */
  DoubleEncoded: 1 << 1,
  /** A result without `jsonrpc`. */
  NoJsonRpc: 1 << 2,
  /** Both `result` and `error`. */
  ResultAndError: 1 << 3,
  /** The envelope's id is not the request's. */
  WrongId: 1 << 4,
  /** snake_case field names. */
  SnakeCase: 1 << 5,
  /** Documentation shorthand: `name` and `text` directly on the event. */
  Shorthand: 1 << 6,
  /** A state in a spelling of another version or of no version. */
  StateSpelling: 1 << 7,
  /** A state that no version has. */
  UnknownState: 1 << 8,
  /** An enum as a number. */
  EnumNumber: 1 << 9,
  /** A role that no version has. */
  Role: 1 << 10,
  /** Several wrapper keys in one event. */
  SeveralWrappers: 1 << 11,
  /** `append` or `lastChunk` inside the artifact; 0.2 and later have them outside. */
  FlagsInside: 1 << 12,
  /** `append` or `lastChunk` that is not a boolean. */
  OddFlag: 1 << 13,
  /** An invalid part, or one with several contents. */
  OddPart: 1 << 14,
  /** A status that is a bare string. */
  StringStatus: 1 << 15,
  /** A field of the wrong type. */
  WrongType: 1 << 16,
  /** Unwrapped from a log collector's object. */
  LogWrapper: 1 << 17,
  /** A JSON-RPC batch. */
  Batch: 1 << 18,
  /** An envelope inside an envelope. */
  DoubleEnvelope: 1 << 19,
  /** Sent as `event: error`. */
  ErrorEvent: 1 << 20,
  /** Nothing in the frame indicates its kind. */
  Unclassified: 1 << 21,
  /** Cut off by the end of the body. */
  Unterminated: 1 << 22,
  /** Text that is not a frame in this body's format. */
  Stray: 1 << 23,
  /** Bytes that are not UTF-8. */
  InvalidUtf8: 1 << 24,
  /** `[DONE]`, as in other protocols. */
  Done: 1 << 25,
  /** A record separator before the JSON. */
  Separator: 1 << 26,
  /** gRPC: a field that the message of this version does not have, or has with another type. */
  UnknownField: 1 << 27,
  /** gRPC: bytes that are not a complete message. */
  BrokenMessage: 1 << 28,
  /** gRPC: a compressed message. */
  Compressed: 1 << 29,
  /** A result with a `jsonrpc` other than "2.0". */
  BadJsonRpc: 1 << 30,
} as const;

/** Collects bits while one value is decoded. */
export interface DecodeFlags {
  evidence: number;
  decodeIssues: number;
}

/** Reads a field that should be a string: numbers become text; other types are flagged. */
export function readText(value: unknown, flags: DecodeFlags): string | null {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return null;
  flags.decodeIssues |= DecodeIssue.WrongType;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** Returns the value of a field in snake_case, and flags it if present. */
export function flagSnakeCase(value: unknown, flags: DecodeFlags): unknown {
  if (value !== undefined) flags.decodeIssues |= DecodeIssue.SnakeCase;
  return value;
}
