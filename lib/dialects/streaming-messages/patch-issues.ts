/** Issues found while applying a draft's patches, as bits; one set per event. */

export const PatchIssue = {
  /** A patch before the root was set. */
  NoRoot: 1 << 0,
  /** The id sent with the patches differs from the id in the root. */
  IdDiff: 1 << 1,
  /** Neither the patches nor the root have a message id. */
  NoId: 1 << 2,
  /** A position outside its text: inserted at the end. */
  Range: 1 << 3,
  /** A position in UTF-16 units, not code points: inserted at the end, where it points. */
  Utf16: 1 << 4,
  /** A path to a missing value or one of another type: skipped, or added where possible. */
  Path: 1 << 5,
  /** Text for an empty first part that belongs to the last part: inserted there. */
  EmptyFirst: 1 << 6,
  /** A single operation that is not in a list. */
  BareOp: 1 << 7,
  /** An operation that the extension does not define: skipped. */
  UnknownOp: 1 << 8,
  /** Not an operation, or one without required members: skipped. */
  Malformed: 1 << 9,
  /** A new message starts, but the previous one was never sent whole. */
  NoFinal: 1 << 10,
} as const;
