/** Paths into a response: `task.artifacts[0].id`, with `[*]` for every element; and conditions on them. */

import { isSameJson } from "../../json/json-stringify.ts";
import { isArray, isObject } from "../../protocol/json.ts";

/** Every value at the path, with where it is. None if the path leads nowhere. */
export function readPaths(
  root: unknown,
  path: string,
): readonly { readonly at: string; readonly value: unknown }[] {
  let found = [{ at: "", value: root }];
  for (const [, index, name] of path.matchAll(/\[(\*|\d+)\]|([^.[\]]+)/g)) {
    found = found.flatMap(({ at, value }) => {
      if (index === undefined) {
        const key = name ?? "";
        const isOwn = isObject(value) && Object.hasOwn(value, key);
        return isOwn ? [{ at: at === "" ? key : `${at}.${key}`, value: value[key] }] : [];
      }
      if (!isArray(value)) return [];
      const all = value.map((item: unknown, i) => ({ at: `${at}[${i}]`, value: item }));
      return index === "*" ? all : all.slice(Number(index), Number(index) + 1);
    });
  }
  return found;
}

/** The value at the path; `undefined` if it leads nowhere. */
export const readPath = (root: unknown, path: string): unknown => readPaths(root, path)[0]?.value;

const CONDITION = /^\s*([^\s=!]+)\s*(?:(==|!=)\s*(.+?)|in\s*\[(.*)\])\s*$/;

/** Whether a condition such as `status.state in [A, B]` holds; `null` if it is none. */
export function evaluateCondition(condition: string, root: unknown): boolean | null {
  const [, path, operator, operand, list] = CONDITION.exec(condition) ?? [];
  if (path === undefined) return null;
  const actual = readPath(root, path);
  const isEqual = (word: string) => isSameJson(actual ?? null, parseWord(word));
  if (list !== undefined) return list.split(",").some((word) => isEqual(word));
  return isEqual(operand ?? "") === (operator === "==");
}

/** JSON where it is JSON, otherwise the words themselves: states need no quotes. */
function parseWord(word: string): unknown {
  const text = word.trim();
  if (/^'.*'$/.test(text)) return text.slice(1, -1);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
