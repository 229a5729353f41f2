/** The call that probes whether an endpoint responds; no server creates a task with this id. */
export const PROBE_CALL = {
  operation: "get",
  taskId: "loupe-probe-of-a-task-that-is-not",
} as const;
