import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../../fixtures/event-builders.ts";
import { openFixtureLog } from "../../../fixtures/read-fixture.ts";

const HEAD = `
Resolved method descriptor:
rpc SendStreamingMessage ( .lf.a2a.v1.SendMessageRequest ) returns ( stream .lf.a2a.v1.StreamResponse ) {
  option (.google.api.http) = { post: "/message:stream" };
}

Request metadata to send:
a2a-version: 1.0
`;
const WORKING = `
Response headers received:
content-type: application/grpc

Estimated response size: 62 bytes

Response contents:
{
  "statusUpdate": {
    "taskId": "t1",
    "contextId": "c1",
    "status": { "state": "TASK_STATE_WORKING" }
  }
}
`;
const OVER = `
Response trailers received:
x-took: 12
Sent 1 request and received 1 response
`;
const ERROR = `ERROR:
  Code: NotFound
  Message: no task "t1", 100 % sure
  Details:
  1)	{"@type":"type.googleapis.com/google.rpc.ErrorInfo"}
`;

const opened = (...parts: string[]) => {
  const { records, skipped, importer } = openFixtureLog(Buffer.from(parts.join("")));
  return { records, skipped, importer, report: createLogReport(foldRecords(records)) };
};

describe("the output of grpcurl for a call", () => {
  test("is an exchange with its method, metadata and trailers", () => {
    const { records, importer, report, skipped } = opened(HEAD, WORKING, OVER);
    expect(importer).toBe("grpcurl");
    expect(records[0]).toMatchObject({
      r: "open",
      url: "/lf.a2a.v1.A2AService/SendStreamingMessage",
      headers: [["a2a-version", "1.0"]],
    });
    expect(records[1]).toMatchObject({
      r: "note",
      text: "Response metadata: content-type: application/grpc",
    });
    expect(records.at(-1)).toMatchObject({
      cause: "complete",
      trailers: [
        ["x-took", "12"],
        ["grpc-status", "0"],
      ],
    });
    expect(report.tasks).toMatchObject([{ id: "t1", state: "working" }]);
    expect(report.exchanges).toMatchObject([{ version: "1.0" }]);
    expect(skipped).toEqual([]);
  });

  test("that failed has the status as its response", () => {
    const { report } = opened(
      HEAD,
      "\nResponse headers received:\n(empty)\n",
      OVER.replace("1 response", "0 responses"),
      ERROR,
    );
    expect(report.verdict.kind).toBe("rpc-error");
    expect(
      report.entries.some(
        ({ kind, title }) => kind === "error" && /not.?found|TaskNotFound|5/i.test(title),
      ),
    ).toBe(true);
  });

  test("that failed after messages keeps them, and notes the status", () => {
    const { records, report } = opened(HEAD, WORKING, OVER, ERROR);
    expect(report.tasks).toMatchObject([{ state: "working" }]);
    expect(records).toContainEqual(
      expect.objectContaining({
        r: "note",
        text: 'gRPC ended the call with NotFound: no task "t1", 100 % sure',
      }),
    );
  });

  test("repeated is several exchanges; truncated, it has no end", () => {
    const { records, report } = opened(HEAD, WORKING, OVER, HEAD, WORKING.slice(0, -20));
    expect(report.exchanges).toHaveLength(2);
    expect(records.filter(({ r }) => r === "end")).toMatchObject([
      { cause: "complete" },
      { cause: "unknown" },
    ]);
  });
});
