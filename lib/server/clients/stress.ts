/**
 * Runs a client against all variants of the recorded responses, and shrinks what breaks it to the
 * smallest bytes.
 */

import type { ClientDifference, ExchangeResult } from "../../clients/client-result.ts";
import { createExchangeResult } from "../../clients/create-client-result.ts";
import { formatDifference } from "../../clients/sentence.ts";
import { shrinkList } from "../../clients/shrink.ts";
import {
  getDifferenceKey,
  isBroken,
  type SmallestResponse,
  type StressResult,
  type VariantResult,
} from "../../clients/stress-result.ts";
import {
  type AlteredResponse,
  CUT,
  joinBytes,
  RESPELLED,
  type ResponseBytes,
  VARIANTS,
  type Variant,
} from "../../clients/variants.ts";
import { createBodyLayout } from "../replay/body-layout.ts";
import type { ReplayResponse } from "../replay/replay-response.ts";
import type { ReplaySource } from "../replay/replay-source.ts";
import { type ClientExchange, rebuildExchange } from "./client-exchange.ts";
import type { ClientRun } from "./client-run.ts";
import { respellExchange } from "./respell-exchange.ts";
import {
  type ClientDriver,
  type ClientRunOptions,
  getExchangeName,
  runDriver,
  runExchange,
} from "./run-clients.ts";
import { listEventBytes, shrinkExchange } from "./shrink-exchange.ts";

/** Runs of a client per shrunk variant. */
const SHRINK_BUDGET = 24;

/** A variant of a response, which may also be the exchange in other words. */
interface Form extends Variant {
  /** `null` if the exchange cannot be so. */
  toExchange(exchange: ClientExchange): ClientExchange | null;
}

const FORMS: readonly Form[] = [
  ...VARIANTS.map((variant) => ({ ...variant, toExchange: (it: ClientExchange) => it })),
  { ...RESPELLED, alter: (response) => response, toExchange: respellExchange },
];

interface StressOptions extends ClientRunOptions {
  /** Called before each variant. */
  readonly onVariant: (variant: Pick<Variant, "title">) => void;
}

/** `null` if the client can be asked for none of the responses. */
export async function stressClient(
  driver: ClientDriver,
  run: ClientRun,
  options: StressOptions,
): Promise<StressResult | null> {
  const variants: VariantResult[] = [];
  for (const exchange of run.exchanges) {
    if (driver.findObstacle(exchange, run.source) !== null) continue;
    const tester = new VariantTester(driver, run, exchange, options);
    for (const form of FORMS) {
      if (options.signal.aborted) return null;
      options.onVariant(form);
      variants.push(...(await tester.test(form)));
    }
    options.onVariant(CUT);
    variants.push(...(await tester.testCut()));
  }
  return variants.length === 0 ? null : { client: driver.name, variants };
}

class VariantTester {
  readonly #driver: ClientDriver;
  readonly #run: ClientRun;
  readonly #exchange: ClientExchange;
  readonly #options: ClientRunOptions;
  #plain: Promise<ExchangeResult> | null = null;

  constructor(
    driver: ClientDriver,
    run: ClientRun,
    exchange: ClientExchange,
    options: ClientRunOptions,
  ) {
    this.#driver = driver;
    this.#run = run;
    this.#exchange = exchange;
    // Only the writes of the variant matter.
    this.#options = { ...options, pace: Number.POSITIVE_INFINITY };
  }

  /** Empty if the response cannot be sent in this variant. */
  async test(variant: Form): Promise<VariantResult[]> {
    const exchange = this.#exchange;
    if (!this.#alter(exchange, variant)) return [];
    this.#plain ??= this.#perform(exchange, null);
    const plain = await this.#plain;
    let result = await this.#perform(exchange, variant);
    // A busy machine may stop a client by itself: what breaks one does so twice.
    if (isBroken(result, plain)) result = await this.#perform(exchange, variant);
    const name = {
      variant: variant.id,
      title: variant.title,
      exchange: exchange.recorded.number,
    };
    if (!isBroken(result, plain)) {
      const sentence = `${this.#driver.name} hands over the same with ${variant.title}.`;
      return [{ ...name, verdict: "same", sentence, differences: [], smallest: null }];
    }
    const { verdict, differences, failure } = result;
    const [first] = differences;
    const what =
      failure ?? (first ? formatDifference(first) : "hands over what it does not otherwise");
    return [
      {
        ...name,
        verdict: verdict === "same" ? "differs" : verdict,
        sentence: `${this.#driver.name}, with ${variant.title}, ${what}.`,
        differences,
        smallest: await this.#shrink(variant),
      },
    ];
  }

  /** `null` if the client cannot get the response in this form. */
  #alter(exchange: ClientExchange, form: Form): AlteredResponse | null {
    const formed = form.toExchange(exchange);
    if (!formed || this.#driver.findObstacle(formed, this.#getSource(formed)) !== null) return null;
    return form.alter(toResponseBytes(formed));
  }

  #perform(exchange: ClientExchange, form: Form | null): Promise<ExchangeResult> {
    const formed = form?.toExchange(exchange) ?? exchange;
    const alter = (response: ReplayResponse) =>
      form ? alterReplay(response, form, formed) : response;
    return runExchange(this.#driver, this.#getSource(formed), formed, this.#options, { alter });
  }

  /** The recorded card is that of the recorded version. */
  #getSource({ version }: ClientExchange): ReplaySource {
    const { source } = this.#run;
    return version === this.#exchange.version ? source : { ...source, card: null };
  }

  /**
   * Cuts the stream in its middle. A client must hand over what arrived; one that subscribes again gets
   * the last event once more, and then the rest. Empty for a stream without a middle.
   */
  async testCut(): Promise<VariantResult[]> {
    const { response, operation, recorded } = this.#exchange;
    const after = Math.floor(response.events.length / 2);
    const rest = rebuildExchange(this.#exchange, listEventBytes(this.#exchange).slice(after - 1));
    if (operation !== "stream" || after < 1 || !rest) return [];
    const { output, isResumed } = await runDriver(
      this.#driver,
      this.#run.source,
      this.#exchange,
      this.#options,
      { cut: { after, rest } },
    );
    const first = response.events.slice(0, after);
    const events = isResumed ? [...first, ...response.events.slice(after)] : first;
    const result = createExchangeResult(
      getExchangeName(this.#exchange),
      { ...response, events, isBroken: true },
      output,
    );
    this.#plain ??= this.#perform(this.#exchange, null);
    const known = new Set((await this.#plain).differences.map(getDifferenceKey));
    const isRepeated = ({ kind, event }: ClientDifference) =>
      isResumed && kind === "doubled" && event === after;
    const differences = result.differences.filter(
      (one) => !isRepeated(one) && !known.has(getDifferenceKey(one)),
    );
    const isSame = result.failure === null && differences.length === 0;
    const what = result.failure ?? (differences[0] && formatDifference(differences[0]));
    return [
      {
        variant: CUT.id,
        title: CUT.title,
        exchange: recorded.number,
        verdict: isSame ? "same" : result.failure === null ? "differs" : "failed",
        sentence: `${this.#driver.name}, with ${CUT.title}, ${isSame ? "hands over what arrived" : what}.`,
        differences,
        smallest: null,
      },
    ];
  }

  /** Leaves out the events, then the members of their JSON, that the client breaks without. */
  async #shrink(form: Form): Promise<SmallestResponse> {
    const exchange = await shrinkExchange(this.#exchange, async (smaller) => {
      if (!this.#alter(smaller, form)) return false;
      const plain = await this.#perform(smaller, null);
      return plain.verdict === "same" && isBroken(await this.#perform(smaller, form), plain);
    });
    const altered = this.#alter(exchange, form);
    const writes = altered ? await this.#shrinkWrites(exchange, form, altered) : [];
    const body = joinBytes(writes);
    return {
      headers: altered?.headers ?? [],
      // A mark at the start is part of the bytes.
      body: new TextDecoder("utf-8", { ignoreBOM: true }).decode(body),
      bytes: body.length,
      writes: writes.map(({ length }) => length),
    };
  }

  /** Leaves out the ends of writes that the client breaks without. */
  async #shrinkWrites(
    exchange: ClientExchange,
    form: Form,
    altered: AlteredResponse,
  ): Promise<readonly Uint8Array[]> {
    const { writes } = altered;
    if (writes.length < 2) return writes;
    const body = joinBytes(writes);
    let at = 0;
    const ends = writes.map(({ length }) => {
      at += length;
      return at;
    });
    const plain = await this.#perform(exchange, null);
    const fails = async (kept: readonly number[]) => {
      const alter = () => ({ ...altered, writes: splitAt(body, kept) });
      return isBroken(await this.#perform(exchange, { ...form, alter }), plain);
    };
    // Most variants are in the bytes, not in how they are split.
    if (await fails([body.length])) return [body];
    return splitAt(body, await shrinkList(ends, fails, SHRINK_BUDGET));
  }
}

function splitAt(bytes: Uint8Array, ends: readonly number[]): Uint8Array[] {
  const cuts = [...new Set([0, ...ends])];
  return cuts.map((cut, i) => bytes.subarray(cut, cuts[i + 1])).filter(({ length }) => length > 0);
}

function toResponseBytes({ recorded }: ClientExchange): ResponseBytes {
  const { bytes, isSse } = createBodyLayout(recorded);
  return { headers: recorded.head?.headers ?? [], isSse, writes: [bytes] };
}

/** The ids in the bytes are the client's own already. */
function alterReplay(
  response: ReplayResponse,
  variant: Variant,
  exchange: ClientExchange,
): ReplayResponse {
  const { head } = response;
  const { isSse } = createBodyLayout(exchange.recorded);
  const writes = response.writes.map(({ bytes }) => bytes);
  const altered = variant.alter({ headers: head?.headers ?? [], isSse, writes });
  return altered ? applyAltered(response, altered) : response;
}

function applyAltered(response: ReplayResponse, altered: AlteredResponse): ReplayResponse {
  const { headers, writes, headDelay = 0, pause = 0 } = altered;
  const length = writes.reduce((sum, bytes) => sum + bytes.length, 0);
  const sized = headers.map(([name, value]) =>
    name.toLowerCase() === "content-length"
      ? ([name, String(length)] as const)
      : ([name, value] as const),
  );
  return {
    ...response,
    head: response.head && { ...response.head, headers: sized },
    headAt: headDelay,
    writes: writes.map((bytes, i) => ({ bytes, at: headDelay + i * pause })),
    endAt: headDelay + writes.length * pause,
  };
}
