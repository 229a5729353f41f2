// Positions a floating box below or above its anchor, inside the window.
export interface AnchorBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function getAnchoredPosition(
  anchor: AnchorBox,
  float: { width: number; height: number },
  view: { width: number; height: number },
  align: "start" | "center" | "end",
  gap = 6,
): { left: number; top: number } {
  const wanted = {
    start: anchor.left,
    center: anchor.left + anchor.width / 2 - float.width / 2,
    end: anchor.left + anchor.width - float.width,
  }[align];
  const below = anchor.top + anchor.height + gap;
  const above = anchor.top - gap - float.height;
  const fitsBelow = below + float.height <= view.height - 4;
  const left = Math.max(4, Math.min(wanted, view.width - float.width - 4));
  const top = fitsBelow || above < 4 ? below : above;
  return { left: Math.round(left), top: Math.round(top) };
}

export function positionElement(
  anchor: Element,
  float: HTMLElement,
  align: "start" | "center" | "end",
): void {
  const size = { width: float.offsetWidth, height: float.offsetHeight };
  const view = { width: window.innerWidth, height: window.innerHeight };
  const { left, top } = getAnchoredPosition(anchor.getBoundingClientRect(), size, view, align);
  float.style.left = `${left}px`;
  float.style.top = `${top}px`;
}
