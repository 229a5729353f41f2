// Which of a row of choices an arrow key leads to: one tab stop, arrows between, Home and End.
export function rovingTarget(
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
