// Which turns of a long run the summary lists at first.
import type { TurnSummary } from "../../lib/report/facts/facts.ts";

type JudgedTurn = Pick<TurnSummary, "number" | "verdict" | "isSuperseded">;

/** In their order: the newest that failed, and as many of the last ones as have room beside them. */
export function chooseTurns<Turn extends JudgedTurn>(turns: readonly Turn[], most: number): Turn[] {
  const failed = turns.filter(isBadTurn).slice(-most);
  const others = turns.filter((turn) => !isBadTurn(turn));
  const room = Math.max(1, most - failed.length);
  return [...failed, ...others.slice(-room)].sort((one, other) => one.number - other.number);
}

/** Whether it failed, even in part, and no later turn took its place. */
export function isBadTurn({ verdict, isSuperseded }: JudgedTurn): boolean {
  return verdict !== null && !isSuperseded && (!verdict.clean || verdict.caveats.length > 0);
}
