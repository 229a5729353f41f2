// Keeps the keys that are pressed before the page handles them; `components/workbench/early-keys.ts`
// replays them. Text typed into a field stays there.
(() => {
  const FIELDS = "input, textarea, select, [contenteditable='true']";
  // Chords for which the browser has an action of its own.
  const CHORDS = "klos.";
  const keys = [];
  const onKeyDown = (event) => {
    if (!event.isTrusted || event.isComposing || event.altKey) return;
    const isMod = event.ctrlKey || event.metaKey;
    const isField = event.target instanceof Element && event.target.closest(FIELDS) !== null;
    const isChord = isMod && CHORDS.includes(event.key.toLowerCase());
    // Enter would submit the form, and with it reload the page.
    const isKept = isField ? isChord || event.key === "Enter" : isChord || !isMod;
    if (!isKept || /^(?:Tab|Shift|Control|Meta)$/.test(event.key)) return;
    if (isChord || isField || event.key === "/") event.preventDefault();
    event.stopImmediatePropagation();
    const { key, code, ctrlKey, metaKey, shiftKey } = event;
    const modifierAltGraph = event.getModifierState("AltGraph");
    keys.push({ key, code, ctrlKey, metaKey, shiftKey, modifierAltGraph });
  };
  addEventListener("keydown", onKeyDown, true);
  window.loupeEarlyKeys = {
    keys,
    stop: () => removeEventListener("keydown", onKeyDown, true),
  };
})();
