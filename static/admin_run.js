// The progress of a run while it goes on. Without this script the page shows it when it is loaded.
(() => {
  "use strict";

  const WAIT_MS = 2000;
  const place = document.querySelector("[data-running]");
  if (!place) return;

  const look = async () => {
    const shown = document.querySelector("[data-progress]");
    // What is typed into a form beside a step must not be lost.
    if (document.hidden || shown.querySelector("form")) return;
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // At its end the whole page is another: with its state, its output, its forms.
    if (!page.querySelector("[data-running]")) location.reload();
    const fresh = page.querySelector("[data-progress]");
    if (fresh) shown.replaceWith(document.adoptNode(fresh));
  };

  const goOn = () => look().catch(() => {}).finally(() => setTimeout(goOn, WAIT_MS));
  setTimeout(goOn, WAIT_MS);
})();
