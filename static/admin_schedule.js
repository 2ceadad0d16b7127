// What a schedule comes to while it is typed. Without this script, saving says the same.
(() => {
  "use strict";

  const form = document.querySelector("[data-by-hand]");
  const place = form && form.querySelector("[data-typed]");
  if (!place) return;

  const WAIT_MS = 400;
  let timer = 0;
  let asking = null;

  const preview = async () => {
    if (asking) asking.abort();
    asking = new AbortController();
    const typed = new FormData(form);
    typed.set("decision", "preview");
    try {
      const request = { method: "POST", body: typed, signal: asking.signal };
      const answer = await fetch(window.location.href, request);
      if (!answer.ok) throw new Error(String(answer.status));
      place.innerHTML = await answer.text();
      place.hidden = false;
    } catch (error) {
      // The times of an older text must not stand beside this one.
      if (error.name !== "AbortError") place.hidden = true;
    }
  };

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(preview, WAIT_MS);
  });
})();
