// The theme that a person chose stands before anything is painted.
try {
  const chosen = localStorage.getItem("prism-theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* no storage: the system decides */ }
