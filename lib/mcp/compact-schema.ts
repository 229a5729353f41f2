/**
 * Compacts the schemas of tools to what is useful to a model: clients send them to it before the
 * first question.
 *
 * Guarantees: an input keeps every member, with its type, limits, default and description; an output
 * keeps every member that has a description, and so all that are untrusted. What tools take and
 * answer is checked with the whole schemas.
 */

import { z } from "zod";

/** A Zod schema that is listed in its compact form. */
export const createCompactSchema = <Schema extends z.ZodObject>(schema: Schema) => ({
  "~standard": {
    ...schema["~standard"],
    jsonSchema: {
      input: () => compactInput(z.toJSONSchema(schema, { io: "input" })),
      output: () => ({ type: "object", ...compactOutput(z.toJSONSchema(schema)) }),
    },
  },
});

type JsonSchema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The limits of every integer, and of every text that is not empty. */
const isNoise = (key: string, value: unknown) =>
  key === "$schema" ||
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER) ||
  (key === "minLength" && value === 1);

function compactInput(schema: JsonSchema): Record<string, unknown> {
  const kept = Object.entries(schema).filter(([key, value]) => !isNoise(key, value));
  const compact = Object.fromEntries(kept);
  if (isSchema(compact.items)) compact.items = compactInput(compact.items);
  if (isSchema(compact.properties)) {
    const members = Object.entries(compact.properties).map(([name, one]) => [
      name,
      isSchema(one) ? compactInput(one) : one,
    ]);
    compact.properties = Object.fromEntries(members);
  }
  return compact;
}

/** Descriptions and where they belong; `null` if there is none. Members that may be null look as if not. */
function compactOutput({ description, properties, items, anyOf }: JsonSchema): JsonSchema | null {
  const options = Array.isArray(anyOf) ? anyOf.filter(isSchema).map(compactOutput) : [];
  const members = Object.entries(isSchema(properties) ? properties : {}).flatMap(([name, one]) => {
    const compact = isSchema(one) ? compactOutput(one) : null;
    return compact ? [[name, compact] as const] : [];
  });
  const item = isSchema(items) ? compactOutput(items) : null;
  const compact = {
    ...options.find((one) => one !== null),
    ...(typeof description === "string" && { description }),
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(item && { items: item }),
  };
  return Object.keys(compact).length > 0 ? compact : null;
}
