import { expect, test } from "vitest";
import { z } from "zod";
import { OPERATIONS } from "../operations/operations.ts";
import { createCompactSchema } from "./compact-schema.ts";
import { createInputSchema, createOutputSchema } from "./tool-answer.ts";

/** The descriptions in a schema, with where they are. */
function listDescriptions(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const at = /^(?:properties|items|anyOf|\d+)$/.test(key) ? path : `${path}/${key}`;
    return key === "description" && typeof one === "string"
      ? [`${path}: ${one}`]
      : listDescriptions(one, at);
  });
}

test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  "%s keeps every description",
  (_, operation) => {
    const [input, output] = [createInputSchema(operation), createOutputSchema(operation)];
    for (const schema of [input, output] as z.ZodObject[]) {
      const { jsonSchema } = createCompactSchema(schema)["~standard"];
      expect(listDescriptions(jsonSchema.output()).sort()).toEqual(
        listDescriptions(z.toJSONSchema(schema)).sort(),
      );
    }
    const listed = createCompactSchema(input)["~standard"].jsonSchema.input();
    expect(listed).toMatchObject({ type: "object" });
    expect(Object.keys(listed.properties ?? {})).toEqual(Object.keys(input.shape));
  },
);
