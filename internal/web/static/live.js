// The live page: turns come in on top as they happen, unless somebody reads further down
// or has it paused; then it says how many are new. Without it the page is as of its loading.
"use strict";
(() => {
  const most = 40; // rows that the page holds; live.go has the same
  const box = document.querySelector(".live[data-stream]");
  if (!box || !window.EventSource) return;
  const list = document.getElementById("happens"), going = document.getElementById("going");
  const pause = document.getElementById("pause"), fresh = document.getElementById("fresh"), following = document.getElementById("following");
  const status = document.getElementById("status");
  let source, place = "", paused = false, ended = false, said = 0, unsaid = 0;
  const waiting = new Map(); // rows that are not shown yet, the latest of each turn

  const element = (html) => {
    const t = document.createElement("template");
    t.innerHTML = html;
    return t.content.firstElementChild;
  };
  // Whoever stands in what is replaced stands at the same place of what replaces it.
  const kept = (inside, change) => {
    const was = inside.contains(document.activeElement) ? document.activeElement : null;
    const id = was?.closest("[id]")?.id, at = was && id ? [...document.getElementById(id).querySelectorAll("a")].indexOf(was) : -1;
    change();
    if (at >= 0) document.getElementById(id)?.querySelectorAll("a")[at]?.focus({ preventScroll: true });
  };
  const reading = () => list.getBoundingClientRect().top < -40; // further down

  const put = (row) => {
    const old = document.getElementById(row.id);
    if (old) {
      kept(old, () => old.replaceWith(row));
      return;
    }
    row.classList.add("new");
    // The latest on top; of one moment the later turn.
    const before = [...list.children].find((x) => Number(x.dataset.at) < Number(row.dataset.at) ||
      x.dataset.at === row.dataset.at && Number(x.dataset.turn) < Number(row.dataset.turn));
    list.insertBefore(row, before ?? null);
    while (list.children.length > most) list.lastElementChild.remove();
  };
  const tell = () => {
    fresh.hidden = waiting.size === 0;
    fresh.textContent = box.dataset.new.replace("{n}", waiting.size);
    following.textContent = ended ? box.dataset.ended : paused ? box.dataset.paused : source?.readyState === 1 ? box.dataset.following : box.dataset.away;
    box.dataset.state = ended ? "ended" : paused ? "paused" : source?.readyState === 1 ? "following" : "away";
  };
  // Those who do not see it are told now and then, and in few words.
  const say = () => {
    if (!unsaid || Date.now() - said < 10000) return;
    status.textContent = unsaid === 1 ? box.dataset.one : box.dataset.many.replace("{n}", unsaid);
    said = Date.now();
    unsaid = 0;
  };
  const show = () => {
    [...waiting.values()].forEach(put);
    waiting.clear();
    tell();
  };
  const turn = (e) => {
    const row = element(e.data);
    if (!row?.id) return;
    const known = document.getElementById(row.id);
    if (!known && !waiting.has(row.id)) unsaid++;
    if (paused || !known && reading()) {
      waiting.delete(row.id);
      waiting.set(row.id, row);
      if (waiting.size > most) waiting.delete(waiting.keys().next().value);
    } else put(row);
    tell();
    say();
  };
  const open = () => {
    source?.close();
    const at = new URL(box.dataset.stream, location.href);
    if (place) at.searchParams.set("after", place);
    source = new EventSource(at);
    source.onopen = tell;
    source.onerror = () => { // a refusal is for good, anything else it tries again by itself
      ended = source.readyState === 2;
      tell();
    };
    source.addEventListener("turn", turn);
    source.addEventListener("at", (e) => { place = e.lastEventId; });
    source.addEventListener("reset", () => { // some rows may be of turns that are no more
      waiting.clear();
      list.replaceChildren();
      tell();
    });
    source.addEventListener("sessions", (e) => {
      if (!paused) kept(going, () => { going.innerHTML = e.data; });
    });
    tell();
  };

  pause.hidden = false;
  pause.addEventListener("click", () => {
    paused = !paused;
    pause.setAttribute("aria-pressed", String(paused));
    if (!paused) {
      show();
      open(); // sessions as they are now
    }
    tell();
    status.textContent = paused ? box.dataset.paused : box.dataset.following;
  });
  fresh.addEventListener("click", () => {
    show();
    list.closest(".stream").scrollIntoView({ block: "start" });
    list.querySelector("a")?.focus({ preventScroll: true });
  });
  addEventListener("scroll", () => { if (waiting.size && !paused && !reading()) show(); }, { passive: true });
  // A browser has few connections to a place: a page that nobody sees keeps none.
  document.addEventListener("visibilitychange", () => {
    if (ended) return;
    if (document.hidden) source.close(); else open();
  });
  document.addEventListener("prism:pause", () => pause.click());
  setInterval(say, 5000);
  open();
})();
