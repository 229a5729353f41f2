/**
 * Finds the refusals by which an agent contradicts its card: it offers an operation, an interface, a
 * media type, and answers that it has none.
 *
 * Guarantees: a refusal that may have another reason counts for nothing: a task that is over or
 * unknown, a version that the card does not state, credentials.
 */

import { trimUrl } from "../../protocol/card/card-coverage.ts";
import { getErrorName, getErrorNameByReason } from "../../protocol/error-names.ts";
import type { Operation, ProtocolError } from "../../protocol/model.ts";
import { METHODS } from "../../protocol/request.ts";
import type { Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { CardPromises } from "./card-tracker.ts";
import { isRestExchange } from "./lookups.ts";
import { findUnlistedType, getPartTypes } from "./media-types.ts";

export type RefusalRule =
  | "CAP-STREAM-REFUSED"
  | "CAP-PUSH-REFUSED"
  | "CAP-EXTENDED-REFUSED"
  | "CAP-INTERFACE"
  | "CAP-INPUT-MODE"
  | "EXT-REFUSED";

/** The operation does not exist: by JSON-RPC, by HTTP or by gRPC. */
const MISSING: ReadonlySet<string> = new Set(["MethodNotFound", "NoRoute", "Unimplemented"]);

/** HTTP statuses for a path or a method that is not served. */
const NO_ROUTE: ReadonlySet<number> = new Set([404, 405, 501]);

const UNIMPLEMENTED = 12;

/** What was refused, as the name of an error or of `MISSING`; `null` if it is none of these. */
function getRefusal(exchange: Exchange, error: ProtocolError | null, version: Version) {
  const { code = null, reason = null, layer } = error ?? {};
  const named = reason === null ? null : getErrorNameByReason(reason);
  if (named !== null) return named;
  if (layer === "grpc") return code === UNIMPLEMENTED ? "Unimplemented" : null;
  const known = code === null ? null : getErrorName(code, version);
  if (known !== null || layer === "json-rpc") return known;
  return NO_ROUTE.has(exchange.head?.record.status ?? 0) ? "NoRoute" : null;
}

/** The rule that a refused call breaks. `error` is `null` if only its HTTP status says so. */
export function findRefusalRule(
  exchange: Exchange,
  error: ProtocolError | null,
  card: CardPromises,
  version: Version,
  requested: readonly string[] | null,
): RefusalRule | null {
  const refusal = getRefusal(exchange, error, version);
  const operation = exchange.request?.operation ?? null;
  if (refusal === null || operation === null) return null;
  switch (refusal) {
    case "PushNotificationNotSupported":
      return card.push === true ? "CAP-PUSH-REFUSED" : null;
    case "ExtensionSupportRequired":
      return requested !== null && card.required.every((uri) => requested.includes(uri))
        ? "EXT-REFUSED"
        : null;
    case "ContentTypeNotSupported":
      return areTypesListed(exchange, card) ? "CAP-INPUT-MODE" : null;
    case "StreamingNotSupported":
    case "UnsupportedOperation":
      return findUnsupportedRule(exchange, operation, card);
    default:
      return MISSING.has(refusal) ? findMissingRule(exchange, operation, refusal, card) : null;
  }
}

/** A message to a task that is over, and the subscription to one, are unsupported too. */
function findUnsupportedRule(
  exchange: Exchange,
  operation: Operation,
  card: CardPromises,
): RefusalRule | null {
  if (operation === "stream")
    return card.streaming === true && isNewTask(exchange) ? "CAP-STREAM-REFUSED" : null;
  if (PUSH_BASICS.has(operation)) return card.push === true ? "CAP-PUSH-REFUSED" : null;
  if (operation === "extended-card") return card.extended === true ? "CAP-EXTENDED-REFUSED" : null;
  return null;
}

/** Operations of every version that has push notifications; the others came later. */
const PUSH_BASICS: ReadonlySet<Operation> = new Set<Operation>(["push-set", "push-get"]);

function findMissingRule(
  exchange: Exchange,
  operation: Operation,
  refusal: string,
  card: CardPromises,
): RefusalRule | null {
  // That a method of another version is missing is the client's fault.
  if (refusal === "MethodNotFound" && !isMethodOf(exchange, card)) return null;
  const isRoute = refusal === "NoRoute";
  // JSON-RPC has one path for all operations.
  if (isRoute && !isRestExchange(exchange)) return findInterfaceRule(exchange, operation, card);
  // A path with a task may be missing because the task is.
  const isUnclear = isRoute && exchange.head?.record.status === 404 && !isNewTask(exchange);
  if (isUnclear) return null;
  if (operation === "send") return findInterfaceRule(exchange, operation, card);
  if (operation === "stream") return card.streaming === true ? "CAP-STREAM-REFUSED" : null;
  if (operation === "subscribe" && refusal !== "Unimplemented")
    return card.streaming === true ? "CAP-STREAM-REFUSED" : null;
  return findUnsupportedRule(exchange, operation, card);
}

/** Whether the JSON-RPC method is one of a version that the card states. */
function isMethodOf({ request }: Exchange, { versions }: CardPromises): boolean {
  const having = METHODS.get(request?.method ?? "")?.versions ?? [];
  // 1.1 has the methods of 1.0.
  return [...versions].some((version) => having.includes(version === "1.1" ? "1.0" : version));
}

/** Whether the card names the address of the call, with its binding. */
function findInterfaceRule(
  exchange: Exchange,
  operation: Operation,
  { coverage }: CardPromises,
): RefusalRule | null {
  const url = trimUrl(exchange.open.record.url);
  const isSending = operation === "send" || operation === "stream";
  if (!isSending || !isNewTask(exchange)) return null;
  const isOffered = coverage.interfaces.some(({ binding, url: base }) => {
    if (exchange.body.isBinary) return binding === "grpc" && url.startsWith(`${base}/`);
    if (isRestExchange(exchange)) return binding === "rest" && url.startsWith(`${base}/`);
    return binding === "jsonrpc" && url === base;
  });
  return isOffered ? "CAP-INTERFACE" : null;
}

function isNewTask({ request }: Exchange): boolean {
  return request?.taskId === null && (request.message?.taskId ?? null) === null;
}

/** Whether the card lists the type of each part. The client's own accepted types may be the reason. */
function areTypesListed({ request, open }: Exchange, { inputModes }: CardPromises): boolean {
  const { body } = open.record;
  if (!request?.message || body === undefined || body.includes('"acceptedOutputModes"'))
    return false;
  const types = getPartTypes(request.message.parts);
  return types !== null && findUnlistedType(types, inputModes) === null && inputModes.length > 0;
}
