/** Options of the commands that list something. */

import { createOption, createTextOption, UsageError } from "./command-line.ts";

export const createNumberOption = (syntax: string, help: string) =>
  createOption<number | null>(syntax, help, null, (_, text, name) => {
    if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${name} needs a number, not "${text}"`);
    return Number(text);
  });

export const PAGE_OPTIONS = {
  limit: createNumberOption("--limit N", "print at most N"),
  cursor: createTextOption("--cursor C", "go on after a page: its nextCursor"),
};
