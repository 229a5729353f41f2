import { describe, expect, test } from "vitest";
import { answerOf, readForm } from "./form.ts";

const asked = {
  user_input: true,
  input_title: "Ticket",
  input_description: "What should it say?",
  input_fields: [
    { field_name: "summary", field_label: "Summary", field_type: "text", required: true },
    { field_name: "priority", field_type: "select", field_values: ["low", "high"] },
  ],
  response: "Details, please.",
};
const form = {
  title: "Ticket",
  description: "What should it say?",
  submitLabel: null,
  fields: [
    {
      name: "summary",
      label: "Summary",
      description: null,
      type: "text",
      required: true,
      options: [],
      value: null,
    },
    {
      name: "priority",
      label: "priority",
      description: null,
      type: "select",
      required: false,
      options: [
        { value: "low", label: "low" },
        { value: "high", label: "high" },
      ],
      value: null,
    },
  ],
};

describe("a form", () => {
  test("is read from a data part, and from its data", () => {
    expect(readForm({ kind: "data", data: asked })).toEqual(form);
    expect(readForm(asked)).toEqual(form);
  });

  test("is read from text that says one", () => {
    const fields = [
      { name: "branch", description: "Which one?", type: "select", options: ["main", "next"] },
    ];
    const value = { content: "Where to?", metadata: { user_input: true, input_fields: fields } };
    expect(readForm(`UserInputMetaData: ${JSON.stringify(value)}\n`)).toMatchObject({
      title: null,
      description: "Where to?",
      fields: [{ name: "branch", label: "branch", description: "Which one?", type: "select" }],
    });
    expect(readForm("UserInputMetaData: {cut off")).toBeNull();
    expect(readForm('Please: {"input_fields":[]}')).toBeNull();
  });

  test("of the form extension is read into the same model", () => {
    const request = {
      title: "Your boat",
      description: null,
      submit_label: "Go",
      fields: [
        {
          id: "kind",
          label: "Kind",
          required: true,
          type: "singleselect",
          options: [{ id: "sail", label: "Sail" }],
          default_value: "sail",
        },
        {
          id: "extra",
          label: "Extras",
          type: "checkbox_group",
          fields: [{ id: "water", label: "Water", type: "checkbox", default_value: false }],
        },
      ],
    };
    expect(readForm(request)).toMatchObject({
      title: "Your boat",
      submitLabel: "Go",
      fields: [
        { name: "kind", options: [{ value: "sail", label: "Sail" }], value: "sail" },
        { name: "extra", options: [{ value: "water", label: "Water" }] },
      ],
    });
  });

  test.each([null, 5, [], {}, { fields: "all" }, { input_fields: null }])(
    "is none in %j",
    (value) => expect(readForm(value)).toBeNull(),
  );

  test("names what has no name, and drops what is no field", () => {
    expect(readForm({ fields: [null, {}, "x"] })?.fields.map(({ name }) => name)).toEqual([
      "field 1",
    ]);
  });
});

describe("an answer", () => {
  test("is said as lines, and as the data that takes up the work", () => {
    const values = { summary: "It is\nbroken", priority: ["low", "high"], other: "no field" };
    expect(answerOf(form, values)).toEqual({
      text: "summary: It is broken\npriority: low, high",
      data: {
        resume: {
          decisions: [
            {
              type: "edit",
              action_name: "CAIPEAgentResponse",
              edited_action: {
                name: "CAIPEAgentResponse",
                args: { summary: "It is\nbroken", priority: ["low", "high"] },
              },
            },
          ],
        },
      },
    });
  });

  test("leaves out what was left empty", () => {
    expect(answerOf(form, { summary: "" }).text).toBe("");
  });
});
