/**
 * Evaluates the assertions of ACTS on a response.
 *
 * A key of a map is either an operator or the name of a member of the response, and the syntax is the
 * same for both: it is an operator if it has the name of one and a value that fits it.
 */

import { isSameJson } from "../../json/json-stringify.ts";
import { isArray, isObject } from "../../protocol/json.ts";
import type { NamedAssertion, Quantifier } from "./document.ts";
import { readPath, readPaths } from "./paths.ts";

export interface ActsFailure {
  readonly message: string;
  /** Where in the response: `task.status.state`. */
  readonly path: string | null;
  readonly expected?: string;
  readonly actual?: string;
  /** The value is masked in recordings, so that it cannot be compared. */
  readonly isMasked?: true;
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  array: isArray,
  object: isObject,
  null: (value) => value === null,
};

interface Operator {
  /** Whether the value of the key fits it. */
  accepts(operand: unknown): boolean;
  /** `actual` is `undefined` where the response has no such member. */
  holds(actual: unknown, operand: never): boolean;
}

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";
const isFlag = (value: unknown) => typeof value === "boolean";

const compareNumbers = (compare: (actual: number, operand: number) => boolean): Operator => ({
  accepts: isNumber,
  holds: (actual, operand: number) => typeof actual === "number" && compare(actual, operand),
});
const compareLength = (compare: (length: number, operand: number) => boolean): Operator => ({
  accepts: isNumber,
  holds: (actual, operand: number) => isArray(actual) && compare(actual.length, operand),
});
const testText = (test: (actual: string, operand: string) => boolean): Operator => ({
  accepts: isText,
  holds: (actual, operand: string) => typeof actual === "string" && test(actual, operand),
});

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  [
    "type",
    {
      accepts: (operand) => typeof operand === "string" && Object.hasOwn(TYPES, operand),
      holds: (actual, operand: string) => TYPES[operand]?.(actual) === true,
    },
  ],
  [
    "exists",
    {
      accepts: isFlag,
      holds: (actual, operand: boolean) => (actual !== undefined) === operand,
    },
  ],
  [
    "absent",
    {
      accepts: isFlag,
      holds: (actual, operand: boolean) => (actual === undefined) === operand,
    },
  ],
  [
    "contains",
    {
      accepts: isText,
      holds: (actual, operand: string) =>
        (typeof actual === "string" || isArray(actual)) && actual.includes(operand),
    },
  ],
  ["matches", testText((actual, operand) => new RegExp(operand, "u").test(actual))],
  ["starts_with", testText((actual, operand) => actual.startsWith(operand))],
  ["ends_with", testText((actual, operand) => actual.endsWith(operand))],
  ["gt", compareNumbers((actual, operand) => actual > operand)],
  ["gte", compareNumbers((actual, operand) => actual >= operand)],
  ["lt", compareNumbers((actual, operand) => actual < operand)],
  ["lte", compareNumbers((actual, operand) => actual <= operand)],
  ["count", compareLength((length, operand) => length === operand)],
  ["count_gte", compareLength((length, operand) => length >= operand)],
  ["count_lte", compareLength((length, operand) => length <= operand)],
  [
    "one_of",
    {
      accepts: isArray,
      holds: (actual, operand: readonly unknown[]) =>
        operand.some((one) => evaluateAssertion(one, actual) === null),
    },
  ],
  [
    "any_of",
    {
      accepts: isArray,
      holds: (actual, operand: readonly unknown[]) =>
        operand.some((one) => evaluateAssertion(one, actual) === null),
    },
  ],
  [
    "not",
    {
      accepts: (operand) => operand !== undefined,
      holds: (actual, operand: unknown) => evaluateAssertion(operand, actual) !== null,
    },
  ],
]);

const show = (value: unknown): string =>
  value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value);

const isMasked = (value: unknown) => typeof value === "string" && value.includes("‹masked ");

function fail(path: string, expected: unknown, actual: unknown, what = "is"): ActsFailure {
  return {
    message: `${path || "The response"} ${what} ${show(actual)}, not ${show(expected)}.`,
    path: path || null,
    expected: show(expected),
    actual: show(actual),
    ...(isMasked(actual) && { isMasked: true }),
  };
}

const join = (path: string, step: string) =>
  path === "" ? step : step.startsWith("[") ? `${path}${step}` : `${path}.${step}`;

/** The first assertion that does not hold; `null` if all do. */
export function evaluateAssertion(
  assertion: unknown,
  actual: unknown,
  path = "",
): ActsFailure | null {
  if (isArray(assertion)) return evaluateItems(assertion, actual, path);
  if (!isObject(assertion)) {
    return actual !== undefined && isSameJson(actual, assertion)
      ? null
      : fail(path, assertion, actual);
  }
  for (const [key, operand] of Object.entries(assertion)) {
    const failure = evaluateKey(key, operand, actual, path);
    if (failure) return failure;
  }
  return null;
}

function evaluateKey(
  key: string,
  operand: unknown,
  actual: unknown,
  path: string,
): ActsFailure | null {
  if (key === "all_of" && isArray(operand)) {
    return findFirst(operand, (one) => evaluateAssertion(one, actual, path));
  }
  if (key === "items" && isArray(operand)) return evaluateItems(operand, actual, path);
  if (key === "items" && isObject(operand)) {
    if (!isArray(actual)) return fail(path, "a list", actual);
    return findFirst(actual, (item, i) => evaluateAssertion(operand, item, join(path, `[${i}]`)));
  }
  const operator = OPERATORS.get(key);
  if (operator?.accepts(operand)) {
    return operator.holds(actual, operand as never) ? null : fail(path, { [key]: operand }, actual);
  }
  const member = isObject(actual) && Object.hasOwn(actual, key) ? actual[key] : undefined;
  return evaluateAssertion(operand, member, join(path, key));
}

/** Asserts on the elements of a list by their position. */
function evaluateItems(
  assertions: readonly unknown[],
  actual: unknown,
  path: string,
): ActsFailure | null {
  if (!isArray(actual)) return fail(path, "a list", actual);
  return findFirst(assertions, (one, i) => evaluateAssertion(one, actual[i], join(path, `[${i}]`)));
}

export function findFirst<T>(
  items: readonly T[],
  evaluate: (item: T, index: number) => ActsFailure | null,
): ActsFailure | null {
  for (const [index, item] of items.entries()) {
    const failure = evaluate(item, index);
    if (failure) return failure;
  }
  return null;
}

/** Evaluates an assertion on what an earlier step got; `source` is that response. */
export function evaluateNamed(
  assertion: Omit<NamedAssertion, "source">,
  source: unknown,
): ActsFailure | null {
  const { path = "", match } = assertion;
  const root = path === "" ? source : readPath(source, path);
  if (match !== undefined) return evaluateAssertion(match, root, path);
  for (const quantifier of ["any", "all", "none"] as const) {
    const collection = assertion[quantifier];
    if (collection) return evaluateQuantified(quantifier, collection, root);
  }
  return null;
}

function evaluateQuantified(
  quantifier: Quantifier,
  { path, match }: { readonly path: string; readonly match: Readonly<Record<string, unknown>> },
  root: unknown,
): ActsFailure | null {
  const found = readPaths(root, path);
  const failures = found.map(({ at, value }) => evaluateAssertion(match, value, at));
  if (quantifier === "all" && found.length > 0) return findFirst(failures, (failure) => failure);
  const holding = failures.filter((failure) => failure === null).length;
  if (quantifier === "none") {
    return holding === 0 ? null : fail(path, "no such element", `${holding} of them`, "has");
  }
  // An assertion that read nothing did not hold.
  return quantifier === "any" && holding > 0
    ? null
    : fail(path, match, found.length === 0 ? undefined : found.map(({ value }) => value));
}
