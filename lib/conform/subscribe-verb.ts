/**
 * The verb of a subscription over HTTP+JSON: the text says POST, its proto file GET, and an agent that
 * has only one of them is right. `subscribe-verb` in the ledger of disputes says the same.
 */

import type { Response } from "./response.ts";

/**
 * Whether a response refuses the verb of a subscription: by a path or method that does not exist, or by
 * TaskNotFound for an id that ends in `:subscribe`, which came to the path of a task.
 */
export function isVerbRefused({ binding, status, errorName, error }: Response): boolean {
  if (binding !== "rest") return false;
  if (status === 405 || status === 501) return true;
  if (errorName === "TaskNotFound") return JSON.stringify(error).includes(":subscribe");
  return status === 404 && (errorName === null || errorName === "MethodNotFound");
}
