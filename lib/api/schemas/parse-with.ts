/**
 * Checks a value against a schema, and says in one sentence what is wrong with it.
 *
 * A message of a schema is what the member must be ("a non-empty string"); that of a refinement is a
 * sentence of its own.
 */

import * as z from "zod";

/** Returns what is wrong with the value if it does not match the schema. */
export function parseWith<T extends object>(schema: z.ZodType<T>, value: unknown): T | string {
  const { error, data } = schema.safeParse(value, { error: describeExpected });
  return error ? describeProblem(error) : data;
}

function describeProblem({ issues: [issue] }: z.ZodError): string {
  if (issue?.code === "custom") return issue.message;
  const path = z.core.toDotPath(issue?.path ?? []);
  if (issue?.code === "unrecognized_keys") {
    return `Unknown member "${issue.keys[0]}"${path === "" ? "" : ` in "${path}"`}.`;
  }
  return path === "" ? `This is not ${issue?.message}.` : `"${path}" must be ${issue?.message}.`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
  array: "a list",
  tuple: "a [name, value] pair",
  object: "a JSON object",
};

function describeExpected(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return TYPES[issue.expected] ?? issue.expected;
    case "invalid_value":
      return issue.values.map((value) => JSON.stringify(value)).join(" or ");
    case "invalid_union":
      return "a known kind";
    case "too_small":
      return describeBound(issue.origin, issue.inclusive ? "at least" : "more than", issue.minimum);
    case "too_big":
      return describeBound(issue.origin, "at most", issue.maximum);
    default:
      return undefined;
  }
}

function describeBound(origin: string, relation: string, bound: number | bigint): string {
  if (origin === "string") return `a string of ${relation} ${bound} characters`;
  if (origin === "array") return `a list of ${relation} ${bound}`;
  return `${TYPES[origin] ?? "a number"} of ${relation} ${bound}`;
}
