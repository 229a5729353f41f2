/**
 * Secrets in the messages of a tapped exchange: members of requests, and of responses that are cards or
 * push configurations, whose names say that they are secret.
 */

import { parseJsonSource } from "../../json/json-source.ts";
import { decodeProtobuf } from "../../protocol/grpc/decode.ts";
import { parseGrpcCall } from "../../protocol/grpc/services.ts";
import { decodeStrict } from "../../text/utf8.ts";
import { GRPC_PREFIX_BYTES } from "../../wire/grpc-framer.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { HeaderList } from "../../wire/record.ts";
import type { AnswerMask } from "../masking/member-mask-stream.ts";
import { findMemberSecrets } from "../masking/member-secrets.ts";
import type { SecretMasker } from "../masking/secret-masker.ts";
import { isCardLookup, isExtendedCardCall } from "./card-calls.ts";
import { isPushCall } from "./push-addresses.ts";

interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly framing?: "grpc";
}

const GRPC_ANSWERS: ReadonlySet<string | null> = new Set([
  "extended-card",
  "push-get",
  "push-list",
  "push-set",
]);

/** Other content is read as JSON, as agents may send it under any type. */
const OTHER_TYPE = /^(?:text\/(?:event-stream|html)|image\/|audio\/|video\/)/i;

/** Masks the members of the response to a request; `null` if they are content of the agent. */
export function createAnswerMask(
  { method, url, framing }: SentRequest,
  body: Buffer,
  headers: HeaderList,
  masker: SecretMasker,
): AnswerMask | null {
  if (framing === "grpc") {
    const { operation, schema, response } = parseGrpcCall(url);
    if (!GRPC_ANSWERS.has(operation)) return null;
    return new GrpcSecretFinder((message) => {
      masker.addSecrets(findMemberSecrets(decodeProtobuf(schema, response, message).value));
    });
  }
  if (OTHER_TYPE.test(getHeaderValue(headers, "content-type") ?? "")) return null;
  const text = decodeStrict(body) ?? "";
  const isSecret =
    isCardLookup(method, url) ||
    isExtendedCardCall(text) ||
    isPushCall(/^\s*[{[]/.test(text) ? parseJsonSource(text).root : null, new URL(url).pathname);
  return isSecret ? masker.createMemberMask() : null;
}

/** The secrets in the messages of a gRPC request. */
export function findGrpcRequestSecrets(url: string, body: Buffer): string[] {
  const { schema, request } = parseGrpcCall(url);
  const secrets: string[] = [];
  const finder = new GrpcSecretFinder((message) => {
    secrets.push(...findMemberSecrets(decodeProtobuf(schema, request, message).value));
  });
  finder.push(body);
  return secrets;
}

/** Larger messages have files, and are passed on as they come. */
const MAX_MESSAGE_BYTES = 1 << 20;

/** Shows each message of a gRPC body before its bytes are passed on. */
class GrpcSecretFinder implements AnswerMask {
  readonly #onMessage: (message: Uint8Array) => void;
  #held: Buffer = Buffer.alloc(0);
  /** Bytes of a message that is too large. */
  #skipped = 0;

  constructor(onMessage: (message: Uint8Array) => void) {
    this.#onMessage = onMessage;
  }

  push(bytes: Buffer): Buffer {
    this.#held = Buffer.concat([this.#held, bytes]);
    let at = 0;
    for (;;) {
      const skipped = Math.min(this.#skipped, this.#held.length - at);
      at += skipped;
      this.#skipped -= skipped;
      if (this.#held.length - at < GRPC_PREFIX_BYTES) break;
      const length = this.#held.readUInt32BE(at + 1);
      const end = at + GRPC_PREFIX_BYTES + length;
      if (length > MAX_MESSAGE_BYTES) {
        this.#skipped = end - at;
        continue;
      }
      if (this.#held.length < end) break;
      if (this.#held[at] === 0) this.#onMessage(this.#held.subarray(at + GRPC_PREFIX_BYTES, end));
      at = end;
    }
    const passed = this.#held.subarray(0, at);
    this.#held = this.#held.subarray(at);
    return passed;
  }

  flush(): Buffer {
    const rest = this.#held;
    this.#held = Buffer.alloc(0);
    return rest;
  }
}
