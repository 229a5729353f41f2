/** The head of a request as its agent receives it from a tap with a plan. */

interface CallerHead {
  /** As the caller sent it. */
  readonly raw: Buffer;
  /** The plan is about it. */
  readonly isPlanned: boolean;
}

/** Asks for a response that is not compressed: its events could not be told apart. */
export function getPassedHead({ raw, isPlanned }: CallerHead): Buffer {
  if (!isPlanned) return raw;
  const text = raw.toString("latin1");
  const edited = text.replace(
    /^(accept-encoding:[ \t]*)[^\r\n]*/im,
    (_, name: string) => `${name}identity`,
  );
  return edited === text ? raw : Buffer.from(edited, "latin1");
}
