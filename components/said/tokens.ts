/** Tokens in words. */
import type { Tokens } from "../../lib/dialects/usage.ts";
import { formatCount } from "../ui/format.ts";

/** `1,000 prompt, 234 output` */
export function splitOf({ prompt, output }: Tokens): string {
  return `${formatCount(prompt)} prompt, ${formatCount(output)} output`;
}
