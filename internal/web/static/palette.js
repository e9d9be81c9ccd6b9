// The command palette: pages, sessions and what the page can do, by keyboard.
// Without it everything is reached by links.
"use strict";
(() => {
  const make = (tag, attributes = {}, text = "") => {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    e.textContent = text;
    return e;
  };
  const words = document.getElementById("status").dataset; // in the page's language
  const mac = /Mac|iPhone|iPad/.test(navigator.platform);
  const keys = { "/": "g s", "/sessions": "g l", "/tokens": "g t", "/live": "g v", "/prompts": "g p" };
  let dialog, input, list, told, items = [], at = 0, asking, wait, offered = [];

  // What there is without asking: the pages that the frame links to, and what its buttons do.
  const pages = () => [
    ...[...document.querySelectorAll(".top nav a, body > footer a")].map((a) => ({
      text: a.textContent.trim(), hint: keys[new URL(a.href).pathname] ?? words.page, to: a.href,
    })),
    { text: words.look, hint: words.theme, act: () => document.getElementById("theme")?.click() },
    { text: words.keys, hint: "?", act: () => document.getElementById("help")?.showModal() },
  ];

  const choose = (n) => {
    at = items.length ? (n + items.length) % items.length : 0;
    [...list.querySelectorAll("[role=option]")].forEach((o, i) => {
      o.setAttribute("aria-selected", String(i === at));
      if (i === at) {
        input.setAttribute("aria-activedescendant", o.id);
        o.scrollIntoView({ block: "nearest" });
      }
    });
    if (!items.length) input.removeAttribute("aria-activedescendant");
  };

  const go = () => {
    const x = items[at];
    if (!x) return;
    dialog.close();
    if (x.act) x.act(); else location.href = x.to;
  };

  const show = (sessions) => {
    offered = sessions;
    const asked = input.value.trim().toLowerCase();
    const fits = (x) => asked.split(/\s+/).every((w) => x.text.toLowerCase().includes(w));
    // What begins with it stands before what has it somewhere.
    const begins = (x) => asked !== "" && x.text.toLowerCase().startsWith(asked) ? 0 : 1;
    items = [...pages().filter(fits).sort((a, b) => begins(a) - begins(b)), ...sessions];
    list.replaceChildren(...items.map((x, i) => {
      const o = make("li", { role: "option", id: "palette-" + i, "aria-selected": "false" });
      o.append(make("span", { class: "what" }, x.text), make("span", { class: "faint" }, x.hint));
      o.addEventListener("click", () => { choose(i); go(); });
      return o;
    }));
    choose(0);
    told.textContent = items.length ? words.found.replace("{n}", items.length) : words.none;
  };

  // Sessions are found by the server; an answer to what is no longer asked is let go.
  const ask = async () => {
    asking?.abort();
    asking = new AbortController();
    try {
      const r = await fetch("/find?q=" + encodeURIComponent(input.value.trim()), { signal: asking.signal });
      const found = r.ok ? await r.json() : [];
      show(found.map((s) => ({ text: s.title, hint: s.hint, to: s.to })));
    } catch (e) {
      if (e.name !== "AbortError") show([]);
    }
  };

  const build = () => {
    dialog = make("dialog", { id: "palette", "aria-label": words.palette });
    input = make("input", {
      id: "palette-input", type: "text", role: "combobox", "aria-label": words.ask, "aria-expanded": "true", "aria-controls": "palette-list",
      "aria-autocomplete": "list", placeholder: words.ask, autocomplete: "off", spellcheck: "false", maxlength: "200",
    });
    list = make("ul", { id: "palette-list", role: "listbox", "aria-label": words.offered });
    told = make("p", { role: "status", class: "visually-hidden" });
    const keysOf = make("p", { class: "faint palette-keys" }, words.help);
    dialog.append(input, list, keysOf, told);
    document.body.append(dialog);
    input.addEventListener("input", () => {
      show(offered.filter((x) => x.text.toLowerCase().includes(input.value.trim().toLowerCase())));
      clearTimeout(wait);
      wait = setTimeout(ask, 120);
    });
    input.addEventListener("keydown", (e) => {
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: Math.min(at + 5, items.length - 1), PageUp: Math.max(at - 5, 0) }[e.key];
      if (e.isComposing) return;
      if (to !== undefined) choose(to);
      else if (e.key === "Enter") go();
      else return;
      e.preventDefault();
    });
    dialog.addEventListener("click", (e) => { if (e.target === dialog) dialog.close(); });
  };

  const open = () => {
    if (!dialog) build();
    if (dialog.open) { dialog.close(); return; }
    document.querySelectorAll("dialog[open]").forEach((d) => d.close());
    input.value = "";
    show([]);
    dialog.showModal();
    input.focus();
    ask();
  };

  document.addEventListener("keydown", (e) => {
    if (e.key.toLowerCase() !== "k" || !(mac ? e.metaKey : e.ctrlKey) || e.shiftKey || e.altKey || e.isComposing) return;
    e.preventDefault();
    open();
  });
  const button = document.getElementById("find");
  button?.addEventListener("click", open);
  for (const k of document.querySelectorAll("kbd.mod")) k.textContent = mac ? "⌘" : "Ctrl";

  // A form's address says what is asked for, and nothing of what is not.
  document.addEventListener("submit", (e) => {
    if (e.target.method !== "get" || e.target.hasAttribute("hx-get")) return;
    const empty = [...e.target.elements].filter((x) => x.name && x.value === "");
    empty.forEach((x) => { x.disabled = true; });
    setTimeout(() => empty.forEach((x) => { x.disabled = false; })); // for who comes back
  });
})();
