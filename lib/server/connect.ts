/**
 * Finds an agent's card by trying where it may be, each try a recorded exchange like any other.
 */
import { cardCandidates } from "../protocol/card/candidates.ts";
import type { DataRecord, EndRecord, WireRecord } from "../wire/record.ts";
import type { CardAttempt, ConnectAnswer, ConnectRequest } from "../wire/service.ts";
import type { Library } from "./library.ts";
import { Problem } from "./problem.ts";

const IDLE_MS = 10_000;
const MAX_CARD_BYTES = 12 << 20;

/** A failure of the origin as a whole, which no other path of it would mend. */
const OF_THE_ORIGIN: ReadonlySet<string> = new Set(["dns", "refused", "tls"]);

export async function connect(library: Library, request: ConnectRequest): Promise<ConnectAnswer> {
  const candidates = cardCandidates(request.address);
  if ("error" in candidates) throw new Problem("bad-request", candidates.error);

  const tried: CardAttempt[] = [];
  let { recording } = request;
  let card: ConnectAnswer["card"] = null;
  for (const url of candidates.urls) {
    const answer = new Answer();
    const started = await library.start(
      {
        method: "GET",
        url,
        headers: [["accept", "application/json"], ...(request.headers ?? [])],
        name: request.address.trim(),
        idleTimeoutMs: IDLE_MS,
        ...(recording !== undefined && { recording }),
        ...(request.tls && { tls: request.tls }),
        ...(request.secrets && { secrets: request.secrets }),
      },
      { maxBodyBytes: MAX_CARD_BYTES, observe: (record) => answer.add(record) },
    );
    recording = started.recording;
    const end = await started.done;
    const { status, text } = answer;
    const outcome = judge(status, text, end);
    const { exchange } = started;
    const by = end.error?.by;
    tried.push({ url, exchange, status, outcome: outcome.sentence, ...(by && { by }) });
    if (outcome.isCard) {
      card = { url, exchange: started.exchange, text };
      break;
    }
    if (!answer.begun && OF_THE_ORIGIN.has(end.cause)) break;
  }
  return { recording: recording ?? "", tried, card };
}

/** What one exchange answered, put together from its records. */
class Answer {
  /** Something answered, be it only a redirect. */
  begun = false;
  status: number | null = null;
  readonly #data: Buffer[] = [];

  add(record: WireRecord): void {
    if (record.r === "head" || record.r === "redirect") this.begun = true;
    if (record.r === "head") this.status = record.status;
    if (record.r === "data") this.#data.push(bytesOf(record));
  }

  get text(): string {
    return Buffer.concat(this.#data).toString("utf8");
  }
}

function judge(
  status: number | null,
  text: string,
  end: EndRecord,
): { isCard: boolean; sentence: string } {
  const no = (sentence: string) => ({ isCard: false, sentence });
  if (status === null) return no(end.error?.message ?? `No answer (${end.cause}).`);
  if (status < 200 || status > 299) return no(`HTTP ${status}.`);
  if (end.cause !== "complete")
    return no(`HTTP ${status}, cut off: ${end.error?.message ?? end.cause}`);
  const value = parse(text);
  if (value === undefined) return no(`HTTP ${status}, but the body is not JSON.`);
  if (!looksLikeCard(value)) return no(`HTTP ${status}, but the JSON is not an agent card.`);
  return { isCard: true, sentence: `HTTP ${status}, an agent card.` };
}

function looksLikeCard(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const has = (name: string) => Object.hasOwn(value, name);
  return has("name") && (has("url") || has("supportedInterfaces") || has("skills"));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

function bytesOf({ text, b64 }: DataRecord): Buffer {
  return text === undefined ? Buffer.from(b64 ?? "", "base64") : Buffer.from(text);
}
