/** What `loupe doctor` finds: one sentence for each thing that it looks at. */

export interface Diagnosis {
  /** What was checked: `node`, `port`, `data`, … */
  readonly check: string;
  /** `note`: nothing is wrong, but it may surprise. */
  readonly level: "ok" | "note" | "wrong";
  readonly message: string;
  /** What to do; `null` if there is nothing. */
  readonly remedy: string | null;
}

export const createOk = (check: string, message: string): Diagnosis => ({
  check,
  level: "ok",
  message,
  remedy: null,
});

export const createNote = (check: string, message: string, remedy: string | null): Diagnosis => ({
  check,
  level: "note",
  message,
  remedy,
});

export const createWrong = (check: string, message: string, remedy: string): Diagnosis => ({
  check,
  level: "wrong",
  message,
  remedy,
});
