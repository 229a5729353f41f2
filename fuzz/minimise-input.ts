/** Finds the smallest input that still breaks the same promise (ddmin): first by lines, then by bytes. */

export interface MinimiseOptions {
  /** True if the input still breaks the promise. */
  readonly fails: (bytes: Buffer) => boolean;
  /** True if time is up; the smallest input so far is returned. */
  readonly isLate: () => boolean;
}

export function minimiseInput(bytes: Buffer, { fails, isLate }: MinimiseOptions): Buffer {
  const ask = (candidate: Buffer) => !isLate() && fails(candidate);
  const ofLines = removeParts(splitLines(bytes), (lines) => ask(Buffer.concat(lines)));
  const ofRuns = removeParts(splitRuns(Buffer.concat(ofLines), 16), (runs) =>
    ask(Buffer.concat(runs)),
  );
  const ofBytes = removeParts(splitRuns(Buffer.concat(ofRuns), 1), (runs) =>
    ask(Buffer.concat(runs)),
  );
  return Buffer.concat(ofBytes);
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const to = end < 0 ? bytes.length : end + 1;
    lines.push(bytes.subarray(from, to));
    from = to;
  }
  return lines;
}

const splitRuns = (bytes: Buffer, length: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
    bytes.subarray(at * length, (at + 1) * length),
  );

/** Removes pieces, halves first, while the input still breaks the promise. */
function removeParts(whole: readonly Buffer[], fails: (pieces: Buffer[]) => boolean): Buffer[] {
  let pieces = [...whole];
  for (let size = Math.ceil(pieces.length / 2); size >= 1; size = size === 1 ? 0 : size >> 1) {
    for (let at = 0; at < pieces.length; ) {
      const without = pieces.toSpliced(at, size);
      if (fails(without)) pieces = without;
      else at += size;
    }
  }
  return pieces;
}
