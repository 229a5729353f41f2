import { describe, expect, test } from "vitest";
import type { FormField } from "../../lib/dialects/payloads/form.ts";
import {
  type FormValue,
  getFormInputKind,
  getInitialFormValue,
  toReplyValue,
} from "./form-view.tsx";

const options = [
  { value: "a", label: "A" },
  { value: "b", label: "B" },
];
const field = (type: string, more: Partial<FormField> = {}): FormField => ({
  name: "f",
  label: "F",
  description: null,
  type,
  required: false,
  options: [],
  value: null,
  ...more,
});

describe("a field", () => {
  test.each<[FormField, string, FormValue, unknown]>([
    [field("text", { value: "x" }), "text", "x", "x"],
    [field("text", { value: "one\ntwo" }), "area", "one\ntwo", "one\ntwo"],
    [field("text", { value: { a: 1 } }), "text", '{"a":1}', '{"a":1}'],
    [field("date", { value: "2026-03-01" }), "date", "2026-03-01", "2026-03-01"],
    [field("integer", { value: 3 }), "number", "3", 3],
    [field("number", { value: "many" }), "number", "many", undefined],
    [field("checkbox", { value: "yes" }), "check", false, false],
    [field("select", { options, value: "b" }), "one", "b", "b"],
    [field("singleselect", { options }), "one", "", undefined],
    [field("multiselect", { options, value: ["a"] }), "many", ["a"], ["a"]],
    [field("multiselect", { options, value: { a: 1 } }), "many", [], undefined],
    [
      field("checkbox_group", { options, value: { a: true, c: true } }),
      "group",
      { a: true, b: false },
      { a: true, b: false },
    ],
    [field("file", { value: "a.pdf" }), "file", [], undefined],
  ])("%j", (asked, input, filled, given) => {
    expect(getFormInputKind(asked)).toBe(input);
    expect(getInitialFormValue(asked)).toEqual(filled);
    expect(toReplyValue(asked)).toEqual(given);
  });
});
