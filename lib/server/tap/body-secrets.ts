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

const NO_BYTES = Buffer.alloc(0);

const GRPC_ANSWERS: ReadonlySet<string | null> = new Set([
  "extended-card",
  "push-get",
  "push-list",
  "push-set",
]);

/** The operations whose response has such members have small requests. */
const MAX_CALL_BYTES = 1 << 16;
const CALL_WORD = /push_?notification|extended/i;

/** Whether the response to a request is a card or has push configurations, and no other content. */
export function hasNamedSecrets({ method, url, framing }: SentRequest, body: Buffer): boolean {
  if (framing === "grpc") return GRPC_ANSWERS.has(parseGrpcCall(url).operation);
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  if (isCardLookup(method, path) || isPushCall(null, path)) return true;
  const text = body.length <= MAX_CALL_BYTES ? (decodeStrict(body) ?? "") : "";
  if (!CALL_WORD.test(text)) return false;
  return isExtendedCardCall(text) || isPushCall(parseJsonSource(text).root, path);
}

/** Other content is read as JSON, as agents may send it under any type. */
const OTHER_TYPE = /^(?:text\/(?:event-stream|html)|image\/|audio\/|video\/)/i;

/** Masks the members of such a response. */
export function createAnswerMask(
  { url, framing }: SentRequest,
  headers: HeaderList,
  masker: SecretMasker,
): AnswerMask | null {
  if (framing === "grpc") {
    const { schema, response } = parseGrpcCall(url);
    return new GrpcSecretFinder((message) => {
      masker.addSecrets(findMemberSecrets(decodeProtobuf(schema, response, message).value));
    });
  }
  const isOther = OTHER_TYPE.test(getHeaderValue(headers, "content-type") ?? "");
  return isOther ? null : masker.createMemberMask();
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
  #held: Buffer[] = [];
  #heldBytes = 0;
  /** So many bytes have to be held for the next step. */
  #wanted = GRPC_PREFIX_BYTES;
  /** Bytes of a message that is too large. */
  #skipped = 0;

  constructor(onMessage: (message: Uint8Array) => void) {
    this.#onMessage = onMessage;
  }

  push(bytes: Buffer): Buffer {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#skipped === 0 && this.#heldBytes < this.#wanted) return NO_BYTES;
    const all = this.flush();
    let at = 0;
    for (;;) {
      const skipped = Math.min(this.#skipped, all.length - at);
      at += skipped;
      this.#skipped -= skipped;
      this.#wanted = GRPC_PREFIX_BYTES;
      if (all.length - at < this.#wanted) break;
      this.#wanted += all.readUInt32BE(at + 1);
      if (this.#wanted > MAX_MESSAGE_BYTES) {
        this.#skipped = this.#wanted;
        continue;
      }
      const end = at + this.#wanted;
      if (all.length < end) break;
      if (all[at] === 0) this.#onMessage(all.subarray(at + GRPC_PREFIX_BYTES, end));
      at = end;
    }
    const rest = all.subarray(at);
    this.#held = [rest];
    this.#heldBytes = rest.length;
    return all.subarray(0, at);
  }

  flush(): Buffer {
    const rest = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return rest;
  }
}
