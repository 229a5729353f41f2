/**
 * Compares the events that a client handed to its application with those of the wire.
 *
 * **Guarantees:** no difference means that every event of A2A was handed over once, in order, with
 * the same meaning; every event of either side is in at most one difference, but for each changed
 * member.
 */

import { findCommonSubsequence } from "../collections/common-subsequence.ts";
import type { MemberChange } from "./changes.ts";
import { listChanges } from "./changes.ts";
import type { ReceivedEvent, WireEvent } from "./client-event.ts";

export const DIFFERENCE_KINDS = ["lost", "doubled", "reordered", "changed", "thrown"] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export interface EventDifference {
  readonly kind: DifferenceKind;
  /** The wire's event; `null` for what the wire does not have, or an error after its last event. */
  readonly wire: WireEvent | null;
  /** The number of the event among those that the client handed over, from 1; `null` if it did not. */
  readonly received: number | null;
  /** The member that changed; `null` for the other kinds. */
  readonly change: MemberChange | null;
}

export interface EventComparison {
  readonly differences: readonly EventDifference[];
  /** For each event of the wire, the index of the received one; −1 for none. */
  readonly partners: readonly number[];
}

export function compareEvents(
  wire: readonly WireEvent[],
  received: readonly ReceivedEvent[],
): EventComparison {
  return new EventMatcher(wire, received).compare();
}

class EventMatcher {
  readonly #wire: readonly WireEvent[];
  readonly #received: readonly ReceivedEvent[];
  readonly #keys: readonly string[];
  readonly #receivedKeys: readonly string[];
  /** By index of the wire, of the received event. */
  readonly #partners: number[];
  /** Received events that are paired, or explained by a difference. */
  readonly #taken = new Set<number>();
  readonly #found: EventDifference[] = [];

  constructor(wire: readonly WireEvent[], received: readonly ReceivedEvent[]) {
    this.#wire = wire;
    this.#received = received;
    this.#keys = wire.map(({ key }) => key);
    const known = new Set(this.#keys);
    const of1 = new Map(wire.map(({ keyOf1, key }) => [keyOf1, key]));
    this.#receivedKeys = received.map(({ readings }) => {
      for (const { key, isOf1 } of readings) {
        const own = known.has(key) ? key : isOf1 ? of1.get(key) : undefined;
        if (own !== undefined) return own;
      }
      return readings[0].key;
    });
    this.#partners = [...findCommonSubsequence(this.#keys, this.#receivedKeys)];
    for (const partner of this.#partners) if (partner >= 0) this.#taken.add(partner);
  }

  compare(): EventComparison {
    this.#findMoved();
    this.#findDoubled();
    this.#findChanged();
    this.#wire.forEach((wire, i) => {
      if (wire.isValid && this.#partners[i] === -1) this.#add("lost", wire, null);
    });
    this.#received.forEach((_, i) => {
      if (!this.#taken.has(i)) this.#addExtra(i);
    });
    const order = (one: EventDifference) => one.wire?.number ?? Number.POSITIVE_INFINITY;
    return {
      differences: this.#found.toSorted((a, b) => order(a) - order(b)),
      partners: this.#partners,
    };
  }

  /** Equal events that are not in order. */
  #findMoved(): void {
    const waiting = new Map<string, number[]>();
    for (const [i, key] of this.#receivedKeys.entries()) {
      if (!this.#taken.has(i)) waiting.set(key, [...(waiting.get(key) ?? []), i]);
    }
    for (const [i, wire] of this.#wire.entries()) {
      const at = this.#partners[i] === -1 ? waiting.get(wire.key)?.shift() : undefined;
      if (at === undefined) continue;
      this.#pair(i, at);
      if (wire.isValid) this.#add("reordered", wire, at);
    }
  }

  #findDoubled(): void {
    const first = new Map<string, WireEvent>();
    for (const wire of this.#wire) if (!first.has(wire.key)) first.set(wire.key, wire);
    for (const [i, key] of this.#receivedKeys.entries()) {
      const wire = this.#taken.has(i) ? undefined : first.get(key);
      if (!wire) continue;
      this.#taken.add(i);
      if (wire.isValid) this.#add("doubled", wire, i);
    }
  }

  /** Pairs what is left between the same neighbours. */
  #findChanged(): void {
    for (const { lefts, rights } of this.#listGaps()) {
      for (const [left, right] of pairSimilar(lefts, rights, (l, r) => this.#getCost(l, r))) {
        this.#pair(left, right);
        this.#addChanges(left, right);
      }
    }
  }

  /** Runs of events of both sides that have no partner, between events that have one. */
  *#listGaps(): Generator<{ lefts: number[]; rights: number[] }> {
    let [right, lefts] = [0, [] as number[]];
    for (let left = 0; left <= this.#wire.length; left++) {
      const partner = left < this.#wire.length ? (this.#partners[left] ?? -1) : Infinity;
      if (partner === -1) lefts.push(left);
      // An event that moved ends no gap.
      if (partner === -1 || partner < right) continue;
      const rights: number[] = [];
      for (; right < this.#received.length && right < partner; right++) {
        if (!this.#taken.has(right)) rights.push(right);
      }
      if (lefts.length > 0 && rights.length > 0) yield { lefts, rights };
      lefts = [];
    }
  }

  /** From 0 for equal events to 2, at which nothing was changed but one lost and another added. */
  #getCost(left: number, right: number): number {
    const wire = this.#wire[left];
    const reading = this.#received[right]?.readings[0];
    if (!wire || !reading) return 2;
    if (wire.kind !== reading.kind) return 1.9;
    const changes = listChanges(wire.meaning, reading.meaning).length;
    return 0.2 + 1.5 * (1 - 1 / (1 + changes));
  }

  #addChanges(left: number, right: number): void {
    const wire = this.#wire[left];
    const readings = this.#received[right]?.readings;
    // With what is no event of A2A, a client may do what it wants.
    if (!wire?.isValid || !readings) return;
    const all = readings.map(({ meaning, kind, isOf1 }) => {
      if (kind !== wire.kind) return [{ member: "kind", old: wire.kind, new: kind }];
      const { final: _, ...of1 } = wire.meaning;
      return listChanges(isOf1 ? of1 : wire.meaning, meaning);
    });
    const fewest = all.reduce((best, one) => (one.length < best.length ? one : best));
    for (const change of fewest) this.#add("changed", wire, right, change);
  }

  /** What the wire never said. */
  #addExtra(at: number): void {
    const meaning = this.#received[at]?.readings[0].meaning;
    this.#add("changed", null, at, { member: "", old: undefined, new: meaning });
  }

  #pair(left: number, right: number): void {
    this.#partners[left] = right;
    this.#taken.add(right);
  }

  #add(
    kind: DifferenceKind,
    wire: WireEvent | null,
    at: number | null,
    change: MemberChange | null = null,
  ): void {
    this.#found.push({ kind, wire, received: at === null ? null : at + 1, change });
  }
}

/** Beyond this product of lengths, pairs are made in order. */
const MAX_CELLS = 10_000;

/** Pairs items of two lists in order, so that pairs are as similar as possible. */
function pairSimilar(
  lefts: readonly number[],
  rights: readonly number[],
  getCost: (left: number, right: number) => number,
): [left: number, right: number][] {
  if (lefts.length * rights.length > MAX_CELLS) {
    return lefts.slice(0, rights.length).map((left, i) => [left, rights[i] ?? 0]);
  }
  const width = rights.length + 1;
  const best = new Float64Array((lefts.length + 1) * width);
  const at = (i: number, j: number) => best[i * width + j] ?? 0;
  for (let i = lefts.length; i >= 0; i--) {
    for (let j = rights.length; j >= 0; j--) {
      const [left, right] = [lefts[i], rights[j]];
      const skipLeft = left === undefined ? Infinity : 1 + at(i + 1, j);
      const skipRight = right === undefined ? Infinity : 1 + at(i, j + 1);
      const pair =
        left === undefined || right === undefined
          ? Infinity
          : getCost(left, right) + at(i + 1, j + 1);
      const cost = Math.min(skipLeft, skipRight, pair);
      best[i * width + j] = cost === Infinity ? 0 : cost;
    }
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < lefts.length && j < rights.length; ) {
    const [left = 0, right = 0] = [lefts[i], rights[j]];
    if (at(i, j) === 1 + at(i + 1, j)) i++;
    else if (at(i, j) === 1 + at(i, j + 1)) j++;
    else {
      pairs.push([left, right]);
      i++;
      j++;
    }
  }
  return pairs;
}
