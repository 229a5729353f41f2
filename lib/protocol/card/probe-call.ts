/** The call by which Loupe finds out whether a place answers: no server makes a task of this name. */
export const PROBE_CALL = {
  operation: "get",
  taskId: "loupe-probe-of-a-task-that-is-not",
} as const;
