/**
 * Variables of a test: what its file and the user define, and what its steps captured.
 *
 * Guarantee: the environment is not read. A file would otherwise send any secret of it to the agent.
 */

import { isArray, isObject } from "../../protocol/json.ts";

/** The step refers to a variable that nobody defined. */
export class UnknownVariableError extends Error {
  constructor(name: string) {
    super(`The variable ${name} is not defined: give it with --variable ${name}=….`);
  }
}

export class Variables {
  readonly #values: Map<string, unknown>;
  readonly #createId: () => string;

  constructor(values: ReadonlyMap<string, unknown>, createId: () => string) {
    this.#values = new Map(values);
    this.#createId = createId;
  }

  /** Later steps read it as `{{step.name}}`. */
  set(step: string, name: string, value: unknown): void {
    this.#values.set(`${step}.${name}`, value);
  }

  /** What Loupe itself provides. */
  define(name: string, value: unknown): void {
    this.#values.set(name, value);
  }

  /** The value with every `{{name}}` replaced. A text that is nothing else becomes what it names. */
  resolve(value: unknown): unknown {
    if (typeof value === "string") return this.#resolveText(value);
    if (isArray(value)) return value.map((item) => this.resolve(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.resolve(one)]));
  }

  resolveText(text: string): string {
    const value = this.#resolveText(text);
    return typeof value === "string" ? value : JSON.stringify(value);
  }

  #resolveText(text: string): unknown {
    const [, whole] = /^\{\{\s*([^{}]+?)\s*\}\}$/.exec(text) ?? [];
    if (whole !== undefined) return this.#get(whole);
    return text.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (_, name: string) => {
      const value = this.#get(name);
      return typeof value === "string" ? value : JSON.stringify(value);
    });
  }

  #get(name: string): unknown {
    if (name === "$uuid") return this.#createId();
    if (!this.#values.has(name)) throw new UnknownVariableError(name);
    return this.#values.get(name);
  }
}
