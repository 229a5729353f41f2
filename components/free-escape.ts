// Whether Escape is free for a command of the page, or closes what is open, or belongs to a field.
export function isEscapeTaken(target: EventTarget | null): boolean {
  if (document.querySelector("[popover=auto]:popover-open, dialog:modal") !== null) return true;
  return target instanceof Element && target.closest("dialog, input, textarea") !== null;
}
