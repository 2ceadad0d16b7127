// The gate on a text while it is edited. Without this script the button “Check” shows the same.
(() => {
  "use strict";

  const place = document.querySelector("[data-gate]");
  const form = place && place.closest("form");
  const text = form && form.querySelector("textarea[name=content]");
  if (!text) return;

  const WAIT_MS = 600;
  let timer = 0;
  let asking = null;

  const judge = async () => {
    if (asking) asking.abort();
    asking = new AbortController();
    const typed = new FormData(form);
    typed.set("decision", "check");
    const request = { method: "POST", body: typed, signal: asking.signal };
    try {
      const answer = await fetch(place.dataset.gate, request);
      if (!answer.ok) throw new Error(String(answer.status));
      place.querySelector("[data-findings]").innerHTML = await answer.text();
      place.querySelector("p").hidden = false;
    } catch (error) {
      // What was said of an older text must not stand beside this one.
      if (error.name !== "AbortError") place.querySelector("[data-findings]").replaceChildren();
    }
  };

  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(judge, WAIT_MS);
  });
})();
