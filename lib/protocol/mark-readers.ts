/** For every bit that a decoder notes: where in the frame it shows, and what Loupe made of it. */

import { isObject } from "./json.ts";
import {
  enumNumber,
  oddPart,
  oddRole,
  type Place,
  type Reader,
  spelledState,
  unknownState,
  wrongType,
} from "./mark-places.ts";
import { Evidence, Irregular } from "./notes.ts";

const WRAPPERS = ["statusUpdate", "status_update", "artifactUpdate", "artifact_update", "task"];
const COLLECTORS = ["data", "payload", "body", "message", "msg", "log", "event", "line", "root"];
const FLAGS = ["append", "lastChunk", "last_chunk"];

const atRoot = ({ path }: Place, note: string) => (path.length === 0 ? note : undefined);
const ifKey = ({ key }: Place, keys: readonly string[], note: string) =>
  keys.includes(String(key)) ? note : undefined;
const camel = (name: string) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function root(note: string): Reader {
  return { kind: "irregular", note, at: (place) => atRoot(place, note) };
}

function keyed(note: string, keys: readonly string[]): Reader {
  return { kind: "irregular", note, at: (place) => ifKey(place, keys, note) };
}

export const IRREGULAR_READERS: readonly (readonly [bit: number, reader: Reader])[] = [
  [Irregular.NotJson, root("Not JSON, or cut off: shown as the text it is.")],
  [Irregular.DoubleEncoded, root("A JSON string that holds JSON: read as what it holds.")],
  [Irregular.NoJsonRpc, root('Lacks jsonrpc: "2.0"; read as a JSON-RPC answer all the same.')],
  [Irregular.BadJsonRpc, keyed('Not "2.0"; read as a JSON-RPC answer all the same.', ["jsonrpc"])],
  [Irregular.ResultAndError, keyed("Both result and error: both are shown.", ["result", "error"])],
  [
    Irregular.WrongId,
    {
      kind: "irregular",
      note: "Not the id of the request that this answers.",
      at: ({ path }) =>
        path.length === 1 && path[0] === "id"
          ? "Not the id of the request that this answers."
          : undefined,
    },
  ],
  [
    Irregular.SnakeCase,
    {
      kind: "mapped",
      note: "Field names in snake_case.",
      at: ({ key }) =>
        typeof key === "string" && /^[a-z]+(?:_[a-z]+)+$/.test(key) && KNOWN_NAMES.has(camel(key))
          ? `snake_case: read as ${camel(key)}.`
          : undefined,
    },
  ],
  [Irregular.Shorthand, keyed("Shorthand: stands on the event itself.", ["text", "name", "state"])],
  [
    Irregular.StateSpelling,
    { kind: "mapped", note: "A state spelled otherwise.", at: spelledState },
  ],
  [
    Irregular.UnknownState,
    { kind: "irregular", note: "No version has this state.", at: unknownState },
  ],
  [Irregular.EnumNumber, { kind: "mapped", note: "An enum as a number.", at: enumNumber }],
  [Irregular.Role, { kind: "irregular", note: "No version has this role.", at: oddRole }],
  [
    Irregular.SeveralWrappers,
    keyed("One of several payloads in one event.", [...WRAPPERS, "message"]),
  ],
  [
    Irregular.FlagsInside,
    {
      kind: "irregular",
      note: "Flags inside the artifact.",
      at: ({ path, key }) =>
        FLAGS.includes(String(key)) && path[path.length - 2] === "artifact"
          ? "Inside the artifact, where only 0.1 has it; read all the same."
          : undefined,
    },
  ],
  [
    Irregular.OddFlag,
    {
      kind: "mapped",
      note: "A flag that is no boolean.",
      at: ({ key, value }) =>
        FLAGS.includes(String(key)) && typeof value !== "boolean" && value !== null
          ? `Not a boolean: read as ${value === "true" || value === 1}.`
          : undefined,
    },
  ],
  [Irregular.OddPart, { kind: "irregular", note: "A part that is none.", at: oddPart }],
  [
    Irregular.StringStatus,
    {
      kind: "mapped",
      note: "A status that is a bare string.",
      at: ({ key, value }) =>
        key === "status" && typeof value === "string"
          ? "A bare string: read as its state."
          : undefined,
    },
  ],
  [Irregular.WrongType, { kind: "irregular", note: "A field of the wrong type.", at: wrongType }],
  [
    Irregular.LogWrapper,
    {
      kind: "inferred",
      note: "A log collector's object around the event.",
      at: ({ path, key }) =>
        path.length === 1 && COLLECTORS.includes(String(key))
          ? "Taken as the event: around it is a log collector's object."
          : undefined,
    },
  ],
  [Irregular.Batch, root("A batch: each member is an event of its own.")],
  [
    Irregular.DoubleEnvelope,
    {
      kind: "irregular",
      note: "An envelope in an envelope.",
      at: ({ key, value }) =>
        key === "result" &&
        isObject(value) &&
        (value.jsonrpc !== undefined || value.result !== undefined)
          ? "An envelope in an envelope: read as what is inside."
          : undefined,
    },
  ],
  [Irregular.ErrorEvent, root("Sent under event: error.")],
  [Irregular.Unclassified, root("Nothing in it says which A2A object it is.")],
  [Irregular.Unterminated, root("Cut off by the end of the body: the SSE standard would drop it.")],
  [Irregular.Stray, root("Not a frame of this body's framing.")],
  [Irregular.InvalidUtf8, root("Holds bytes that are not UTF-8, shown as \uFFFD.")],
  [Irregular.Separator, root("A record separator (U+001E) stands before the JSON.")],
  [Irregular.UnknownField, root("Has fields that this version does not have, by their numbers.")],
  [
    Irregular.BrokenMessage,
    root("Its bytes make no sense from some place on: read as far as they do."),
  ],
  [Irregular.Compressed, root("Compressed, and not read.")],
  [Irregular.Done, root("An end marker of other protocols.")],
];

export const MAPPED_READERS: readonly (readonly [bit: number, reader: Reader])[] = [
  [
    Evidence.PartType | Evidence.BlogType,
    {
      kind: "mapped",
      note: "type is read as kind.",
      at: ({ key, value }) =>
        key === "type" && typeof value === "string" ? "type: read as the later kind." : undefined,
    },
  ],
  [
    Evidence.Session,
    {
      kind: "mapped",
      note: "sessionId is read as contextId.",
      at: ({ key }) => (key === "sessionId" ? "The 0.1 name: read as contextId." : undefined),
    },
  ],
  [
    Evidence.IdAsTaskId,
    {
      kind: "mapped",
      note: "id is read as taskId.",
      at: ({ key, owner }) =>
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
