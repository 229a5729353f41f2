/**
 * Detects the A2A version and binding of an exchange, with the reasons. Events do not state their
 * version, so the evidence is weighed, and it is shown to the user.
 */

import { VersionEvidence } from "./decode-flags.ts";
import { findGrpcVersion, getPackageName } from "./grpc/packages.ts";
import { METHODS } from "./request.ts";
import { isRest03Url } from "./rest-call.ts";

export type Version = "0.1" | "0.2" | "0.3" | "1.0" | "1.1" | "blog" | "unknown";
export type Binding = "jsonrpc" | "rest" | "grpc" | "unknown";

interface VersionSign {
  readonly bit: number;
  readonly weight: number;
  readonly versions: readonly Version[];
  readonly why: string;
  /** Evidence that cancels this sign. */
  readonly unless?: number;
}

const SIGNS: readonly VersionSign[] = [
  {
    bit: VersionEvidence.Wrapper,
    weight: 5,
    versions: ["1.0"],
    why: "a wrapper key around the event",
  },
  { bit: VersionEvidence.Kind, weight: 5, versions: ["0.2", "0.3"], why: "kind on the event" },
  {
    bit: VersionEvidence.ProtoState,
    weight: 3,
    versions: ["1.0"],
    why: "states spelled TASK_STATE_…",
  },
  { bit: VersionEvidence.ProtoRole, weight: 3, versions: ["1.0"], why: "roles spelled ROLE_…" },
  {
    bit: VersionEvidence.KebabState,
    weight: 1,
    versions: ["0.1", "0.2", "0.3"],
    why: "states in lower case",
  },
  { bit: VersionEvidence.PartKind, weight: 3, versions: ["0.2", "0.3"], why: "kind in parts" },
  {
    bit: VersionEvidence.Final,
    weight: 2,
    versions: ["0.1", "0.2", "0.3"],
    why: "final on a status update",
  },
  {
    bit: VersionEvidence.Rest03,
    // Outweighs everything that its stream has in common with 1.0.
    weight: 14,
    versions: ["0.3"],
    unless: VersionEvidence.Rpc,
    why: "ProtoJSON of 0.3 (content, msg, fileWithUri, data.data, CANCELLED or final)",
  },
  {
    bit: VersionEvidence.RestLiteral,
    weight: 6,
    versions: ["0.3"],
    unless: VersionEvidence.Rpc,
    why: "kind or lower-case states inside wrapper keys",
  },
  { bit: VersionEvidence.PartType, weight: 5, versions: ["0.1"], why: "type in parts" },
  { bit: VersionEvidence.Session, weight: 5, versions: ["0.1"], why: "sessionId" },
  {
    bit: VersionEvidence.ArtifactIndex,
    weight: 3,
    versions: ["0.1"],
    why: "index or append inside the artifact",
  },
  {
    bit: VersionEvidence.IdAsTaskId,
    weight: 3,
    versions: ["0.1"],
    why: "id where later versions say taskId",
  },
  {
    bit: VersionEvidence.BlogType,
    weight: 20,
    versions: ["blog"],
    why: "type: taskStatusUpdate on a bare event",
  },
  {
    bit: VersionEvidence.BarePart,
    weight: 2,
    versions: ["1.0"],
    why: "parts told apart by their members",
  },
  { bit: VersionEvidence.EnumNumber, weight: 2, versions: ["1.0"], why: "enums as numbers" },
  { bit: VersionEvidence.PushFlat, weight: 3, versions: ["1.0"], why: "a flat push configuration" },
  {
    bit: VersionEvidence.PushNested,
    weight: 3,
    versions: ["0.2", "0.3"],
    why: "a push configuration beside its task's id",
  },
  { bit: VersionEvidence.Generation, weight: 6, versions: ["1.1"], why: "generation" },
];

/** Ties are decided for the first version; 0.2 and 0.3 are identical on the wire. */
const ORDER: readonly Version[] = ["1.0", "0.3", "0.2", "0.1", "blog"];

export interface VersionInput {
  has(bit: number): boolean;
  readonly method: string | null;
  /** The `A2A-Version` header that the client sent. */
  readonly header: string | null;
  readonly url: string;
  /** `protocolVersion` of the agent's card, if available. */
  readonly card: string | null;
  /** Whether more events have `kind` than a wrapper key, for streams that mix them. */
  readonly mostlyKind: boolean;
}

export interface DetectedVersion {
  readonly version: Version;
  /** Whether 0.1 is equally likely, because the evidence so far fits both. */
  readonly mayBe01: boolean;
  readonly binding: Binding;
  readonly why: readonly string[];
}

export function detectVersion(evidence: VersionInput): DetectedVersion {
  const scores = new Map<Version, number>();
  const reasons: { text: string; versions: readonly Version[] }[] = [];
  const add = (versions: readonly Version[], weight: number, text: string) => {
    for (const version of versions) scores.set(version, (scores.get(version) ?? 0) + weight);
    reasons.push({ text, versions });
  };
  weighRequest(evidence, add);
  for (const { bit, unless, versions, weight, why } of SIGNS) {
    const isMoot = unless !== undefined && evidence.has(unless);
    if (evidence.has(bit) && !isMoot) add(versions, weight, why);
  }
  if (evidence.has(VersionEvidence.Wrapper) && evidence.has(VersionEvidence.Kind)) {
    add(evidence.mostlyKind ? ["0.2", "0.3"] : ["1.0"], 4, "most events of a mixed stream");
  }
  const version = pickBestVersion(scores);
  const why = reasons.filter(({ versions }) => versions.includes(version)).map(({ text }) => text);
  const mayBe01 = version === "0.3" && scores.get("0.1") === scores.get("0.3");
  return { version, mayBe01, binding: detectBinding(evidence), why };
}

type AddScore = (versions: readonly Version[], weight: number, why: string) => void;

function weighRequest({ method, header, url, card }: VersionInput, add: AddScore): void {
  const packageVersion = findGrpcVersion(url);
  // Both packages have the same method names.
  if (packageVersion)
    add([packageVersion], 20, `the package ${getPackageName(packageVersion)} in its path`);
  const byMethod = method === null || packageVersion ? undefined : METHODS.get(method);
  if (byMethod) add(byMethod.versions as readonly Version[], 10, `method ${method}`);
  const headerVersion = header === null ? null : parseVersion(header);
  if (headerVersion) add([headerVersion], 10, `A2A-Version: ${header}`);
  const cardVersion = card === null ? null : parseVersion(card);
  // A client that calls there without a version counts as 0.3, unless the card says otherwise.
  const isAssumed = !header && !cardVersion?.startsWith("1.");
  if (isRest03Url(url)) add(["0.3"], isAssumed ? 14 : 6, "the /v1 path of 0.3 REST");
  if (cardVersion) add([cardVersion], 2, `the agent card says ${card}`);
}

/** Parses `1.0`, `1.0.1`, `0.3.0` or `0.2.5` by the first two numbers. */
export function parseVersion(text: string): Version | null {
  const found = /^\s*(\d+)\.(\d+)/.exec(text);
  if (!found) return null;
  const version = `${found[1]}.${found[2]}`;
  return version === "1.1" || ORDER.includes(version as Version) ? (version as Version) : null;
}

/** Whether a header states version 1.0 or later. */
export function isVersion1Header(header: string | null): boolean {
  return header !== null && (parseVersion(header)?.startsWith("1.") ?? false);
}

function pickBestVersion(scores: ReadonlyMap<Version, number>): Version {
  let winner: Version = "unknown";
  let most = 0;
  for (const version of ORDER) {
    const score = scores.get(version) ?? 0;
    if (score > most) {
      winner = version;
      most = score;
    }
  }
  const is1 = winner === "1.0" || winner === "unknown";
  return is1 && scores.has("1.1") ? "1.1" : winner;
}

function detectBinding({ has, method, url }: VersionInput): Binding {
  if (findGrpcVersion(url)) return "grpc";
  if (has(VersionEvidence.Rpc) || (method !== null && METHODS.has(method))) return "jsonrpc";
  if (/\/(?:message:(?:send|stream)|tasks(?:\/|\?|$))/.test(url)) return "rest";
  return has(VersionEvidence.Wrapper) ? "rest" : "unknown";
}
