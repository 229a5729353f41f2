/** What was noticed while a draft's patches were applied, as bits, one set an event. */

export const PatchIssue = {
  /** A patch before any that gives the draft its root. */
  NoRoot: 1 << 0,
  /** The id beside the patches is not the one inside the root. */
  IdDiff: 1 << 1,
  /** Neither the patches nor the root name a message. */
  NoId: 1 << 2,
  /** A position outside its text: put at the end. */
  Range: 1 << 3,
  /** A position that counts UTF-16 units, not code points: put at the end, where it points. */
  Utf16: 1 << 4,
  /** A path to nothing, or to something of another kind: left out, or added where it can be. */
  Path: 1 << 5,
  /** Text for an empty first part that belongs to the last one: put there. */
  EmptyFirst: 1 << 6,
  /** One operation without a list around it. */
  BareOp: 1 << 7,
  /** An operation that streaming does not have: left out. */
  UnknownOp: 1 << 8,
  /** No operation at all, or one that lacks what it needs: left out. */
  Malformed: 1 << 9,
  /** A new message begins, and the one before was never sent whole. */
  NoFinal: 1 << 10,
} as const;
