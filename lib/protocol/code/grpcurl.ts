/**
 * A call over gRPC as a grpcurl command for any POSIX shell. It says the same message; its bytes
 * are grpcurl's own. The schema, `a2a.proto` of that version, must lie beside: few agents tell theirs.
 */

import { readGrpcBody } from "../grpc/body.ts";
import { shellQuote, shellWord } from "./curl.ts";
import { type CodeRequest, Hidden } from "./hidden.ts";

export interface GrpcurlRequest extends CodeRequest {
  readonly bodyB64: string;
}

/** What grpcurl says of itself. */
const OWN: ReadonlySet<string> = new Set(["content-type", "te", "grpc-accept-encoding"]);

export function toGrpcurl(request: GrpcurlRequest, discloses = false): string {
  const { url, headers, bodyB64 } = request;
  const hidden = new Hidden(request, discloses);
  const word = (text: string) => shellWord(hidden.spell(text));
  const { protocol, hostname, port, pathname } = new URL(url);
  const isPlain = protocol === "http:";
  const place = `${hostname}:${port || (isPlain ? "80" : "443")}`;
  const said = headers.filter(([name]) => !OWN.has(name.toLowerCase()));
  const lines = [
    `grpcurl${isPlain ? " -plaintext" : ""} -proto a2a.proto`,
    ...said.map(([name, value]) => `-H ${word(`${name}: ${value}`)}`),
    `-d ${word(JSON.stringify(readGrpcBody(url, bodyB64)?.value ?? {}))}`,
    `${shellQuote(place)} ${shellQuote(pathname.slice(1))}`,
  ];
  return lines.join(" \\\n  ");
}
