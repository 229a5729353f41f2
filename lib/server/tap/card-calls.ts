/** Which requests ask for an agent card. */

import { isObject } from "../../protocol/json.ts";
import { isRpcRequest, readRpcRequest } from "../../protocol/request.ts";

/** A card may have any path, but that of a task. */
export const isCardLookup = (method: string, target: string): boolean =>
  method === "GET" && !/\/tasks(?:[/?:]|$)/.test(target);

export function isExtendedCardCall(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || !isRpcRequest(value)) return false;
    const flags = { evidence: 0, decodeIssues: 0, rest03: false };
    return readRpcRequest(value, flags).operation === "extended-card";
  } catch {
    return false;
  }
}
