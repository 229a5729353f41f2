// Roving focus: the target of an arrow key, Home or End among choices with a single tab stop.
export function getRovingTarget(
  key: string,
  current: number,
  count: number,
  isEnabled: (index: number) => boolean = () => true,
): number | undefined {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  if (step !== undefined) {
    for (let i = 1; i <= count; i++) {
      const at = (current + step * i + count * i) % count;
      if (isEnabled(at)) return at;
    }
    return undefined;
  }
  const order = [...Array(count).keys()];
  if (key === "Home") return order.find(isEnabled);
  if (key === "End") return order.findLast(isEnabled);
  return undefined;
}

/** The target in a long list: without wrapping, and with Page Up and Page Down. */
export function getListTarget(
  key: string,
  current: number,
  count: number,
  page: number,
  isFocusable: (index: number) => boolean,
): number | undefined {
  const last = count - 1;
  const [start, step] =
    {
      ArrowDown: [current + 1, 1],
      ArrowUp: [current - 1, -1],
      PageDown: [Math.min(current + page, last), 1],
      PageUp: [Math.max(current - page, 0), -1],
      Home: [0, 1],
      End: [last, -1],
    }[key] ?? [];
  if (start === undefined || step === undefined) return undefined;
  for (let at = start; at >= 0 && at <= last; at += step) if (isFocusable(at)) return at;
  return undefined;
}
