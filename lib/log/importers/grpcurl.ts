/**
 * Imports the output of `grpcurl -v`: method, metadata in both directions, each message as JSON,
 * and the status.
 *
 *     grpcurl -v -d @ agent.example:443 lf.a2a.v1.A2AService/SendMessage < request.json > run.txt
 */

import type { HeaderList } from "../../wire/record.ts";
import type { Importer, ImportSink, ImportStream } from "../importer.ts";
import { SourceLines } from "../source-lines.ts";

export const grpcurl: Importer = {
  id: "grpcurl",
  label: "grpcurl output",
  sniff: (start) => /^\uFEFF?(?:\s*\n)?Resolved method descriptor:\s*$/m.test(start),
  start: (sink) => new GrpcurlImport(sink),
};

/** gRPC codes in numeric order. */
const GRPC_CODES =
  "OK Canceled Unknown InvalidArgument DeadlineExceeded NotFound AlreadyExists PermissionDenied ResourceExhausted FailedPrecondition Aborted OutOfRange Unimplemented Internal Unavailable DataLoss Unauthenticated".split(
    " ",
  );

const SECTIONS = {
  "Resolved method descriptor:": "method",
  "Request metadata to send:": "sent",
  "Response headers received:": "headers",
  "Response contents:": "contents",
  "Response trailers received:": "trailers",
  "ERROR:": "error",
} as const;
type Section = (typeof SECTIONS)[keyof typeof SECTIONS] | "rest";

const isHeading = (line: string): line is keyof typeof SECTIONS => line in SECTIONS;

/** One call, as far as it was read. */
class GrpcurlCall {
  path = "";
  readonly sent: [string, string][] = [];
  readonly headers: [string, string][] = [];
  readonly trailers: [string, string][] = [];
  error: { code: string; message: string } | null = null;
  isOpen = false;
  isOver = false;

  constructor(readonly x: string) {}
}

class GrpcurlImport implements ImportStream {
  readonly #sink: ImportSink;
  readonly #lines: SourceLines;
  #call: GrpcurlCall | null = null;
  #calls = 0;
  #section: Section = "rest";

  constructor(sink: ImportSink) {
    this.#sink = sink;
    this.#lines = new SourceLines(sink, (line) => this.#line(line));
  }

  push(bytes: Uint8Array): void {
    this.#lines.push(bytes);
  }

  end(): void {
    this.#lines.end();
    if (this.#call) this.#close(this.#call);
  }

  #line(text: string): void {
    const line = text.replace(/\r$/, "").replace(/^\uFEFF/, "");
    const call = this.#call;
    if (isHeading(line)) {
      this.#section = SECTIONS[line];
      if (this.#section === "method") this.#begin();
      return;
    }
    if (!call) return;
    const isOver = /^Sent \d+ requests? and received \d+ responses?$/.test(line);
    if (isOver || /^Estimated response size:/.test(line)) {
      this.#section = "rest";
      call.isOver ||= isOver;
      return;
    }
    this.#addDetail(call, line);
  }

  #begin(): void {
    if (this.#call) this.#close(this.#call);
    this.#call = new GrpcurlCall(`x${++this.#calls}`);
  }

  #addDetail(call: GrpcurlCall, line: string): void {
    switch (this.#section) {
      case "method": {
        const [, method, types = ""] = /^rpc (\w+) (.*)$/.exec(line) ?? [];
        const [, name] = /\.((?:lf\.)?a2a\.v1)\./.exec(types) ?? [];
        // Each package has only this service.
        if (method && name) call.path = `/${name}.A2AService/${method}`;
        return;
      }
      case "sent":
      case "headers":
      case "trailers": {
        const [, name, value] = /^([\w.-]+): (.*)$/.exec(line) ?? [];
        if (name && value !== undefined) call[this.#section].push([name, value]);
        return;
      }
      case "contents":
        this.#open(call, "json");
        return this.#sink.record({ r: "data", x: call.x, t: null, text: `${line}\n` });
      case "error":
        return this.#addError(call, line);
      case "rest":
        return;
    }
  }

  #addError(call: GrpcurlCall, line: string): void {
    const [, name, value = ""] = /^ {2}(Code|Message): (.*)$/.exec(line) ?? [];
    if (name === "Code") call.error = { code: value, message: "" };
    if (name === "Message" && call.error) call.error.message = value;
  }

  #open(call: GrpcurlCall, framing: "json" | "grpc"): void {
    if (call.isOpen) return;
    call.isOpen = true;
    const { x, path, sent } = call;
    this.#sink.record({ r: "open", x, t: null, method: "", url: path, headers: sent, framing });
    this.#note(call, "Response metadata", call.headers);
  }

  #close(call: GrpcurlCall): void {
    // Messages are JSON; without any, there is only the status.
    this.#open(call, "grpc");
    const { x, error, isOver } = call;
    const status = error ? toStatusHeaders(error) : isOver ? ([["grpc-status", "0"]] as const) : [];
    if (error)
      this.#sink.record({
        r: "note",
        t: null,
        text: `gRPC ended the call with ${error.code}: ${error.message}`,
        x,
      });
    const trailers: HeaderList = [...call.trailers, ...status];
    const cause = isOver || error ? "complete" : "unknown";
    this.#sink.record({ r: "end", x, t: null, cause, ...(trailers.length > 0 && { trailers }) });
  }

  #note({ x }: GrpcurlCall, what: string, headers: HeaderList): void {
    if (headers.length === 0) return;
    const text = `${what}: ${headers.map((pair) => pair.join(": ")).join("; ")}`;
    this.#sink.record({ r: "note", t: null, text, x });
  }
}

function toStatusHeaders({ code, message }: { code: string; message: string }): HeaderList {
  const number = GRPC_CODES.indexOf(code);
  return [
    ["grpc-status", String(number < 0 ? GRPC_CODES.indexOf("Unknown") : number)],
    ["grpc-message", encodeURIComponent(message)],
  ];
}
