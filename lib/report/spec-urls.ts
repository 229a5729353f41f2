/** URLs of the specifications that rules refer to. */

const SPEC_URLS: readonly (readonly [pattern: RegExp, url: string])[] = [
  [/^(?:A2A )?1\.0\b/, "https://a2a-protocol.org/v1.0.0/specification/"],
  [/^(?:A2A )?1\.1\b/, "https://a2a-protocol.org/latest/specification/"],
  [/^(?:A2A )?0\.3\b/, "https://a2a-protocol.org/v0.3.0/specification/"],
  [/^(?:A2A )?0\.2\b/, "https://a2a-protocol.org/v0.2.5/specification/"],
  [/^JSON-RPC 2\.0/, "https://www.jsonrpc.org/specification"],
  [/^WHATWG SSE/, "https://html.spec.whatwg.org/multipage/server-sent-events.html"],
  [/^Protocol Buffers/, "https://protobuf.dev/programming-guides/encoding/"],
  [/^gRPC over HTTP\/2/, "https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md"],
];

/** `null` if no URL is known. */
export function getSpecUrl(spec: string): string | null {
  const [, rfc] = /^RFC (\d+)/.exec(spec) ?? [];
  if (rfc !== undefined) return `https://www.rfc-editor.org/rfc/rfc${rfc}`;
  return SPEC_URLS.find(([pattern]) => pattern.test(spec))?.[1] ?? null;
}
