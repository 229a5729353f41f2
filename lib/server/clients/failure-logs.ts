/** The logs of failures: for each client and check the first response that it fails at, as served. */

import { getVariantCheck, PLAIN_CHECK } from "../../clients/client-grade.ts";
import type { ClientResult } from "../../clients/client-result.ts";
import { createFailureLog } from "../../clients/saved-failure.ts";
import type { StressResult, VariantResult } from "../../clients/stress-result.ts";
import { RESPELLED } from "../../clients/variants.ts";
import { createBodyLayout } from "../replay/body-layout.ts";
import type { ClientRun } from "./client-run.ts";
import { respellExchange } from "./respell-exchange.ts";

interface FailureLog {
  readonly client: string;
  readonly check: string;
  readonly text: string;
}

export function* listFailureLogs(
  run: ClientRun,
  clients: readonly ClientResult[],
  stress: readonly StressResult[],
  at: string,
): Generator<FailureLog> {
  for (const { name, sentence, exchanges } of clients) {
    const failing = exchanges.find(({ verdict }) => verdict !== "same");
    const recorded = failing && findExchange(run, failing.exchange)?.recorded;
    if (!recorded) continue;
    const { bytes } = createBodyLayout(recorded);
    const text = createFailureLog(sentence, at, recorded, [bytes]);
    yield { client: name, check: PLAIN_CHECK, text };
  }
  for (const result of stress) yield* listVariantLogs(run, result, at);
}

/** The logs of the variants that broke one client, with the smallest bytes that do. */
export function* listVariantLogs(
  run: ClientRun,
  { client, variants }: StressResult,
  at: string,
): Generator<FailureLog> {
  for (const one of listFirst(variants)) {
    const found = findExchange(run, one.exchange);
    const served = one.variant === RESPELLED.id && found ? respellExchange(found) : found;
    if (!served || !one.smallest) continue;
    const { recorded } = served;
    const { body, headers, writes } = one.smallest;
    const pieces = splitSizes(Buffer.from(body), writes);
    const head = recorded.head && { ...recorded.head, headers };
    const text = createFailureLog(one.sentence, at, { ...recorded, head }, pieces);
    yield { client, check: getVariantCheck(one.variant), text };
  }
}

const findExchange = ({ exchanges }: ClientRun, number: number) =>
  exchanges.find(({ recorded }) => recorded.number === number);

/** The first failure of each variant. */
function listFirst(variants: readonly VariantResult[]): Iterable<VariantResult> {
  const found = new Map<string, VariantResult>();
  for (const one of variants) {
    if (one.verdict !== "same" && !found.has(one.variant)) found.set(one.variant, one);
  }
  return found.values();
}

function splitSizes(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  let at = 0;
  return sizes.map((size) => {
    at += size;
    return bytes.subarray(at - size, at);
  });
}
