import { describe, expect, test } from "vitest";
import { createFormReply, type Form, readForm } from "./form.ts";

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
const form: Form = {
  convention: "caipe",
  key: "",
  id: null,
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

  test("is read from text that contains one", () => {
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
        { name: "extra", options: [{ value: "water", label: "Water" }], value: { water: false } },
      ],
    });
  });

  test.each([null, 5, [], {}, { fields: "all" }, { input_fields: null }])(
    "is none in %j",
    (value) => expect(readForm(value)).toBeNull(),
  );

  test("names unnamed fields, and drops invalid ones", () => {
    expect(readForm({ fields: [null, {}, "x"] })?.fields.map(({ name }) => name)).toEqual([
      "field 1",
    ]);
  });
});

const filled = (values: Readonly<Record<string, unknown>>) => new Map(Object.entries(values));

describe("a reply", () => {
  test("is sent as lines, and as the data that resumes the task", () => {
    const values = { summary: "It is\nbroken", priority: ["low", "high"], other: "no field" };
    const args = { summary: "It is\nbroken", priority: ["low", "high"] };
    const edited_action = { name: "CAIPEAgentResponse", args };
    const decision = { type: "edit", action_name: "CAIPEAgentResponse", edited_action };
    expect(createFormReply(form, filled(values))).toEqual({
      parts: [
        { kind: "text", text: "summary: It is broken\npriority: low, high" },
        { kind: "data", data: { resume: { decisions: [decision] } } },
      ],
      metadata: {},
      extensions: [],
      secrets: [],
    });
  });

  test("omits empty fields, and is never empty itself", () => {
    const { parts } = createFormReply(form, filled({ summary: "" }));
    expect(parts[0]).toEqual({ kind: "text", text: "Nothing filled in" });
  });

  test("to the extension is sent under its URI, each value with its type", () => {
    const uri = "https://a2a-extensions.adk.kagenti.dev/ui/form_request/v1";
    const fields = [
      { id: "kind", type: "singleselect", options: [{ id: "sail", label: "Sail" }] },
      { id: "day", type: "date" },
      { id: "extra", type: "checkbox_group", fields: [{ id: "water", default_value: true }] },
    ];
    const asked = readForm({ title: "Your boat", fields }, uri);
    if (!asked) throw new Error("no form");
    expect(createFormReply(asked, filled({ kind: "sail" }))).toEqual({
      parts: [{ kind: "text", text: "Your boat" }],
      metadata: {
        [uri]: {
          values: {
            kind: { type: "singleselect", value: "sail" },
            extra: { type: "checkbox_group", value: { water: true } },
          },
        },
      },
      extensions: [uri],
      secrets: [],
    });
    expect(readForm({ values: {} }, uri)).toBeNull();
  });

  test("to an ADK workflow is the response to its call", () => {
    const asked = readForm({
      id: "adk-7",
      name: "adk_request_input",
      args: {
        message: "How long?",
        responseSchema: {
          properties: { nights: { type: "integer", default: 1 }, pier: { enum: ["a", "b"] } },
          required: ["nights"],
        },
      },
    });
    if (!asked) throw new Error("no form");
    expect(asked).toMatchObject({
      title: "How long?",
      fields: [
        { name: "nights", type: "integer", required: true, value: 1 },
        { name: "pier", options: [{ value: "a" }, { value: "b" }] },
      ],
    });
    expect(createFormReply(asked, filled({ pier: "b" })).parts).toEqual([
      {
        kind: "data",
        data: { id: "adk-7", name: "adk_request_input", response: { nights: 1, pier: "b" } },
        metadata: { adk_type: "function_response" },
      },
    ]);
  });
});
