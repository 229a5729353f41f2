/** Judges a response by what a step of ACTS expects. */

import { getGrpcHttpStatus } from "../../protocol/grpc/status.ts";
import { isObject } from "../../protocol/json.ts";
import { getHeaderValue } from "../../wire/headers.ts";
import type { Response } from "../response.ts";
import { type ActsFailure, evaluateAssertion } from "./assertions.ts";
import { ACTS_ERROR_NAMES, ACTS_ERRORS, type ActsStep, type ExpectError } from "./document.ts";

/** What the assertions of a step start from: the result of an operation, or all of a raw response. */
export const getRoot = (step: ActsStep, response: Response): unknown =>
  step.raw ? response.value : response.result;

export function judgeResponse(
  step: ActsStep,
  response: Response,
  /** What `getRoot` returns, with what the recording masks. */
  root: unknown,
  /** Only what the response names is its error. */
  needsErrorName: boolean,
): ActsFailure | null {
  const { expect, expect_error: error } = step;
  if (response.status === null) {
    return { message: `There was ${response.describe()}.`, path: null };
  }
  if (error) {
    const failure = judgeError(error, response, needsErrorName);
    if (failure) return failure;
  }
  if (expect?.status !== undefined) {
    const failure = evaluateAssertion(expect.status, getStatus(response), "status");
    if (failure) return failure;
  }
  if (expect?.headers) {
    const failure = judgeHeaders(expect.headers, response);
    if (failure) return failure;
  }
  if (!expect?.body) return null;
  if (!step.raw && response.isError) {
    const actual = response.describe();
    return { message: `Answered with ${actual}.`, path: "body", expected: "a result", actual };
  }
  return evaluateAssertion(expect.body, root);
}

/** gRPC has no status of HTTP: it is the one that its own status stands for. */
const getStatus = ({ binding, grpcStatus, status }: Response): number | null =>
  binding === "grpc" && grpcStatus !== null ? getGrpcHttpStatus(grpcStatus) : status;

export function judgeHeaders(
  expected: Readonly<Record<string, unknown>>,
  { exchange: { head, open } }: Response,
): ActsFailure | null {
  const headers = (open.record.inbound ? open.record.headers : head?.record.headers) ?? [];
  for (const [name, assertion] of Object.entries(expected)) {
    const actual = getHeaderValue(headers, name.toLowerCase()) ?? undefined;
    const failure = evaluateAssertion(assertion, actual, `headers.${name}`);
    if (failure) return failure;
  }
  return null;
}

export function judgeError(
  { error_type: type, message, details, data }: ExpectError,
  response: Response,
  needsErrorName: boolean,
): ActsFailure | null {
  const { error } = response;
  if (!response.isError) {
    const actual = response.describe();
    return { message: `Answered with ${actual}.`, path: "error", expected: "an error", actual };
  }
  if (type !== undefined) {
    const names = listErrorTypes(response, needsErrorName);
    const isMet = names.some((name) => evaluateAssertion(type, name) === null);
    const actual = response.describe();
    if (!isMet) {
      const expected = typeof type === "string" ? type : JSON.stringify(type);
      const text = `Answered with ${actual}; expected ${expected}.`;
      return { message: text, path: "error.error_type", expected, actual };
    }
  }
  const members: [string, unknown, unknown][] = [
    ["message", message, error?.message || undefined],
    ["details", details, error?.data ?? undefined],
    ["data", data, error?.data ?? undefined],
  ];
  for (const [name, assertion, actual] of members) {
    if (assertion === undefined) continue;
    const root =
      name === "details" && isObject(assertion) ? findErrorInfo(assertion, actual) : actual;
    const failure = evaluateAssertion(assertion, root, `error.${name}`);
    if (failure) return failure;
  }
  return null;
}

/** Older files assert on the members of the ErrorInfo, later ones on the list that it is in. */
function findErrorInfo(assertion: object, details: unknown): unknown {
  if (!Array.isArray(details) || !("reason" in assertion || "domain" in assertion)) return details;
  return details.find((one) => isObject(one) && String(one["@type"]).includes("ErrorInfo"));
}

const listErrorTypes = (response: Response, needsErrorName: boolean): readonly string[] =>
  needsErrorName && response.errorName === null
    ? []
    : ACTS_ERROR_NAMES.filter((name) => response.hasError(ACTS_ERRORS[name]));
