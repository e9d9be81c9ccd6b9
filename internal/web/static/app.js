// Keys, dialogs and small comforts. Every page can be read and used without it.
"use strict";
(() => {
  const $ = (s, of = document) => of.querySelector(s);
  const root = document.documentElement;
  const keep = (k, v) => { try { localStorage.setItem(k, v); } catch { /* no storage */ } };
  const kept = (k) => { try { return localStorage.getItem(k); } catch { return null; } };

  const words = $("#status")?.dataset ?? {}; // in the page's language

  const theme = $("#theme");
  theme?.addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    const next = dark ? "light" : "dark";
    // Where that is what the system says, it is the system's again, and changes with it.
    if (matchMedia(`(prefers-color-scheme: ${next})`).matches) {
      delete root.dataset.theme;
      try { localStorage.removeItem("prism-theme"); } catch { /* no storage */ }
    } else {
      root.dataset.theme = next;
      keep("prism-theme", next);
    }
    const status = $("#status");
    if (status) status.textContent = words[next];
  });

  const help = $("#help");
  const letters = $("#letters");
  if (letters) {
    letters.checked = kept("prism-letters") !== "off";
    letters.addEventListener("change", () => keep("prism-letters", letters.checked ? "on" : "off"));
  }
  $("#keys")?.addEventListener("click", () => help.showModal());

  document.addEventListener("change", (e) => {
    if (e.target.matches?.("select.at-once")) e.target.form.requestSubmit();
  });

  document.addEventListener("click", async (e) => {
    const b = e.target.closest?.("[data-copy]");
    if (!b) return;
    try {
      await navigator.clipboard.writeText(b.dataset.copy);
      $("#status").textContent = words.copied;
      b.textContent = words.copied;
    } catch { b.textContent = b.dataset.copy; }
  });

  // The row or turn that keys move on from.
  let current = null;
  const rows = () => [...document.querySelectorAll(".row")];
  const tick = (row) => $("input[type=checkbox]", row);
  const focused = () => document.activeElement?.closest?.(".row");
  const move = (by) => {
    const list = rows();
    if (!list.length) return;
    const from = document.activeElement?.matches("input[type=checkbox]"); // whoever ticks goes on ticking
    let at = list.indexOf(focused() ?? current);
    at = at < 0 ? (by > 0 ? 0 : list.length - 1) : Math.min(Math.max(at + by, 0), list.length - 1);
    current?.classList.remove("current");
    current = list[at];
    current.classList.add("current");
    const link = (from && tick(current)) || $("a", current);
    (link || current).focus({ preventScroll: true });
    current.scrollIntoView({ block: "nearest" });
  };

  if (location.hash === "#search") $("#search")?.focus(); // who pressed "/" on another page goes on typing

  let going = 0;
  const places = { s: "/", l: "/sessions", t: "/tokens", v: "/live", p: "/prompts" };
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
    if (e.target.closest?.("select, textarea, dialog, input:not([type=checkbox], [type=radio], [type=button], [type=submit])")) {
      if (e.key === "Escape" && e.target.id === "search") e.target.blur();
      return;
    }
    if (letters && !letters.checked) return;
    if (going && Date.now() - going < 1200 && places[e.key]) {
      location.href = places[e.key];
      e.preventDefault();
      going = 0;
      return;
    }
    going = 0;
    switch (e.key) {
      case "?": help.showModal(); break;
      case "/": {
        const search = $("#search");
        if (search) { search.focus(); search.select(); } else location.href = "/sessions#search";
        break;
      }
      case "j": move(1); break;
      case "k": move(-1); break;
      case "x": {
        const box = (focused() ?? current)?.isConnected && tick(focused() ?? current);
        if (!box) return;
        box.click(); // as a hand would: whoever listens hears of it
        break;
      }
      case "g": going = Date.now(); break;
      case "p": document.dispatchEvent(new Event("prism:pause")); break;
      default: return;
    }
    e.preventDefault();
  });

  // A trend says what is under the pointer, and a time of it is chosen by dragging or by
  // keys. What it says it has from its table, and it goes by its form.
  for (const box of document.querySelectorAll(".plotted")) {
    const chart = box.closest(".chart"), svg = $("svg", box), form = $("form.zoom", chart), told = $(".readout", chart);
    const rows = [...chart.querySelectorAll(".trend-table tbody tr")];
    const [from, to] = [form?.elements.since, form?.elements.until];
    if (!svg || !form || rows.length !== from.options.length) continue;
    const left = Number(svg.dataset.left), right = Number(svg.dataset.right), step = (right - left) / rows.length;
    const hint = told.textContent;
    const say = (i) => [...rows[i].cells].map((c) => (c.firstChild?.textContent ?? "").trim()).filter(Boolean).join(" · ");
    let first = -1, last = -1, held = false, brush;
    const draw = () => {
      const [a, b] = [Math.min(first, last), Math.max(first, last)];
      if (first < 0) { brush?.remove(); brush = null; told.textContent = hint; return; }
      brush ??= svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "rect"));
      const at = { class: "brush", x: left + a * step, y: 4, width: (b - a + 1) * step, height: svg.viewBox.baseVal.height - 22 };
      for (const [k, v] of Object.entries(at)) brush.setAttribute(k, v);
      told.textContent = a === b ? say(a) : words.to.replace("{from}", from.options[a].text).replace("{until}", to.options[b].text);
    };
    const choose = () => {
      from.selectedIndex = Math.min(first, last);
      to.selectedIndex = Math.max(first, last);
      form.requestSubmit();
    };
    const under = (e) => {
      const r = svg.getBoundingClientRect();
      const x = (e.clientX - r.left) * svg.viewBox.baseVal.width / r.width;
      return Math.min(rows.length - 1, Math.max(0, Math.floor((x - left) / step)));
    };
    box.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      held = true;
      first = last = under(e);
      box.setPointerCapture(e.pointerId);
      draw();
    });
    box.addEventListener("pointermove", (e) => {
      if (held) { last = under(e); draw(); } else if (first < 0) told.textContent = say(under(e));
    });
    box.addEventListener("pointerleave", () => { if (!held && first < 0) told.textContent = hint; });
    box.addEventListener("pointercancel", () => { held = false; first = -1; draw(); });
    box.addEventListener("pointerup", () => {
      if (!held) return;
      held = false;
      if (first !== last) choose(); else { first = -1; draw(); } // a press alone chooses nothing
    });
    box.addEventListener("keydown", (e) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
      if (by) {
        const at = first < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, last + by));
        last = at;
        if (!e.shiftKey || first < 0) first = at;
      } else if (e.key === "Enter" && first >= 0) choose();
      else if (e.key === "Escape" && first >= 0) first = -1;
      else return;
      e.preventDefault();
      e.stopPropagation();
      draw();
      $("#status").textContent = told.textContent;
    });
  }

  // An address says what is asked for, and nothing of what is not.
  document.addEventListener("htmx:config:request", (e) => {
    const body = e.detail.ctx.request.body;
    if (!(body instanceof FormData)) return;
    for (const name of new Set(body.keys())) if (body.getAll(name).every((v) => v === "")) body.delete(name);
  });

  // How many there are is told to those who do not see the list change.
  document.addEventListener("htmx:after:swap", () => {
    const found = $("#list .found");
    if (found) $("#status").textContent = found.textContent.trim();
  });
})();
