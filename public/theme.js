// Sets the theme before the first paint; a file of its own because the page allows no inline script.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("loupe.theme");
  } catch {
    // Storage can be blocked; the system's preference then decides.
  }
  if (theme !== "dark" && theme !== "light") {
    theme = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  }
  document.documentElement.dataset.theme = theme;
})();
