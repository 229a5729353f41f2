/**
 * Formats a gRPC call as a grpcurl command for any POSIX shell. It sends the same message, but
 * grpcurl encodes the bytes. The `a2a.proto` of the version must be in the current folder, because
 * few agents support reflection.
 */

import { quoteForShell } from "../../text/quote-for-shell.ts";
import { readGrpcBody } from "../grpc/body.ts";
import { formatShellWord } from "./curl.ts";
import { SecretPlaceholders, type SnippetRequest } from "./secret-placeholders.ts";

interface GrpcurlRequest extends SnippetRequest {
  readonly bodyB64: string;
}

/** Headers that grpcurl sends itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(["content-type", "te", "grpc-accept-encoding"]);

export function toGrpcurl(request: GrpcurlRequest, discloses = false): string {
  const { url, headers, bodyB64 } = request;
  const hidden = new SecretPlaceholders(request, discloses);
  const word = (text: string) => formatShellWord(hidden.replaceSecrets(text));
  const { authority, method, isPlain } = parseGrpcUrl(url);
  const sentHeaders = headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  const lines = [
    `grpcurl${isPlain ? " -plaintext" : ""} -proto a2a.proto`,
    ...sentHeaders.map(([name, value]) => `-H ${word(`${name}: ${value}`)}`),
    `-d ${word(JSON.stringify(readGrpcBody(url, bodyB64)?.value ?? {}))}`,
    `${quoteForShell(authority)} ${quoteForShell(method)}`,
  ];
  return lines.join(" \\\n  ");
}

/** The URL in a log may be invalid; then it is used as is. */
function parseGrpcUrl(url: string): { authority: string; method: string; isPlain: boolean } {
  if (!URL.canParse(url)) return { authority: "", method: url, isPlain: false };
  const { protocol, hostname, port, pathname } = new URL(url);
  const isPlain = protocol === "http:";
  const authority = `${hostname}:${port || (isPlain ? "80" : "443")}`;
  return { authority, method: pathname.slice(1), isPlain };
}
